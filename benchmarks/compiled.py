"""Are recorded errors of compiled code attributed to the right binary?

    python benchmarks/compiled.py --bench ../shared/bench --site-packages ENV/lib/python3.11/site-packages

Asks `errdex match` about every recorded error that compiled code or the interpreter raised (`compiled.jsonl`, and the rows
of kind `c_level` in `exceptions.jsonl`), with class and message alone, and again with the traceback where one was recorded.
The catalogue (`--catalogue`, else the default one) holds that environment.

What is right: the recording names the module that raised where that was made by Cython; the first match, or one that
ties with it, is to be that module. Where it names none (the interpreter, C, C++, Rust), and where a module passes on what
another one says, the recording cannot tell one binary from another; then the match counts as *possible* when the package
that was running can load that binary: the interpreter's own, its own, or one of its requirements'. Everything else is wrong.
Messages that hold no text of their own (`KeyError: 'c'`) are counted with the rest, and shown apart.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ERRDEX = [sys.executable, "-m", "errdex"]
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_CYTHON = re.compile(r"\.(?:pyx|pxi|pxd|py)$")
_STDLIB = ("cpython", "cpython-stdlib")
_WORD = re.compile(r"[A-Za-z]{3,}")

Row = dict[str, Any]


def main() -> None:
    """Ask, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True)
    parser.add_argument("--site-packages", type=Path, required=True)
    parser.add_argument("--catalogue", type=Path)
    parser.add_argument("--show", type=int, default=10, help="how many wrong ones to list")
    options = parser.parse_args()
    rows = recorded_rows(options.bench / "truth")
    requirements = required_names(options.site_packages)
    for title, text in (("class and message", message_text), ("traceback", traceback_text)):
        asked = [row for row in rows if text(row)]
        answers = ask([text(row) for row in asked], options.catalogue)
        judged = [(judge(row, answer, requirements), row, answer) for row, answer in zip(asked, answers, strict=True)]
        report(title, judged, options.show)


def recorded_rows(truth: Path) -> list[Row]:
    """The errors of compiled code."""
    rows = [json.loads(line) for line in (truth / "compiled.jsonl").open(encoding="utf-8")]
    rows += [json.loads(line) for line in (truth / "exceptions.jsonl").open(encoding="utf-8")]
    return [row for row in rows if row["raise_kind"] == "c_level" and row["message"].strip()]


def printed_class(row: Row) -> str:
    """As a traceback prints it."""
    return str(row["exc_type"]).removeprefix("builtins.")


def message_text(row: Row) -> str:
    """Class and message."""
    return f"{printed_class(row)}: {row['message']}"


def traceback_text(row: Row, root: str = "/srv/app/.venv/lib/python3.11") -> str:
    """The row as the interpreter would print it, without source lines; `""`: no frames were recorded."""
    if not row.get("frames"):
        return ""
    lines = ["Traceback (most recent call last):"]
    for frame in row["frames"]:
        folder = root if frame["package"] == "cpython-stdlib" else f"{root}/site-packages"
        name = frame["function"].rsplit(".", 1)[-1]
        lines.append(f'  File "{folder}/{frame["file"]}", line {frame["line"]}, in {name}')
    return "\n".join([*lines, message_text(row)])


def ask(texts: list[str], catalogue: Path | None) -> list[Row]:
    """`errdex match`'s answers, in order."""
    environment = {**os.environ, **({"ERRDEX_CATALOGUE": str(catalogue)} if catalogue else {})}
    given = "".join(json.dumps({"id": number, "text": text}) + "\n" for number, text in enumerate(texts))
    done = subprocess.run(
        [*ERRDEX, "match", "--jsonl"], input=given, env=environment, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def required_names(site_packages: Path) -> dict[str, set[str]]:
    """For each distribution, the names of all that it requires, through any number of steps; itself included."""
    direct: dict[str, set[str]] = {}
    for metadata in site_packages.glob("*.dist-info/METADATA"):
        header = metadata.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
        name = re.search(r"^Name: (.+)$", header, re.MULTILINE)
        if name is not None:
            wanted = re.findall(r"^Requires-Dist: (.+)$", header, re.MULTILINE)
            direct[canonical(name[1])] = {canonical(found[0]) for one in wanted if (found := _NAME.match(one))}
    reached = {}
    for start in direct:
        seen, pending = {start}, [start]
        while pending:
            for name_ in direct.get(pending.pop(), ()):
                if name_ not in seen:
                    seen.add(name_)
                    pending.append(name_)
        reached[start] = seen
    return reached


def canonical(name: str) -> str:
    """A distribution's name as PEP 503 writes it."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def judge(row: Row, answer: Row, requirements: dict[str, set[str]]) -> str:
    """One word on one answer."""
    matches = answer.get("matches", [])
    sure = answer.get("verdict") in ("exact", "ambiguous")
    if not matches or (not sure and matches[0].get("kind") != "compiled"):
        return "nothing named"
    if matches[0].get("line") is not None:
        return "a statement named"
    best = [match for match in matches if match["score"] == matches[0]["score"] and match.get("kind") == "compiled"]
    if not any(match["file"] for match in best):
        return "compiled, binary unknown"
    if any(is_module(row.get("extension"), match["file"] or "") for match in best):
        return "right module"
    loads = requirements.get(canonical(row["package"]), {canonical(row["package"])})
    if (matches[0]["package"] or "") in {*_STDLIB, *loads}:
        return "possible binary"
    return "wrong binary"


def is_module(extension: str | None, file: str) -> bool:
    """Whether a binary is made from the Cython source that raised; an included file may be part of any beside it."""
    if not extension or not _CYTHON.search(extension) or extension.startswith(".."):
        return False
    stem = _CYTHON.sub("", extension).removeprefix("lib/").removeprefix("src/")
    if extension.endswith((".pxi", ".pxd")):
        return os.path.dirname(file) == os.path.dirname(stem)
    return file.partition(".")[0] == stem


def report(title: str, judged: list[tuple[str, Row, Row]], show: int) -> None:
    """Shares, and the wrong ones."""
    print(f"## {title}: {len(judged)} errors of compiled code")
    counts = Counter(word for word, _, _ in judged)
    textless = sum(
        word in ("nothing named", "compiled, binary unknown")
        and not _WORD.search(re.sub(r"'.*?'|\(.*\)", "", row["message"], flags=re.DOTALL))
        for word, row, _ in judged
    )
    attributed = counts["right module"] + counts["possible binary"]
    for word, count in [("attributed", attributed), *counts.most_common()]:
        print(f"  {word:<34} {count:>6} {100 * count / len(judged):6.2f}%")
    print(f"  of those without an answer, {textless} have no text but a value")
    for word, row, answer in judged:
        if word in ("wrong binary", "a statement named") and show > 0:
            show -= 1
            first = answer["matches"][0]
            print(f"  {word}: {message_text(row)[:90]!r} -> {first['file']}:{first['line']} {first['template'][:60]!r}")


if __name__ == "__main__":
    main()
