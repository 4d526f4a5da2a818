"""Whether the text in a hole is what the hole can print, and the filling that suits the holes best."""

from __future__ import annotations

from errdex.nouns.templates import Hole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.conditions import ReachingSet

_MOST_STEPS = 200
_FLOAT_WORDS = frozenset({"nan", "inf", "-inf"})
_HEX = frozenset("0123456789abcdefABCDEFx-+# ")
_BRACKETS = {"list": "[]", "tuple": "()", "dict": "{}", "set": "{}"}
_STRING_PREFIXES = ("'", '"', "b'", 'b"')


def plausible(hole: Hole, value: str) -> bool | None:
    """Whether the hole can print `value`: `True`: its type or conversion foretells such a text; `False`: it cannot be;
    `None`: nothing can be told.
    """
    directive = hole.format[-1:]
    if directive in {"d", "i", "n"} or (hole.type == "int" and not hole.format):
        return _is_integer(value)
    if directive in {"x", "X", "o", "b"}:
        return bool(value) and _HEX.issuperset(value)
    if directive in {"f", "g", "e", "F", "G", "E", "%"} or (hole.type == "float" and not hole.format):
        return _is_number(value)
    if hole.format:
        return None
    if hole.type == "bool":
        return value in {"True", "False"}
    return _fits_repr(hole, value)


def _fits_repr(hole: Hole, value: str) -> bool | None:
    """For holes that print a `repr`, or a container's text."""
    kind = hole.type.rpartition(".")[2]
    if kind in _BRACKETS:
        ends = _BRACKETS[kind]
        shaped = (value.startswith(ends[0]) and value.endswith(ends[1])) or value == "set()"
        return True if shaped else None if kind == "set" else False
    if hole.conversion not in {"r", "a"}:
        return None
    if value.startswith(_STRING_PREFIXES):
        return is_quoted(value)
    return False if kind == "str" or not value else None


def is_quoted(value: str) -> bool:
    """Whether the whole text is one quoted string, as `repr` writes it."""
    body = value[1:] if value[:1] == "b" else value
    quote = body[:1]
    if quote not in {"'", '"'} or len(body) < 2 or body[-1] != quote:
        return False
    inner = body[1:-1].replace("\\\\", "")
    return quote not in inner.replace(f"\\{quote}", "") and not inner.endswith("\\")


def _is_integer(value: str) -> bool:
    digits = value.strip().lstrip("+-").replace(",", "").replace("_", "")
    return digits.isdigit()


def _is_number(value: str) -> bool:
    plain = value.strip().rstrip("%")
    if plain in _FLOAT_WORDS:
        return True
    try:
        float(plain.replace(",", ""))
    except ValueError:
        return False
    return True


def in_domain(hole: Hole, value: str, sets: Sequence[ReachingSet]) -> bool | None:
    """Whether a hole's value is a member of the operand's domain that reaches the site; `None`: no domain is known."""
    for reaching in sets:
        if reaching.operand == hole.expression:
            return any(_prints_member(member, value) for member in reaching.reaching)
    return None


def _prints_member(member: str, value: str) -> bool:
    """Whether `value` can be what the member prints: its repr, its text, or an enumeration's `<Mode.A: 1>`."""
    if value == member or member.strip("'\"") == value:
        return True
    owner, _, name = member.rpartition(".")
    if not owner:
        return False
    short = f"{owner.rpartition('.')[2]}.{name}"
    return value in {short, name} or value.startswith(f"<{short}:")


def fill_holes(parts: Sequence[str | Hole], text: str) -> tuple[str, ...] | None:
    """Values of the holes when `parts` print exactly `text`; of several fillings one that the holes' types allow, the
    leftmost of those. `None`: `parts` do not print it, or no filling was found within a fixed number of steps.
    """
    steps = [_MOST_STEPS]
    values: list[str] = []
    return tuple(values) if _fill(parts, 0, text, 0, values, steps) else None


def _fill(parts: Sequence[str | Hole], index: int, text: str, at: int, values: list[str], steps: list[int]) -> bool:
    """Fills from `parts[index]` on; depth is bounded by the steps."""
    while index < len(parts) and isinstance(part := parts[index], str):
        if not text.startswith(part, at):
            return False
        at += len(part)
        index += 1
    if index == len(parts):
        return at == len(text)
    hole = parts[index]
    following = parts[index + 1] if index + 1 < len(parts) else ""
    if not isinstance(hole, Hole):
        return False
    for end in _ends(following, text, at, last=index + 2 >= len(parts)):
        steps[0] -= 1
        if steps[0] < 0:
            return False
        value = text[at:end]
        if plausible(hole, value) is False:
            continue
        values.append(value)
        if _fill(parts, index + 1, text, end, values, steps):
            return True
        values.pop()
    return False


def _ends(following: str | Hole, text: str, at: int, *, last: bool) -> list[int]:
    """Where a hole that starts at `at` may end, nearest first."""
    if isinstance(following, Hole):
        return [at]
    if last:
        return [len(text) - len(following)] if text.endswith(following) and len(text) - len(following) >= at else []
    found: list[int] = []
    end = text.find(following, at)
    while end >= 0 and len(found) < _MOST_STEPS:
        found.append(end)
        end = text.find(following, end + 1)
    return found
