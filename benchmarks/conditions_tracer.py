"""Runs a program and, at each raise, evaluates what errdex says of that statement on the live frame.

    python conditions_tracer.py SITES.json OUT.json MODULE [ARGUMENT …]

Runs in the interpreter whose packages are tested, without errdex. `SITES.json` maps absolute file names to lists of sites
(`line`, `end_line`, `owner`, `condition`: list of `{text, line, stale, kind}`, `reaching`: list of `{operand, members,
reaching, outside}`). `OUT.json` receives the counts and every violation.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import collections
import dis
import json
import os
import re
import runpy
import signal
import sys
import threading
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import CodeType, FrameType

RAISES = {dis.opmap["RAISE_VARARGS"], dis.opmap.get("RERAISE", -1)}
PURE_CALLS = {
    "isinstance", "issubclass", "len", "type", "callable", "hasattr", "getattr", "str", "int", "float", "bool", "repr", "tuple",
    "set", "frozenset", "abs", "min", "max", "sum", "sorted", "any", "all", "id", "list", "dict", "range", "ord", "chr", "bytes",
}  # fmt: skip
PURE_METHODS = {
    "startswith", "endswith", "isdigit", "isalpha", "isidentifier", "isspace", "isupper", "islower", "strip", "lstrip", "rstrip",
    "lower", "upper", "get", "keys", "values", "items", "count", "find", "split", "partition", "issubset", "issuperset",
    "isdisjoint", "intersection", "union", "difference", "isnumeric", "isalnum", "isdecimal", "isascii", "index",
}  # fmt: skip
PURE_TYPES = (str, bytes, int, float, complex, tuple, frozenset, range, type(None))
"""Types none of whose methods alters anything."""
CONTAINERS: tuple[type, ...] = (*PURE_TYPES, list, dict, set, type({}.keys()), type({}.values()), type({}.items()))
"""Types that may be gone through once more."""
PURE_MODULES = {"math", "cmath", "re", "_operator", "operator", "inspect", "posixpath", "genericpath", "numpy", "keyword", "unicodedata",
                "_sre", "_stat", "stat", "datetime", "decimal", "fractions", "numbers", "types", "typing"}  # fmt: skip
"""Modules whose functions, and the methods of whose classes, only compute."""
QUESTION = re.compile(
    r"_*(?:is|has|can|should|supports?|needs?|allows?|are|valid|exists|issubdtype)(?:_\w+|[a-z]*)$|\w+_contains?$|\w+_is_\w+$"
)
"""Functions of the tested package that are called once more: errdex takes them to change nothing."""


CAUGHT = re.compile(r"[Ee]xcept (.+?) raised by ")


class Clause:
    """One clause, made ready to be decided on a frame."""

    def __init__(self, row: dict[str, Any], owner: str) -> None:
        self.text, self.line, self.kind = row["text"], row["line"], row.get("kind", "test")
        self.code: CodeType | None = None
        self.called: list[CodeType] = []
        """What is called that must be looked at first, inner ones before outer ones."""
        self.walked: list[CodeType] = []
        """What comprehensions go through."""
        self.undecidable = ""
        """Why it cannot be decided, or `""`."""
        if row.get("stale"):
            self.undecidable = "stale"
        elif self.kind == "test":
            self.compile(self.text, owner)
        elif self.kind == "except" and (caught := CAUGHT.match(self.text)):
            self.compile(f"({caught.group(1).replace(' or ', ', ')},)", owner)
        else:
            self.undecidable = self.kind

    def compile(self, text: str, owner: str) -> None:
        """Compile an expression, with what must be known before it may be evaluated."""
        try:
            tree = ast.parse(text, mode="eval")
        except (SyntaxError, ValueError):
            self.undecidable = "no expression"
            return
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
                self.undecidable = type(node).__name__
            elif isinstance(node, ast.Attribute):
                node.attr = mangled(node.attr, owner)
            elif isinstance(node, ast.Name):
                node.id = mangled(node.id, owner)
        if self.undecidable:
            return
        for node in reversed(nodes):
            if isinstance(node, ast.Call) and not is_pure(node):
                self.called.append(part_code(node.func))
            elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
                self.walked.extend(part_code(one.iter) for one in node.generators)
        self.code = compile(tree, "<clause>", "eval")

    def holds(self, names: dict[str, Any], raised: BaseException, frame: FrameType) -> bool | None:
        """Whether the clause is true on the frame; `None`: it cannot be decided."""
        if self.code is None:
            return None
        try:
            if not all(may_be_called(eval(code, names)) for code in self.called):
                return None
            if not all(isinstance(eval(code, names), CONTAINERS) for code in self.walked):
                return None
            value = eval(self.code, names)
            if self.kind == "except":
                return was_caught(value, raised, frame)
            return bool(value)
        except Exception:
            return None


def was_caught(classes: tuple[type[BaseException], ...], raised: BaseException, frame: FrameType) -> bool | None:
    """Whether the frame has caught one of the classes; `None`: its handler has ended, nothing is left of it."""
    if isinstance(raised, classes):
        return True
    caught = raised.__context__
    here = caught is not None and caught.__traceback__ is not None and caught.__traceback__.tb_frame is frame
    return isinstance(caught, classes) if here else None


def part_code(node: ast.expr) -> CodeType:
    """A part of a clause as code of its own."""
    return compile(ast.Expression(node), "<clause>", "eval")


def may_be_called(function: Any) -> bool:
    """Whether calling it once more changes nothing: it only computes, or its name asks a question."""
    name = getattr(function, "__name__", "")
    receiver = getattr(function, "__self__", None)
    if isinstance(function, type):
        return function in CONTAINERS or issubclass(function, BaseException)
    if receiver is not None and type(receiver) in PURE_TYPES:
        return True
    home = getattr(function, "__module__", None) or type(receiver).__module__
    return home.partition(".")[0] in PURE_MODULES or bool(QUESTION.match(name))


def is_pure(call: ast.Call) -> bool:
    """Whether evaluating the call once more changes nothing."""
    if isinstance(call.func, ast.Name):
        return call.func.id in PURE_CALLS and hasattr(builtins, call.func.id)
    return isinstance(call.func, ast.Attribute) and call.func.attr in PURE_METHODS


def mangled(name: str, owner: str) -> str:
    """Private names as the class body's compiler writes them."""
    bare = owner.rpartition(".")[2].lstrip("_")
    return f"_{bare}{name}" if bare and name.startswith("__") and not name.endswith("__") else name


class Site:
    """One statement with its claims and what was seen."""

    def __init__(self, row: dict[str, Any]) -> None:
        owner = row.get("owner", "")
        self.line, self.end_line = row["line"], row["end_line"]
        self.clauses = [Clause(clause, owner) for clause in row["condition"]]
        self.sets = [
            {**one, "code": Clause({"text": one["operand"], "line": 0}, owner).code} for one in row.get("reaching", ())
        ]
        self.undecided: dict[str, int] = {}
        self.unclear: dict[str, int] = {}
        """Clauses that were not decided, with how often."""
        self.raises = self.decidable = self.loops_apart = self.sets_checked = self.sets_inside = 0
        self.violations: dict[str, str] = {}

    def observe(self, frame: FrameType, raised: BaseException) -> None:
        """Evaluate everything on the frame that raises."""
        self.raises += 1
        names = {**frame.f_globals, **frame.f_locals}
        known = [self.check_clause(clause, names, raised, frame) for clause in self.clauses]
        self.decidable += all(known)
        self.loops_apart += all(held or clause.kind == "loop" for held, clause in zip(known, self.clauses, strict=True))
        for one in self.sets:
            self.check_set(one, names)

    def check_clause(self, clause: Clause, names: dict[str, Any], raised: BaseException, frame: FrameType) -> bool:
        """Whether the clause could be decided; a false one is a violation."""
        holds = clause.holds(names, raised, frame)
        if holds is False:
            self.violations.setdefault(clause.text, f"false, imposed at line {clause.line}")
        elif holds is None:
            why = clause.undecidable or (
                "except"
                if clause.kind == "except"
                else "call"
                if clause.called
                else "walk"
                if clause.walked
                else "fails"
            )
            self.undecided[why] = self.undecided.get(why, 0) + 1
            self.unclear[f"{why}: {clause.text} [{clause.line}]"] = (
                self.unclear.get(f"{why}: {clause.text} [{clause.line}]", 0) + 1
            )
        return holds is not None

    def check_set(self, one: dict[str, Any], names: dict[str, Any]) -> None:
        """The live member must be in the reaching set."""
        try:
            value = eval(one["code"], names)
            member = f"{type(value).__name__}.{value.name}" if hasattr(type(value), "__members__") else repr(value)
        except Exception:
            return
        self.sets_checked += 1
        if member in one["members"]:
            self.sets_inside += 1
            if member not in one["reaching"]:
                self.violations[f"set of {one['operand']}"] = f"{member} got here, said to reach: {one['reaching']}"
        elif not one["outside"] and type(value).__module__ == "builtins":
            self.violations[f"set of {one['operand']}"] = f"{member}, no member, got here; said that none does"


class Tracer:
    """Follows only functions that hold sites."""

    def __init__(self, files: dict[str, list[dict[str, Any]]]) -> None:
        self.files = {name: sorted(map(Site, rows), key=lambda site: site.line) for name, rows in files.items()}
        self.starts = {name: [site.line for site in sites] for name, sites in self.files.items()}
        self.wanted: dict[CodeType, bool] = {}

    def on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Global trace function."""
        code = frame.f_code
        wanted = self.wanted.get(code)
        if wanted is None:
            wanted = self.wanted[code] = self.holds_site(code)
        if not wanted:
            return None
        frame.f_trace_lines = False
        return self.on_event

    def holds_site(self, code: CodeType) -> bool:
        """Whether a site lies in the lines of a code object."""
        starts = self.starts.get(code.co_filename)
        if not starts:
            return False
        lines = [line for _, _, line in code.co_lines() if line]
        return bool(lines) and bisect_right(starts, max(lines)) > bisect_right(starts, min(lines) - 1)

    def on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Local trace function."""
        if event == "exception" and arg[2] is not None and arg[2].tb_next is None and raises_here(frame):
            site = self.site_at(frame.f_code.co_filename, frame.f_lineno)
            if site is not None:
                sys.settrace(None)
                try:
                    site.observe(frame, arg[1])
                finally:
                    sys.settrace(self.on_call)
        return self.on_event

    def site_at(self, name: str, line: int) -> Site | None:
        """The innermost site whose statement covers a line."""
        position = bisect_right(self.starts[name], line) - 1
        site = self.files[name][position] if position >= 0 else None
        return site if site is not None and site.line <= line <= site.end_line else None

    def result(self) -> dict[str, Any]:
        """Counts and violations, for JSON."""
        seen = [(name, site) for name, sites in self.files.items() for site in sites if site.raises]
        conditional = [site for _, site in seen if site.clauses]
        return {
            "sites": len(seen),
            "raises": sum(site.raises for _, site in seen),
            "raises with a condition": sum(site.raises for site in conditional),
            "all clauses decided": sum(site.decidable for site in conditional),
            "all decided but loops that ran out": sum(site.loops_apart for site in conditional),
            "unclear": sorted(
                (
                    [count, f"{os.path.basename(name)}:{site.line} {text}"]
                    for name, site in seen
                    for text, count in site.unclear.items()
                ),
                reverse=True,
            )[:200],
            "undecided": dict(
                sum((collections.Counter(site.undecided) for site in conditional), collections.Counter())
            ),
            "sites all of whose clauses are decidable": sum(site.decidable == site.raises for site in conditional),
            "sites with a condition": len(conditional),
            "sets checked": sum(site.sets_checked for _, site in seen),
            "live member in the domain": sum(site.sets_inside for _, site in seen),
            "violations": [
                {"file": name, "line": site.line, "claim": claim, "found": found}
                for name, site in seen
                for claim, found in site.violations.items()
            ],
        }


def raises_here(frame: FrameType) -> bool:
    """Whether the frame's current instruction is a raise, not a call that failed."""
    return frame.f_code.co_code[frame.f_lasti] in RAISES


def main() -> None:
    """Trace `python -m MODULE ARGUMENT …`."""
    sites, out, module, *arguments = sys.argv[1:]
    with open(sites, encoding="utf-8") as source:
        tracer = Tracer(json.load(source))
    process = os.getpid()

    def write() -> None:
        sys.settrace(None)
        if os.getpid() == process:
            with open(out, "w", encoding="utf-8") as target:
                json.dump(tracer.result(), target)

    def end(*_: object) -> None:
        write()
        os._exit(1)

    atexit.register(write)
    signal.signal(signal.SIGTERM, end)
    sys.argv = [module, *arguments]
    sys.path[0] = os.getcwd()
    threading.settrace(tracer.on_call)
    sys.settrace(tracer.on_call)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
