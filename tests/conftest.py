"""Golden files: what people or programs read, kept in `tests/golden/` and rewritten by `make golden`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with the golden file of a name; with ERRDEX_GOLDEN set, writes it."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if os.environ.get("ERRDEX_GOLDEN"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"no golden file {name}: `make golden` writes it"
        assert text == path.read_text(encoding="utf-8")

    return compare
