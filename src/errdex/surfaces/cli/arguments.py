"""Arguments as plain values, and a quick reading of them.

`argparse` costs a cold `errdex explain` a sixth of all the time it has. So what is given is first read by the few lines
here; where anything is unusual (help is asked for, an option is not known, a value is missing) `parsing` builds the real
parser from the same values, which then says what is wrong.
"""

from __future__ import annotations

from types import SimpleNamespace as Given

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMON", "Argument", "Given", "read_arguments"]


class Argument(NamedTuple):
    """One argument of a command."""

    names: tuple[str, ...]
    """`("--limit",)`, `("-q", "--quiet")`; without hyphens (`("text",)`): it is told by its place."""
    help: str
    metavar: str = ""
    """How its value is called; `""`: an option without value."""
    number: bool = False
    """Whether its value is a whole number."""
    default: object = None
    choices: tuple[str, ...] = ()
    many: str = ""
    """Of an argument told by its place, as `argparse` says it: `*` any number, `?` one or none, `""` exactly one."""

    @property
    def key(self) -> str:
        """Name under which its value is found."""
        return self.names[-1].lstrip("-").replace("-", "_")

    @property
    def by_place(self) -> bool:
        """Whether its place tells it, and no name."""
        return not self.names[0].startswith("-")

    @property
    def unset(self) -> object:
        """Its value when it is not given."""
        if self.many == "*":
            return []
        return self.default if self.metavar else False


COMMON = (
    Argument(
        ("--catalogue",),
        "the catalogue's file (also ERRDEX_CATALOGUE; default: under your cache directory)",
        "PATH",
    ),
    Argument(("--json",), "answer as JSON"),
    Argument(("-q", "--quiet"), "show no progress and ask nothing"),
    Argument(("--no-color",), "plain text (also NO_COLOR)"),
)
"""What every command has."""


def read_arguments(arguments: Sequence[Argument], given: Sequence[str]) -> Given | None:
    """What is given, by key; `None`: it is unusual, so that only the real parser can tell what it means."""
    named = {name: argument for argument in arguments for name in argument.names}
    values = {argument.key: argument.unset for argument in arguments}
    placed: list[str] = []
    rest = iter(given)
    for word in rest:
        if not word.startswith("-") or word == "-":
            placed.append(word)
            continue
        name, equals, text = word.partition("=")
        argument = named.get(name)
        if argument is None or bool(equals) > bool(argument.metavar):
            return None
        value = read_value(argument, text if equals else next(rest, None) if argument.metavar else "")
        if value is None:
            return None
        values[argument.key] = value
    return place(arguments, placed, values)


def read_value(argument: Argument, text: str | None) -> object:
    """The value of an option; `None`: it has none that fits."""
    if not argument.metavar:
        return True
    if text is None or (text.startswith("-") and text != "-") or (argument.choices and text not in argument.choices):
        return None
    if argument.number:
        return int(text) if text.isdecimal() and text.isascii() else None
    return text


def place(arguments: Sequence[Argument], placed: list[str], values: dict[str, object]) -> Given | None:
    """The arguments that their place tells, put where they belong; `None`: too many or too few."""
    by_place = next((argument for argument in arguments if argument.by_place), None)
    if by_place is None:
        return None if placed else Given(**values)
    if by_place.many == "*":
        values[by_place.key] = placed
    elif len(placed) == 1:
        if by_place.choices and placed[0] not in by_place.choices:
            return None
        values[by_place.key] = placed[0]
    elif placed or not by_place.many:
        return None
    return Given(**values)
