"""Runs a program and, at each call of a function that holds guarded sites, evaluates their guards on the arguments.

    python -m … guards_tracer.py GUARDS.json OUT.json MODULE [ARGUMENT …]

Runs in the interpreter whose packages are tested, without errdex. `GUARDS.json` maps absolute file names to lists of
guards (`line`, `end_line`, `function`, `test`, `receiver`, `imports`, `must_raise`, `exception`). `OUT.json` receives counts
for each guard: calls, those that raised at the site, what the guard had said.
"""

from __future__ import annotations

import atexit
import dis
import json
import os
import runpy
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import CodeType, FrameType

RAISES = {dis.opmap["RAISE_VARARGS"], dis.opmap.get("RERAISE", -1)}
RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST", "RETURN_GENERATOR") if name in dis.opmap}
MOST_CALLS = 5000
MOST_EXAMPLES = 3


class Guard:
    """One guard and what was seen of it."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row
        self.line, self.end_line = row["line"], row["end_line"]
        self.code = compile(row["test"], "<guard>", "eval")
        self.names: dict[str, Any] | None = None
        self.counts = dict.fromkeys(
            (
                "calls",
                "undecided",
                "raised",
                "raised, guard said no",
                "said no",
                "said no, raised",
                "said no, same class",
            ),
            0,
        )
        self.wrong: list[str] = []

    def verdict(self, frame: FrameType) -> bool | None:
        """Whether the guard says no, `None`: it cannot be evaluated."""
        if self.names is None:
            self.names = {}
            try:
                exec("\n".join(self.row["imports"]), self.names)
            except Exception:
                self.names = {}
        names = {**self.names, **frame.f_locals}
        if self.row["receiver"] and frame.f_code.co_varnames:
            names[self.row["receiver"]] = frame.f_locals.get(frame.f_code.co_varnames[0])
        try:
            return bool(eval(self.code, names))
        except Exception:
            return None

    def settle(self, said_no: bool | None, here: bool, raised: str) -> None:
        """Count one call."""
        counts = self.counts
        counts["calls"] += 1
        if said_no is None:
            counts["undecided"] += 1
            return
        if here:
            counts["raised"] += 1
            counts["raised, guard said no"] += said_no
            if not said_no and len(self.wrong) < MOST_EXAMPLES:
                self.wrong.append("raised, and the guard said yes")
        if said_no:
            counts["said no"] += 1
            counts["said no, raised"] += bool(raised)
            counts["said no, same class"] += raised == self.row["exception"]
            if self.row["must_raise"] and not raised and len(self.wrong) < MOST_EXAMPLES:
                self.wrong.append("returned, and the guard said no")


class Tracer:
    """Follows only functions with guards."""

    def __init__(self, files: dict[str, list[dict[str, Any]]]) -> None:
        self.files = {name: list(map(Guard, rows)) for name, rows in files.items()}
        self.of_code: dict[CodeType, list[Guard]] = {}
        self.calls: dict[CodeType, int] = {}
        self.open: dict[int, tuple[list[bool | None], int, str]] = {}

    def guards_of(self, code: CodeType) -> list[Guard]:
        """Guards of the sites in a function."""
        found = self.of_code.get(code)
        if found is None:
            lines = [line for _, _, line in code.co_lines() if line]
            first, last = (min(lines), max(lines)) if lines else (0, -1)
            found = self.of_code[code] = [
                guard for guard in self.files.get(code.co_filename, ())
                if first <= guard.line <= last and guard.row["function"] == code.co_qualname
            ]  # fmt: skip
        return found

    def on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Global trace function."""
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        guards = self.guards_of(code)
        if not guards:
            return None
        self.calls[code] = self.calls.get(code, 0) + 1
        if self.calls[code] > MOST_CALLS:
            return None
        frame.f_trace_lines = False
        sys.settrace(None)
        try:
            self.open[id(frame)] = ([guard.verdict(frame) for guard in guards], 0, "")
        finally:
            sys.settrace(self.on_call)
        return self.on_event

    def on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Local trace function."""
        state = self.open.get(id(frame))
        if state is None:
            return None
        if event == "exception":
            here = arg[2] is not None and arg[2].tb_next is None and frame.f_code.co_code[frame.f_lasti] in RAISES
            self.open[id(frame)] = (state[0], frame.f_lineno if here else 0, arg[0].__name__)
        elif event == "return":
            del self.open[id(frame)]
            normal = frame.f_code.co_code[frame.f_lasti] in RETURNS
            for guard, said_no in zip(self.guards_of(frame.f_code), state[0], strict=True):
                here = not normal and guard.line <= state[1] <= guard.end_line
                guard.settle(said_no, here, "" if normal else state[2] or "?")
        return self.on_event


def main() -> None:
    """Trace `python -m MODULE ARGUMENT …`."""
    guards, out, module, *arguments = sys.argv[1:]
    with open(guards, encoding="utf-8") as source:
        tracer = Tracer(json.load(source))
    process = os.getpid()

    def write() -> None:
        sys.settrace(None)
        if os.getpid() != process:
            return
        rows = [
            {**{key: guard.row[key] for key in ("line", "test", "must_raise", "function")}, "file": name, "wrong": guard.wrong, **guard.counts}
            for name, found in tracer.files.items() for guard in found if guard.counts["calls"]
        ]  # fmt: skip
        with open(out, "w", encoding="utf-8") as target:
            json.dump(rows, target)

    atexit.register(write)
    sys.argv = [module, *arguments]
    sys.path[0] = os.getcwd()
    threading.settrace(tracer.on_call)
    sys.settrace(tracer.on_call)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
