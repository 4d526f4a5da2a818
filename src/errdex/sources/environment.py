"""An interpreter's paths: from the inside for the one errdex runs in, by asking any other."""

from __future__ import annotations

import os
import sys

from errdex.errors import InterpreterError
from errdex.nouns.sources import Environment


def read_environment(python: str | None = None) -> Environment:
    """The environment of an interpreter; nothing of it is imported or run.

    Args:
        python: Path or name of an interpreter, or the folder of a virtual environment. `None`: the active virtual
            environment's (`VIRTUAL_ENV`, then `CONDA_PREFIX`), else the interpreter errdex runs in.

    Raises:
        InterpreterError: there is no such interpreter, or it does not answer.
    """
    executable = interpreter_of(python)
    if executable == sys.executable:
        return _own_environment()
    # Asking another interpreter needs `subprocess` and `json`, which a cold `errdex explain` cannot afford otherwise.
    from errdex.sources.probe import ask_interpreter

    return ask_interpreter(executable)


def interpreter_of(python: str | None = None) -> str:
    """Path of the interpreter that `read_environment` reads, as `Environment.python`, without asking it anything.

    Raises:
        InterpreterError: there is no such interpreter.
    """
    executable = _active_interpreter() if python is None else _find_interpreter(python)
    return sys.executable if _runs_errdex(executable) else executable


def _active_interpreter() -> str:
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        folder = os.environ.get(variable, "")
        if folder and (found := _interpreter_in(folder)):
            return found
    return sys.executable


def _find_interpreter(python: str) -> str:
    if os.path.isdir(python):
        if found := _interpreter_in(python):
            return found
        raise InterpreterError(python, "no interpreter in this folder")
    from shutil import which  # only for a named interpreter

    # Symbolic links stay: the interpreter of a virtual environment is a link to the one it was made with.
    found = which(python) if "\0" not in python else None
    if found is None:
        raise InterpreterError(python, "no such program")
    return os.path.abspath(found)


def _interpreter_in(folder: str) -> str | None:
    for parts in (("bin", "python"), ("bin", "python3"), ("Scripts", "python.exe"), ("python.exe",)):
        path = os.path.join(folder, *parts)
        if os.path.isfile(path):
            return os.path.abspath(path)
    return None


def _runs_errdex(executable: str) -> bool:
    own = sys.executable
    if not own or os.path.normcase(executable) == os.path.normcase(own):
        return True
    # `python`, `python3` and `python3.11` of one environment are one interpreter.
    beside = os.path.normcase(os.path.dirname(executable)) == os.path.normcase(os.path.dirname(own))
    return beside and os.path.realpath(executable) == os.path.realpath(own)


def _own_environment() -> Environment:
    # Imported late: a cold `errdex explain` asks only which interpreter is meant.
    from errdex.sources.pth import import_paths

    return Environment(
        python=sys.executable,
        version=sys.version.split()[0].rstrip("+"),
        stdlib=os.path.dirname(os.path.abspath(os.__file__)),
        paths=import_paths(_own_sites()),
    )


def _own_sites() -> tuple[str, ...]:
    import site  # imported at start by Python itself, unless told not to

    own = site.getsitepackages([sys.prefix, sys.exec_prefix])
    everyone = [folder for folder in site.getsitepackages() if folder not in own]
    user = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    order = [*own, *user, *everyone] if sys.prefix != sys.base_prefix else [*user, *own, *everyone]
    return tuple(os.path.abspath(folder) for folder in order if os.path.isdir(folder))
