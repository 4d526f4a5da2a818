"""errdex: an error index. See `docs/` for what it does and how."""

__version__ = "0.1.0"
