"""Sites of a file that is too large or too deep to be parsed: where they are and what they raise, found in the text alone."""

from __future__ import annotations

import re
from bisect import bisect_right

from errdex.nouns.facts import FileFacts, Raised
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.source import Source

_TOKEN = re.compile(
    r"(?P<skip>\"\"\"(?:\\.|[^\\])*?\"\"\"|'''(?:\\.|[^\\])*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*|\\\n)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[\n;])"
    r"|(?P<indent>(?m:^)[ \t]*)(?:async[ \t]+)?(?P<define>def|class)[ \t]+(?P<name>\w+)"
    r"|(?<![\w.])(?P<site>raise|assert)\b(?:[ \t]+(?P<what>[^\W\d][\w.]*))?",
    re.DOTALL,
)

_CODE = re.compile(r"([ \t]*)[^\s#]")


def located(source: Source, reason: str) -> FileFacts:
    """The facts of a file of which only the places of `raise` and `assert` statements are known, and why."""
    found = tuple(_sites(source))
    return FileFacts(found, (), (), (), (), None, f"{reason}: sites located only")


def _sites(source: Source) -> list[Raised]:
    sites: list[Raised] = []
    scopes: list[tuple[int, str, bool]] = []
    depth, begun = 0, -1
    for token in _TOKEN.finditer(source.text):
        match token.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth = max(0, depth - 1)
            case "name":
                scopes.append((len(token["indent"].expandtabs()), token["name"], token["define"] == "class"))
            case "site" | "what" if begun < 0:
                sites.append(_site(token, source, scopes))
                begun, depth = token.start(), 0
            case "end" if depth == 0:
                if begun >= 0:
                    sites[-1] = sites[-1]._replace(end_line=bisect_right(source.starts, token.start()))
                    begun = -1
                if token["end"] == "\n":
                    _leave_scopes(scopes, source.text, token.end())
    return sites


def _leave_scopes(scopes: list[tuple[int, str, bool]], text: str, start: int) -> None:
    """Ends the functions and classes that a line of code at `start` is not indented enough for."""
    line = _CODE.match(text, start) if scopes else None
    if line is not None:
        indent = len(line[1].expandtabs())
        while scopes and scopes[-1][0] >= indent:
            scopes.pop()


def _site(token: re.Match[str], source: Source, scopes: list[tuple[int, str, bool]]) -> Raised:
    line = bisect_right(source.starts, token.start())
    text = source.lines[line - 1]
    indent = len(text[: len(text) - len(text.lstrip())].expandtabs())
    around = [scope for scope in scopes if scope[0] < indent]
    owner = ".".join(name for _, name, _ in around[:-1]) if len(around) > 1 and around[-2][2] else ""
    is_raise = token["site"] == "raise"
    what = token["what"] or ""
    named = what if what.rpartition(".")[2].lstrip("_")[:1].isupper() else ""
    return Raised(
        kind=SiteKind.RAISE if is_raise else SiteKind.ASSERT,
        line=line,
        end_line=line,
        function=".".join(name for _, name, _ in around) or "<module>",
        owner=owner,
        raised=None,
        message=None,
        exception=named if is_raise else "AssertionError",
        written="",
        condition=(),
        cause="",
    )
