"""Runs trials in the sandbox: a search for calls that end at statements, one program by itself, tests of a package."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from errdex.evidence.linear import LinearPattern, read_pattern
from errdex.evidence.sandbox import SandboxLimits, run_confined
from errdex.nouns.base import NamedTuple
from errdex.nouns.reproductions import GuardRun, Reproduction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from errdex.nouns.sites import Site

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "trial.py")
SECONDS_A_CALL = 0.5
SECONDS_ALONE = 10.0
MOST_RESTARTS = 8
AT_ONCE = 60
"""Statements that one process looks for."""


class TrialPlace(NamedTuple):
    """Where trials run."""

    python: str
    """The interpreter of the analysed package."""
    version: str
    paths: tuple[str, ...]
    """What they may read."""
    imports: tuple[str, ...]
    """Folders to import from before the interpreter's own."""


class TrialTarget(NamedTuple):
    """A statement to get to."""

    site: Site
    module: str
    file: str
    """Absolute, as the interpreter finds it."""
    values: Mapping[str, Sequence[str]]
    """Expressions to try for a parameter."""
    constants: Sequence[str]
    """Expressions to try for any."""
    pattern: str
    """Matches what the statement prints; `""`: not known."""
    guard: str = ""
    """A test over the function's parameters, true where the call raises here; `""`: there is none."""
    guard_imports: str = ""


class SearchOptions(NamedTuple):
    """How long to look."""

    calls: int = 400
    """For each statement."""
    seconds: float = 60.0
    """For each process, which looks for several."""


class Searched(NamedTuple):
    """What a search found."""

    codes: dict[int, str]
    """By number of the target: a program that ended there."""
    guards: dict[int, GuardRun]
    gave_up: dict[int, str]
    """Why the search ended early."""


def search(
    targets: Sequence[TrialTarget], known: Mapping[str, Sequence[str]], place: TrialPlace, options: SearchOptions
) -> Searched:
    """Looks for calls that end at the targets. A process that ends early is started again behind the target it was at.

    Raises:
        SandboxError: nothing can be run here.
    """
    found = Searched({}, {}, {})
    waiting = list(range(len(targets)))
    restarts = 0
    while waiting:
        part = waiting[:AT_ONCE]
        plan = {
            "mode": "search",
            "path": list(place.imports),
            "seconds": SECONDS_A_CALL,
            "calls": options.calls,
            "known": dict(known),
            "targets": [target_object(number, targets[number]) for number in part],
        }
        limits = SandboxLimits(seconds=options.seconds, output=8 << 20)
        reached = -1
        for answer in answers(plan, place, limits):
            reached = noted(answer, found, reached)
        done = part.index(reached) + 1 if reached in part else 0
        if done == 0:
            restarts += 1
            found.gave_up.setdefault(part[0], "the interpreter could not start, or ended at once")
            done = 1
        waiting = waiting[done:] if done < len(part) else waiting[len(part) :]
        if restarts > MOST_RESTARTS:
            break
    return found


def noted(answer: Mapping[str, Any], found: Searched, reached: int) -> int:
    """Notes one answer; the number of the target that the search is at."""
    number = answer.get("begin", answer.get("number"))
    if not isinstance(number, int):  # analysed code may write there too
        return reached
    if isinstance(answer.get("code"), str):
        found.codes.setdefault(number, answer["code"])
        return reached
    if isinstance(answer.get("gave_up"), str):
        found.gave_up[number] = answer["gave_up"]
    counts = answer.get("guard")
    if isinstance(counts, dict):
        found.guards[number] = guard_run(counts)
    return number if "begin" in answer else reached


def guard_run(counts: Mapping[str, Any]) -> GuardRun:
    """How a guard did, from what the trial counted."""
    held_raised, held_else, free_raised, free_else = (
        value if isinstance(value := counts.get(name), int) else 0
        for name in ("held_raised", "held_else", "not_held_raised", "not_held_else")
    )
    return GuardRun(held_raised, held_else, free_raised, free_else)


def target_object(number: int, target: TrialTarget) -> dict[str, object]:
    """A target as the trial reads it."""
    return {
        "number": number,
        "module": target.module,
        "function": target.site.function,
        "file": target.file,
        "line": target.site.line,
        "end_line": target.site.end_line,
        "exception": target.site.qualified.rpartition(".")[2],
        "values": {name: list(values) for name, values in target.values.items()},
        "constants": list(target.constants),
        "guard": target.guard,
        "guard_imports": target.guard_imports,
    }


def confirm(code: str, target: TrialTarget, place: TrialPlace) -> Reproduction | str:
    """Runs one program by itself; why it does not count where it does not end at the statement as that prints.

    Raises:
        SandboxError: nothing can be run here.
    """
    plan = {"mode": "confirm", "path": list(place.imports), "seconds": SECONDS_ALONE, "code": code, "targets": []}
    for answer in answers(plan, place, SandboxLimits(seconds=2 * SECONDS_ALONE)):
        return judged(answer, code, target, place)
    return "run by itself, it does not end with an error"


def judged(answer: Mapping[str, Any], code: str, target: TrialTarget, place: TrialPlace) -> Reproduction | str:
    """Whether a program ended as the statement would end it."""
    name, message, file, output = (str(answer.get(key, "")) for key in ("class", "message", "file", "output"))
    line = answer.get("line")
    in_file = os.path.realpath(file) == os.path.realpath(target.file)
    if not in_file or not isinstance(line, int) or not target.site.line <= line <= target.site.end_line:
        return "run by itself, it ends elsewhere"
    wanted = target.site.exception.rpartition(".")[2]
    if wanted and target.site.qualified and name.rpartition(".")[2] != target.site.qualified.rpartition(".")[2]:
        return f"the statement raised {name}, not {wanted}"
    pattern = read_pattern(target.pattern) if target.pattern else None
    if isinstance(pattern, LinearPattern) and pattern.search(message) is None:
        return f"the statement printed what its template does not: {message[:200]!r}"
    return Reproduction(code, name, message, output, place.version)


def run_tests(tests: Sequence[str], targets: Sequence[TrialTarget], place: TrialPlace) -> tuple[bool, dict[int, str]]:
    """Runs tests of a package; whether they passed, and what each target raised meanwhile.

    Raises:
        SandboxError: nothing can be run here.
    """
    plan = {
        "mode": "tests",
        "path": list(place.imports),
        "seconds": SECONDS_ALONE,
        "tests": list(tests),
        "targets": [target_object(number, target) for number, target in enumerate(targets)],
    }
    for answer in answers(plan, place, SandboxLimits(seconds=60.0)):
        hits = answer.get("hits")
        rows = [hit for hit in hits if isinstance(hit, list) and len(hit) == 3] if isinstance(hits, list) else []
        raised = {hit[0]: f"{hit[1]}: {hit[2]}" for hit in rows if isinstance(hit[0], int)}
        return answer.get("status") == 0, raised
    return False, {}


def answers(plan: Mapping[str, object], place: TrialPlace, limits: SandboxLimits) -> Iterator[dict[str, Any]]:
    """What a trial says, one object at a time; what is no such object is left out, for analysed code may write there too."""
    command = [place.python, "-I", "-B", "-X", "utf8", PROGRAM, "plan.json"]
    ended = run_confined(command, [*place.paths, PROGRAM], limits, {"plan.json": json.dumps(plan)})
    for line in ended.out.split("\n"):
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(answer, dict):
            yield answer
