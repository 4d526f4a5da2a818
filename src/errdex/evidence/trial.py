"""Looks for calls that end at given statements. Runs inside the sandbox, in the interpreter of the analysed package.

It imports nothing of errdex, and runs on Python 3.8 and later. A plan (JSON) lies in the file that is its argument; what
it finds goes to standard output, one JSON object a line, while whatever the analysed code prints is thrown away.

Every call is an expression as text, so that what is found can be shown and run again by itself. The search starts from
plain values, changes one argument at a time, and goes on from calls that got to lines of the function where none was
before.
"""

from __future__ import annotations

import asyncio
import enum
import importlib
import inspect
import itertools
import json
import linecache
import os
import signal
import sys
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_NEW = 12
"""Calls that the search goes on from."""
MOST_RECEIVERS = 5
LONGEST_CODE = 2000
LONGEST_OUTPUT = 8000
DEEPEST = 2
"""Objects inside objects that are made."""

BY_TYPE = {
    "str": [
        "'a'",
        "''",
        "'a b'",
        "'1'",
        "'\\x00'",
        "'\u00e9'",
        "'/'",
        "'a' * 300",
        "'{'",
        "'%'",
        "'-'",
        "'['",
        "'a=b'",
    ],
    "bytes": ["b'a'", "b''", "b'\\xff'"],
    "int": ["1", "0", "-1", "2", "100", "10**9"],
    "float": ["1.0", "0.0", "-1.0", "float('nan')", "float('inf')"],
    "bool": ["True", "False"],
    "list": ["[]", "['a']", "[1]", "['a', 'a']", "[('a', 'b')]", "[None]"],
    "dict": ["{}", "{'a': 1}", "{'a': 'b'}", "{1: 2}"],
    "tuple": ["()", "('a',)", "(1, 2)", "('a', 'b', 'c')"],
    "set": ["set()", "{'a'}"],
    "callable": ["(lambda *a, **k: None)", "len", "(lambda *a, **k: 'a')"],
    "none": ["None"],
    "type": ["int", "str", "object"],
    "object": ["object()"],
}
ALIASES = {
    "Sequence": "list", "Iterable": "list", "Iterator": "list", "List": "list", "Collection": "list", "Mapping": "dict",
    "MutableMapping": "dict", "Dict": "dict", "Tuple": "tuple", "Set": "set", "FrozenSet": "set", "AbstractSet": "set",
    "Callable": "callable", "Text": "str", "AnyStr": "str", "PathLike": "str", "Type": "type", "None": "none",
    "NoneType": "none", "Any": "object", "frozenset": "set", "bytearray": "bytes", "SupportsInt": "int", "Path": "str",
}  # fmt: skip
PLAIN = ["'a'", "None", "1", "[]", "{}", "''", "0", "-1", "b'a'", "True", "object()", "(lambda *a, **k: None)", "()", "1.5", "'a b'",
         "['a']", "{'a': 1}", "int"]  # fmt: skip


NAMES = {"asyncio": asyncio, "itertools": itertools}
"""Top modules that calls may name."""


class Overtime(BaseException):
    """A call takes too long."""


def overtime(*_: Any) -> Any:
    """Ends the call that runs."""
    raise Overtime


class Trial:
    """One plan."""

    def __init__(self, plan: Any, say: Any) -> None:
        self.plan, self.say = plan, say
        self.wanted: dict[str, list[Any]] = {}
        for target in plan["targets"]:
            key = os.path.realpath(target["file"])
            self.wanted.setdefault(key, []).append(target)
        self.found: set[int] = set()
        self.pid = os.getpid()

    def run(self) -> Any:
        """Searches for each target."""
        for target in self.plan["targets"]:
            self.say({"begin": target["number"]})
            try:
                Search(self, target).run()
            except BaseException as error:  # noqa: BLE001 - whatever analysed code does must not end the others' search
                self.say({"number": target["number"], "gave_up": type(error).__name__})
            self.leave_copies()

    def leave_copies(self) -> Any:
        """Ends a copy of this process that analysed code has made."""
        if os.getpid() != self.pid:
            os._exit(0)

    def call(self, code: Any, trace: Any = None) -> Any:
        """Runs one expression; its outcome: the value, or the error, and whether it ended well."""
        if len(code) > LONGEST_CODE:
            return None, False
        names = dict(NAMES)
        try:
            compiled = compile(code, "<call>", "eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None, False
        signal.setitimer(signal.ITIMER_REAL, self.plan["seconds"])
        try:
            if trace is not None:
                sys.settrace(trace)
            value = eval(compiled, names)  # noqa: S307 - inside the sandbox, which is what it is for
            return value, True
        except BaseException as error:  # noqa: BLE001 - any outcome of a call is an answer
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.leave_copies()
            self.note(code, error)
            return error, False
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.leave_copies()

    def note(self, code: Any, error: Any) -> Any:
        """Tells of an error that a wanted statement raised."""
        place = last_place(error)
        if place is None:
            return
        for target in self.wanted.get(os.path.realpath(place[0]), ()):
            number = target["number"]
            fits = not target["exception"] or type(error).__name__ == target["exception"]
            if fits and target["line"] <= place[1] <= target["end_line"] and number not in self.found:
                self.found.add(number)
                self.say({"number": number, "code": with_imports(code)})


class Search:
    """The search for one statement."""

    def __init__(self, trial: Any, target: Any) -> None:
        self.trial, self.target = trial, target
        self.number = target["number"]
        self.left = self.trial.plan["calls"]
        self.lines: set[int] = set()
        self.defaults: dict[str, Any] = {}
        self.guard = GuardCount(target)

    def run(self) -> Any:
        """Searches until the statement has raised, or the calls are used up."""
        module = imported(self.target["module"])
        owner, function = resolved(module, self.target["function"])
        if function is None:
            return
        self.module = module
        code = code_of(function)
        self.code = code
        heads = self.heads(owner)
        last = self.target["function"].rpartition(".")[2]
        known = owner.__name__ if owner is not None and last == "__init__" else last
        for arguments in self.trial.plan["known"].get(known, ()):
            for head in heads[:2]:
                if not self.is_done() and not isinstance(function, property):
                    self.attempt(wrapped(function, f"{head}({arguments})"), None)
        for head in heads:
            if self.is_done():
                break
            if isinstance(function, property):
                self.attempt(head, None)
            else:
                self.ascend(head, function)
        if self.guard.asked:
            self.trial.say({"number": self.number, "guard": self.guard.counts})

    def is_done(self) -> Any:
        """Whether there is nothing left to do."""
        return self.left <= 0 or self.number in self.trial.found

    def heads(self, owner: Any) -> Any:
        """The callable as text, one for each object that its class could be made as."""
        path, name = self.target["module"], self.target["function"]
        last = name.rpartition(".")[2]
        if owner is None:
            return [f"{path}.{name}"]
        own = f"{path}.{name.rpartition('.')[0]}"
        if last in ("__init__", "__new__", "__post_init__"):
            return [own]
        static = inspect.getattr_static(owner, last, None)
        if isinstance(static, (classmethod, staticmethod)):
            return [f"{own}.{last}"]
        return [f"{one}.{last}" for one in self.objects(owner, own, 0)]

    def objects(self, cls: Any, path: Any, depth: Any) -> Any:
        """Expressions that make an object of a class."""
        made: list[str] = []
        if isinstance(cls, type) and issubclass(cls, enum.Enum):
            return [f"{path}.{one.name}" for one in cls][:MOST_RECEIVERS]
        options = [(cls, path)]
        options += [(one, full) for one in subclasses(cls) for full in [path_of(one)] if full]
        for one, full in options[:4]:
            for arguments in self.argument_lists(one, depth):
                if len(made) >= MOST_RECEIVERS:
                    return made
                expression = f"{full}({arguments})"
                _, well = self.trial.call(expression)
                if well:
                    made.append(expression)
                    if len(made) % 2 == 0:
                        break
        return made

    def argument_lists(self, cls: Any, depth: Any) -> Any:
        """Argument lists to make an object with."""
        yield from self.trial.plan["known"].get(cls.__name__, ())
        pools = self.pools(cls, depth + 1)
        yield written([(kind, name, None if optional else values[0]) for kind, name, optional, values in pools])
        count = 0
        for at, (_, _, _, values) in enumerate(pools):
            for value in values:
                count += 1
                if count > 40:
                    return
                yield written(
                    [
                        (kind, name, value if number == at else None if optional else others[0])
                        for number, (kind, name, optional, others) in enumerate(pools)
                    ]
                )

    def pools(self, function: Any, depth: Any) -> Any:
        """For each parameter: its kind, name, whether it may be left out, and values to try."""
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return []
        found = []
        for one in parameters:
            if one.kind is one.VAR_KEYWORD:
                continue
            optional = one.default is not one.empty or one.kind is one.VAR_POSITIONAL
            if depth == 0:
                self.defaults[one.name] = () if one.kind is one.VAR_POSITIONAL else one.default
            kind = "keyword" if one.kind is one.KEYWORD_ONLY else "many" if one.kind is one.VAR_POSITIONAL else "place"
            found.append((kind, one.name, optional, self.values(one, depth)))
        return found

    def values(self, parameter: Any, depth: Any) -> Any:
        """Values to try for a parameter, the likeliest first."""
        values = list(self.target["values"].get(parameter.name, ()))
        plain = literal(parameter.default)
        if plain:
            values.append(plain)
        annotated = self.annotated(parameter.annotation, depth)
        constants = list(self.target["constants"])
        values += annotated[:3] + constants + annotated[3:] + PLAIN
        return list(dict.fromkeys(values))

    def annotated(self, annotation: Any, depth: Any) -> Any:
        """Values of an annotated type."""
        if annotation is inspect.Parameter.empty:
            return []
        text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "") or str(annotation)
        if not isinstance(annotation, str) and "[" in str(annotation):
            text = str(annotation)
        values = []
        for name in type_names(text):
            kind = ALIASES.get(name, name.lower() if name == "object" else name)
            if kind in BY_TYPE:
                values += BY_TYPE[kind]
                continue
            cls = annotation if isinstance(annotation, type) and annotation.__name__ == name else None
            cls = cls or getattr(getattr(self, "module", None), name, None)
            path = path_of(cls) if isinstance(cls, type) else ""
            if path and depth < DEEPEST:
                values += self.objects(cls, path, depth)
        if "Literal" in text:
            values = [one.strip() for one in text.partition("Literal[")[2].rpartition("]")[0].split(",")] + values
        return values

    def ascend(self, head: Any, function: Any) -> Any:
        """Tries calls, one argument changed at a time, from every call that got further than those before."""
        callee = self.callee(head, function)
        pools = self.pools(callee, 0)
        start = tuple(None if optional else 0 for _, _, optional, _ in pools)
        waiting, seen = [start], {start}
        self.choice(head, function, pools, start)
        while waiting and not self.is_done():
            base = waiting.pop(0)
            for at, (_, _, _, values) in enumerate(pools):
                for number in range(len(values)):
                    choice = (*base[:at], number, *base[at + 1 :])
                    if choice in seen:
                        continue
                    seen.add(choice)
                    if self.is_done():
                        return
                    if self.choice(head, function, pools, choice) and len(waiting) < MOST_NEW:
                        waiting.append(choice)

    def callee(self, head: Any, function: Any) -> Any:
        """What is called, bound to its object."""
        value, well = self.trial.call(head)
        return value if well else function

    def choice(self, head: Any, function: Any, pools: Any, choice: Any) -> Any:
        """Makes one call; whether it got to lines where none was before."""
        chosen = [
            (kind, name, None if number is None else values[number])
            for (kind, name, _, values), number in zip(pools, choice)  # noqa: B905 - Python 3.8
        ]
        return self.attempt(wrapped(function, f"{head}({written(chosen)})"), chosen)

    def attempt(self, code: Any, chosen: Any) -> Any:
        """Makes one call; whether it got to lines where none was before."""
        self.left -= 1
        lines = set()

        def inside(frame: Any, event: Any, _: Any) -> Any:
            if event == "line":
                lines.add(frame.f_lineno)
            return inside

        def trace(frame: Any, _event: Any, _argument: Any) -> Any:
            return inside if frame.f_code is self.code else None

        outcome, _ = self.trial.call(code, trace)
        if chosen is not None and self.guard.asked:
            # a statement whose own expressions fail was reached all the same
            reached = any(self.target["line"] <= line <= self.target["end_line"] for line in lines)
            here = isinstance(outcome, BaseException) and (reached or self.is_here(outcome))
            self.guard.count(self, chosen, here=here)
        new = lines - self.lines
        self.lines |= lines
        return bool(new)

    def is_here(self, error: Any) -> Any:
        """Whether the statement raised this."""
        place = last_place(error)
        return (
            place is not None
            and os.path.realpath(place[0]) == os.path.realpath(self.target["file"])
            and self.target["line"] <= place[1] <= self.target["end_line"]
        )


class GuardCount:
    """A guard against real calls: how often it held, and what happened then."""

    def __init__(self, target: Any) -> None:
        self.test, self.imports = target.get("guard", ""), target.get("guard_imports", "")
        self.asked = bool(self.test)
        self.counts = {"held_raised": 0, "held_else": 0, "not_held_raised": 0, "not_held_else": 0}

    def count(self, search: Any, chosen: Any, *, here: Any) -> Any:
        """One call with its outcome; a guard that cannot be asked about its values is not counted."""
        names = dict(vars(search.module))
        try:
            exec(self.imports, names)  # noqa: S102 - inside the sandbox, which is what it is for
            for _, name, text in chosen:
                names[name] = search.defaults[name] if text is None else eval(text, dict(NAMES))  # noqa: S307
            holds = bool(eval(self.test, names))  # noqa: S307
        except Exception:  # noqa: BLE001 - what odd values do to a test is no answer
            return
        self.counts[f"{'held' if holds else 'not_held'}_{'raised' if here else 'else'}"] += 1


def resolved(module: Any, name: Any) -> Any:
    """The class (or None) and the function of a qualified name; None and None where it is not there."""
    owner = None
    thing = module
    parts = name.split(".")
    for part in parts:
        owner = thing if isinstance(thing, type) else None
        try:
            thing = inspect.getattr_static(thing, part)
        except AttributeError:
            return None, None
    if isinstance(thing, (classmethod, staticmethod)):
        thing = thing.__func__
    return owner, thing


def code_of(function: Any) -> Any:
    """The code object of a function, looked for behind decorators."""
    if isinstance(function, property):
        function = function.fget
    function = inspect.unwrap(function) if callable(function) else function
    return getattr(function, "__code__", None)


def wrapped(function: Any, call: Any) -> Any:
    """A call of a generator is listed, one of a coroutine is run."""
    function = inspect.unwrap(function) if callable(function) else function
    if inspect.iscoroutinefunction(function):
        return f"asyncio.run({call})"
    if inspect.isgeneratorfunction(function):
        return f"list(itertools.islice({call}, 50))"
    return call


def written(chosen: Any) -> Any:
    """An argument list."""
    texts, by_name = [], False
    for kind, name, value in chosen:
        if value is None:
            by_name = True
        elif kind == "keyword" or (by_name and kind != "many"):
            texts.append(f"{name}={value}")
        elif not by_name:
            texts.append(value)
    return ", ".join(texts)


def literal(value: Any) -> Any:
    """A default as text, "" where it is no plain value."""
    plain = value is None or type(value) in (str, bytes, int, float, bool, tuple, list, dict)
    return repr(value) if plain and len(repr(value)) < 100 and "<" not in repr(value) else ""


def type_names(text: Any) -> Any:
    """Outermost names of an annotation, options of a union apart."""
    depth, name, found = 0, "", []
    for mark in text + "|":
        if mark == "[":
            if name.rpartition(".")[2] in ("Optional", "Union", "ClassVar", "Final", "Annotated"):
                name = ""
                continue
            depth += 1
        elif mark == "]":
            depth = max(0, depth - 1)
        elif depth == 0 and mark in "|,":
            if name.strip():
                found.append(name.strip().strip("'\"").rpartition(".")[2])
            name = ""
            continue
        if depth == 0 and mark not in "[]":
            name += mark
    return list(dict.fromkeys(found))


def path_of(cls: Any) -> Any:
    """Where a class can be named, "" where it cannot."""
    module, name = getattr(cls, "__module__", ""), getattr(cls, "__qualname__", "")
    if not module or "<" in name or module == "__main__":
        return ""
    if module == "builtins":
        return name
    try:
        thing = imported(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except Exception:  # noqa: BLE001 - importing is running analysed code
        return ""
    return f"{module}.{name}" if thing is cls else ""


def imported(name: Any) -> Any:
    """A module, whose top calls may name from now on."""
    module = importlib.import_module(name)
    top = name.partition(".")[0]
    NAMES[top] = sys.modules[top]
    return module


def subclasses(cls: Any) -> Any:
    """Classes that inherit from one, as far as they are imported."""
    try:
        return list(type.__subclasses__(cls))
    except TypeError:
        return []


def with_imports(code: Any) -> Any:
    """An expression with the imports that it needs, as a program."""
    needed = [name for name in list(sys.modules) if name.partition(".")[0] in NAMES and names_module(code, name)]
    needed = [one for one in needed if not any(other.startswith(f"{one}.") for other in needed)]
    return "\n".join([*(f"import {name}" for name in sorted(needed)), code])


def names_module(code: Any, name: Any) -> Any:
    """Whether an expression names a module."""
    at = code.find(f"{name}.")
    while at >= 0:
        if at == 0 or not (code[at - 1].isalnum() or code[at - 1] in "._'\""):
            return True
        at = code.find(f"{name}.", at + 1)
    return False


def last_place(error: Any) -> Any:
    """File and line of the innermost frame of an error."""
    trace = error.__traceback__
    if trace is None:
        return None
    count = 0
    while trace.tb_next is not None and count < 2000:
        trace = trace.tb_next
        count += 1
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


def confirm(plan: Any, say: Any) -> Any:
    """Runs one program by itself, and tells how it ended."""
    code = plan["code"]
    linecache.cache["<reproduction>"] = (len(code), None, code.splitlines(keepends=True), "<reproduction>")
    signal.setitimer(signal.ITIMER_REAL, plan["seconds"])
    try:
        exec(compile(code, "<reproduction>", "exec"), {"__name__": "__main__"})  # noqa: S102 - inside the sandbox
    except BaseException as error:  # noqa: BLE001 - how it ends is the answer
        signal.setitimer(signal.ITIMER_REAL, 0)
        place = last_place(error)
        shown = traceback.format_exception(
            type(error), error, error.__traceback__.tb_next if error.__traceback__ else None
        )
        say(
            {
                "class": f"{type(error).__module__}.{type(error).__qualname__}",
                "message": safe_text(error),
                "file": place[0] if place else "",
                "line": place[1] if place else 0,
                "output": "".join(shown)[-LONGEST_OUTPUT:],
            }
        )


def run_tests(plan: Any, say: Any) -> Any:
    """Runs tests of the package, and tells which wanted statements raised while they ran."""
    wanted: dict[str, list[Any]] = {}
    for target in plan["targets"]:
        wanted.setdefault(os.path.realpath(target["file"]), []).append(target)
    known: dict[Any, Any] = {}
    hits: dict[int, Any] = {}

    def inside(frame: Any, event: Any, argument: Any) -> Any:
        if event == "exception":
            for target in known[frame.f_code]:
                if target["line"] <= frame.f_lineno <= target["end_line"]:
                    error = argument[1]
                    shown = safe_text(error) if isinstance(error, BaseException) else str(error)
                    name = f"{argument[0].__module__}.{argument[0].__qualname__}"
                    hits.setdefault(target["number"], [name, shown])
        return inside

    def trace(frame: Any, _event: Any, _argument: Any) -> Any:
        code = frame.f_code
        if code not in known:
            known[code] = wanted.get(os.path.realpath(code.co_filename), ())
        return inside if known[code] else None

    import pytest

    sys.settrace(trace)
    status = pytest.main(["-q", "-p", "no:cacheprovider", *plan["tests"]])
    sys.settrace(None)
    say({"status": int(status), "hits": [[number, *hit] for number, hit in hits.items()]})


def safe_text(error: Any) -> Any:
    """What an error prints as its message."""
    try:
        return str(error)[:LONGEST_OUTPUT]
    except BaseException:  # noqa: BLE001 - its class is analysed code
        return ""


def main() -> None:
    """Follows the plan."""
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if plan["mode"] != "tests":
        os.dup2(1, 2)
    sys.path[:0] = plan["path"]
    sys.setrecursionlimit(2000)
    signal.signal(signal.SIGALRM, overtime)

    pid = os.getpid()

    def say(whole: Any) -> Any:
        if os.getpid() != pid:
            os._exit(0)  # a copy that analysed code has made
        answers.write(json.dumps(whole) + "\n")
        answers.flush()

    if plan["mode"] == "confirm":
        confirm(plan, say)
    elif plan["mode"] == "tests":
        run_tests(plan, say)
    else:
        Trial(plan, say).run()
    answers.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
