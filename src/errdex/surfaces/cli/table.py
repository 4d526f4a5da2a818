"""The commands there are. Importing this imports none of them: a cold `errdex explain` pays for itself alone."""

from __future__ import annotations

COMMANDS = {
    "explain": "explain an error message, a traceback, or the end of a log",
    "index": "add what is installed, or other targets, to the catalogue",
    "show": "show one record",
    "match": "match many messages, for programs",
    "watch": "follow a log and count which statements its lines come from",
    "sites": "list the statements that report errors, for programs",
    "audit": "check the claims of a published record against its source",
    "verify": "run a package's own code, shut in, to see its errors",
    "status": "say what the catalogue holds",
    "completion": "print a completion script for a shell",
}
"""Name of each command and what it does, in the order of the help. Its module is `commands.<name>`."""

LEADING = {"--catalogue": True, "--quiet": False, "-q": False, "--json": False, "--no-color": False}
"""Common options that may also stand before the command, and whether each takes a value."""

EXAMPLES = """\
examples:
  errdex explain "ValueError: could not convert string to float: 'abc'"
  python app.py 2>&1 | errdex explain
  errdex explain --why crash.log
  errdex index
  errdex index --python .venv/bin/python
  errdex index pandas==2.2.3
"""

ENDING = """\
`errdex COMMAND --help` has the options and examples of each.
Exit status: 0 done, 1 no match, 2 wrong usage or unreadable input.
"""


def overview() -> str:
    """The text of `errdex --help`."""
    rows = "".join(f"  {name:<11} {summary}\n" for name, summary in COMMANDS.items())
    return (
        "usage: errdex COMMAND [OPTION…]\n\n"
        "Names the statement that raised an error, in the version that is installed,\n"
        "and says which condition was true there.\n\n"
        f"commands:\n{rows}\n"
        "options:\n  -h, --help  show this text\n  --version   show the version\n\n"
        f"{EXAMPLES}\n{ENDING}"
    )
