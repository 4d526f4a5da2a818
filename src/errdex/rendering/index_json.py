"""Summaries as JSON."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Unread(Protocol):
        """A file that could not be read."""

        @property
        def path(self) -> str:
            """Its path."""

        @property
        def reason(self) -> str:
            """Why, in one line."""


def summary_json(figures: Mapping[str, object], unread: Sequence[Unread]) -> str:
    """Figures, and the files that could not be read with the reason."""
    whole = {**figures, "unread": [{"file": file.path, "reason": file.reason} for file in unread]}
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
