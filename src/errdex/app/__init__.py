"""Use cases, one a command: the only place where stages meet."""
