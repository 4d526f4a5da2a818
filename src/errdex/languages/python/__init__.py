"""Python, read with the running interpreter's own parser."""
