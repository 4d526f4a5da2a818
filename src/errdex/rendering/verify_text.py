"""What running came to, as text for people and as JSON."""

from __future__ import annotations

import json

from errdex.rendering.escape import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.reproductions import GuardRun, RanTests, Verified

MOST_OUTPUT = 12
"""Lines of a traceback that are shown: its end."""


def verified_text(verified: Verified, *, whole: bool) -> str:
    """One statement: the program that ends there, or why none was found. `whole`: with the program and its output."""
    place = one_line(f"{verified.file}:{verified.line} {verified.function}")
    found = verified.reproduction
    by_test = verified.test is not None and verified.test.raised
    if found is None:
        lines = [f"{'executed ' if by_test else 'not found'}  {place}", f"           {one_line(verified.reason)}"]
        lines = lines if whole else lines[:1]
    else:
        lines = [f"executed   {place}", *(f"           {one_line(line)}" for line in found.code.split("\n"))]
    if whole and found is not None:
        lines += ["", *(f"  {one_line(line)}" for line in found.output.rstrip().split("\n")[-MOST_OUTPUT:])]
        lines += ["", f"  run by itself with Python {found.python}, shut in"]
    if whole and verified.guard is not None:
        lines += ["", f"  {guard_line(verified.guard)}"]
    if whole and verified.test is not None:
        lines += ["", f"  {test_line(verified.test)}"]
    return "\n".join(lines) + "\n"


def test_line(test: RanTests) -> str:
    """What the package's own tests came to, in one sentence."""
    names = ", ".join(name.rpartition("/")[2] for name in test.tests)
    if test.raised:
        return one_line(f"test: the statement raised while {names} ran: {test.message[:200]}")
    return one_line(f"test: the statement did not raise while {names} ran" + ("" if test.passed else ", which failed"))


def guard_line(guard: GuardRun) -> str:
    """A guard against real calls, in one sentence."""
    held, free = guard.held_raised + guard.held_else, guard.not_held_raised + guard.not_held_else
    return (
        f"guard: of {held} calls for which it holds {guard.held_raised} raised here; "
        f"of {free} for which it does not, {guard.not_held_raised}"
    )


def summary_text(verified: Sequence[Verified]) -> str:
    """How many of how many."""
    executed = sum(is_executed(one) for one in verified)
    return f"{executed} of {len(verified)} statements executed\n"


def is_executed(verified: Verified) -> bool:
    """Whether the statement was seen to raise: by a call, or while a test ran."""
    return verified.reproduction is not None or (verified.test is not None and verified.test.raised)


def verified_json(verified: Verified) -> str:
    """One line."""
    found, guard = verified.reproduction, verified.guard
    whole = {
        "id": verified.record,
        "file": verified.file,
        "line": verified.line,
        "function": verified.function,
        "level": "executed" if is_executed(verified) else None,
        "reproduction": found._asdict() if found is not None else None,
        "reason": verified.reason or None,
        "guard": guard._asdict() if guard is not None else None,
        "test": verified.test._asdict() if verified.test is not None else None,
    }
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
