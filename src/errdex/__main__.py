"""`python -m errdex` is the command `errdex`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
