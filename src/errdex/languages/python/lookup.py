"""What the lowering of expressions asks of the place where they stand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from errdex.nouns.facts import Node

    Lookup: TypeAlias = Callable[[str], Node | None]
    """Name → the node of what the name holds at this place, `None` for a name that is not local.

    `["param", name]`: a parameter, not reassigned before; `["alt", …]`: one entry a definition that may have reached
    this place; `["hole", name, type]`: local, but not known."""


def nothing_local(_name: str) -> Node | None:
    """The lookup of module level: no name is local."""
    return None
