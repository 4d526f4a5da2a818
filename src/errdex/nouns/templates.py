"""A message as the source writes it: literal parts and the holes between them."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Hole(NamedTuple):
    """A gap that run time fills."""

    expression: str
    """As the source writes it; `…` where no expression stands for it."""
    conversion: str = ""
    """`r`, `s`, `a` (as after `!`), or `""`."""
    format: str = ""
    """Format specification without its colon, or the `%` directive without `%` (`d`, `04x`)."""
    type: str = ""
    """Type of the value where it can be told (`int`, `str`, a qualified class); `""`: not known."""


class Template(NamedTuple):
    """One way that a site's message can be built."""

    parts: tuple[str | Hole, ...]
    """Literal text exactly as printed, and holes. Two literals never stand side by side; a lone hole: nothing is known."""
    condition: tuple[str, ...] = ()
    """What selects this way among the site's templates, as the source writes it; empty where there is only one."""
    passes_on: str = ""
    """The variable or call whose own error text this message passes on (`str(e)`), or `""`."""

    @property
    def text(self) -> str:
        """The template for people: holes as `{}` with their conversion and format, braces in literals left as they are."""
        return "".join(part if isinstance(part, str) else hole_text(part) for part in self.parts)

    @property
    def is_bare(self) -> bool:
        """Whether nothing of the text is known."""
        return all(isinstance(part, Hole) for part in self.parts)


def hole_text(hole: Hole) -> str:
    """How a hole is shown inside a template: `{}`, `{!r}`, `{:04x}`."""
    conversion = f"!{hole.conversion}" if hole.conversion else ""
    format_spec = f":{hole.format}" if hole.format else ""
    return "{" + conversion + format_spec + "}"


def template_from_parts(parts: Iterable[str | Hole], condition: tuple[str, ...] = (), passes_on: str = "") -> Template:
    """A template in normal form: neighbouring literals joined, empty ones dropped, neighbouring bare holes merged into one.

    The empty message is the template of one empty literal, `("",)`.
    """
    joined: list[str | Hole] = []
    for part in parts:
        if part == "":
            continue
        if joined and isinstance(part, str) and isinstance(joined[-1], str):
            joined[-1] += part
        elif joined and isinstance(part, Hole) and isinstance(joined[-1], Hole):
            joined[-1] = Hole(f"{joined[-1].expression} {part.expression}")
        else:
            joined.append(part)
    return Template(tuple(joined) or ("",), condition, passes_on)


BARE = Template((Hole("…"),))
"""Nothing is known of the text."""
