"""Runs the package's own tests that expect an error, and sees whether the statement raised meanwhile."""

from __future__ import annotations

import ast
import os

from errdex.app.source_text import source_of_file
from errdex.evidence.trials import run_tests
from errdex.nouns.reproductions import RanTests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.app.verifying.targets import VerifyTarget
    from errdex.catalogue.read import Reader
    from errdex.evidence.trials import TrialPlace

MOST_TESTS = 200
MOST_OF_ONE = 3


def tests_run(
    targets: Sequence[VerifyTarget],
    place: TrialPlace,
    root: str,
    files: Sequence[tuple[int, str, str]],
    reader: Reader,
) -> dict[int, RanTests]:
    """For each target (by number) whose error a test of the distribution expects: what running that test came to."""
    names = TestNames(root, files, reader)
    wanted = {number: names.of(target.tests[:MOST_OF_ONE]) for number, target in enumerate(targets)}
    wanted = {number: tests for number, tests in wanted.items() if tests}
    every = list(dict.fromkeys(test for tests in wanted.values() for test in tests))[:MOST_TESTS]
    if not every:
        return {}
    passed, raised = run_tests(every, [target.trial for target in targets], place)
    return {
        number: RanTests(tuple(tests), number in raised, passed, raised.get(number, ""))
        for number, tests in wanted.items()
    }


class TestNames:
    """Tests as pytest names them, from file and line."""

    __test__ = False

    def __init__(self, root: str, files: Sequence[tuple[int, str, str]], reader: Reader) -> None:
        self._root, self._reader = root, reader
        self._rows = {path: row for row, path, _ in files}
        self._trees: dict[str, ast.Module | None] = {}

    def of(self, places: Sequence[str]) -> list[str]:
        """Names of the tests around some places (`tests/test_x.py:12`); what lies in no test is left out."""
        found = []
        for place in places:
            path, _, line = place.rpartition(":")
            if path not in self._trees:
                self._trees[path] = self._tree(path)
            tree = self._trees[path]
            name = enclosing_test(tree, int(line)) if tree is not None and line.isdecimal() else ""
            if name:
                found.append(f"{os.path.join(self._root, path)}::{name}")
        return list(dict.fromkeys(found))

    def _tree(self, path: str) -> ast.Module | None:
        row = self._rows.get(path)
        source = source_of_file(self._reader, row) if row is not None else None
        if source is None or source.unread:
            return None
        try:
            return ast.parse("\n".join(source.lines))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def enclosing_test(tree: ast.Module, line: int) -> str:
    """`TestClass::test_name` of the test function around a line; `""`: there is none."""
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inner:
            is_test = isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test")
            if is_test and one.lineno <= line <= (one.end_lineno or one.lineno):
                owner = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
                return f"{owner}{one.name}"  # type: ignore[attr-defined]  # a function, as tested above
    return ""
