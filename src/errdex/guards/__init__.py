"""A condition becomes code that a caller can run first."""
