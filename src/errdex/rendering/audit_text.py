"""An audit as text for people: what is wrong first, then what cannot be told, then what holds."""

from __future__ import annotations

from errdex.nouns.explanations import Level
from errdex.rendering.escape import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.audits import Audit, ClaimCheck

LONGEST = 300


def audit_text(audit: Audit, *, everything: bool = False) -> str:
    """The audit; claims that hold are only counted, unless everything is wanted."""
    where = f"{audit.file}:{audit.line}" if audit.line else "its statement was not found"
    inside = f" in {audit.function}" if audit.function and audit.line else ""
    version = "this very version" if audit.exact else "perhaps another version than the record's"
    lines = [
        one_line(f"record {audit.id} of {audit.repo}"),
        one_line(f"  against   {audit.package} {audit.version} ({version})"),
        one_line(f"  statement {where}{inside}"),
        "",
    ]
    unknown = [check for check in audit.checks if check.level is None]
    held = [check for check in audit.checks if check.level is not None and check.level is not Level.REFUTED]
    for check in gathered([*audit.refuted, *unknown, *(held if everything else ())]):
        lines += check_lines(check)
    lines.append(f"{len(audit.refuted)} refuted, {len(unknown)} unknown, {len(held)} hold{counted(held)}")
    return "\n".join(lines) + "\n"


def gathered(checks: Sequence[ClaimCheck]) -> list[ClaimCheck]:
    """Checks of one field with the same verdict, reason and right value as one, their claims one after the other."""
    found: dict[tuple[object, ...], ClaimCheck] = {}
    for check in checks:
        key = (check.field, check.level, check.reason, check.right)
        known = found.get(key)
        found[key] = check if known is None else known._replace(claim=f"{known.claim} · {check.claim}")
    return list(found.values())


def check_lines(check: ClaimCheck) -> list[str]:
    """One check: verdict, field and claim, then why, then what is right."""
    lines = [one_line(f"{check.verdict:<9} {check.field}: {cut(check.claim)}")]
    if check.reason:
        lines.append(one_line(f"          {check.reason}"))
    if check.right:
        lines.append(one_line(f"          right: {cut(check.right)}"))
    return lines


def counted(checks: Sequence[ClaimCheck]) -> str:
    """How many of each level, in brackets."""
    levels = [level for level in Level if any(check.level is level for check in checks)]
    if not levels:
        return ""
    return f" ({', '.join(f'{sum(check.level is level for check in checks)} {level}' for level in levels)})"


def cut(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
