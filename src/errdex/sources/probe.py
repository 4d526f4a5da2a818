"""Asking another interpreter for its paths, with nothing of its environment imported or run."""

from __future__ import annotations

import json
import os
import subprocess

from errdex.errors import InterpreterError
from errdex.nouns.sources import Environment
from errdex.sources.pth import import_paths

_SECONDS = 30

# Runs under `-I -S`: no site-packages, no .pth file, no sitecustomize. `site` is the interpreter's own module and does
# nothing when imported; distributors patch its lists of folders, which is why it is asked. Before Python 3.14 `-S`
# also keeps an interpreter from seeing that it lives in a virtual environment, hence pyvenv.cfg. Written for any
# Python 3, and for 2.7 as far as that has the parts.
PROGRAM = """
import json, os, site, sys
here = os.path.dirname(os.path.abspath(sys.executable))
base = [getattr(sys, "base_prefix", sys.prefix), getattr(sys, "base_exec_prefix", sys.exec_prefix)]
venv, shared = None, True
for folder in (here, os.path.dirname(here)):
    config = os.path.join(folder, "pyvenv.cfg")
    if os.path.isfile(config):
        venv, shared = folder, False
        with open(config, "rb") as lines:
            for line in lines.read().decode("utf-8", "replace").splitlines():
                key, _, value = line.partition("=")
                if key.strip().lower() == "include-system-site-packages":
                    shared = value.strip().lower() == "true"
        break
def folders(prefixes):
    try:
        return list(site.getsitepackages(prefixes))
    except TypeError:
        return list(site.getsitepackages())
paths = []
if venv:
    sys.prefix = sys.exec_prefix = venv
    paths += folders([venv])
if shared:
    if not os.environ.get("PYTHONNOUSERSITE"):
        paths.append(site.getusersitepackages())
    if venv:
        sys.prefix, sys.exec_prefix = base
    paths += folders(base)
print(json.dumps({
    "version": sys.version.split()[0].rstrip("+"),
    "stdlib": os.path.dirname(os.path.abspath(os.__file__)),
    "paths": [os.path.abspath(path) for path in paths if path and os.path.isdir(path)],
}))
"""


def ask_interpreter(python: str) -> Environment:
    """The environment of the interpreter at this path.

    Raises:
        InterpreterError: it does not start, does not end within half a minute, or says something else.
    """
    answer = _answer(python)
    try:
        facts = json.loads(answer)
        version, stdlib, paths = facts["version"], facts["stdlib"], facts["paths"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InterpreterError(python, "it answers, but not as Python does") from error
    if not _are_texts([version, stdlib]) or not isinstance(paths, list) or not _are_texts(paths):
        raise InterpreterError(python, "it answers, but not as Python does")
    return Environment(python, version, stdlib, import_paths(tuple(dict.fromkeys(paths))))


def _are_texts(values: list[object]) -> bool:
    return all(isinstance(value, str) and value for value in values)


def _answer(python: str) -> str:
    # An inherited PYTHONHOME would send the interpreter to another one's standard library; `-I` ignores it.
    command = [os.path.abspath(python), "-I", "-S", "-c", PROGRAM]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise InterpreterError(python, f"no answer within {_SECONDS} seconds") from error
    except (OSError, ValueError) as error:
        raise InterpreterError(python, getattr(error, "strerror", None) or str(error)) from error
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise InterpreterError(python, last[:200] or f"exit status {done.returncode}")
    return done.stdout.decode("utf-8", "replace")
