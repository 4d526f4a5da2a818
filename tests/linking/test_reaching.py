"""Reaching sets over enumerations and constants."""

from __future__ import annotations

import ast

from errdex.linking.operations import UNKNOWN, ClassRef, FunctionSource, Member
from errdex.linking.reaching import Domain, parsed_test, reaching_set
from errdex.nouns.conditions import Branch, Clause, ReachingSet

MODE = ClassRef("pkg.Mode")
MEMBERS = tuple(Member(MODE, name, number) for number, name in enumerate(("READ", "WRITE", "SEEK", "IDLE")))
(MOVES,) = ast.parse(
    "def moves(self, also_idle=False):\n    return self == Mode.SEEK or (also_idle and self == Mode.IDLE)"
).body


class Modes:
    """A world with the enumeration `Mode`."""

    def value_of_name(self, module: str, dotted: str) -> object:
        found = {f"Mode.{member.name}": member for member in MEMBERS}
        return found.get(dotted, UNKNOWN)

    def attribute_of_class(self, owner: ClassRef, name: str) -> object:
        assert isinstance(MOVES, ast.FunctionDef)
        return FunctionSource("pkg", MOVES, "method") if name == "moves" else UNKNOWN

    def is_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        return owner == base


def found(*clauses: Clause, domain: Domain | None = None) -> ReachingSet | None:
    """The reaching set of `batch.mode`."""
    tests = [test for clause in clauses if (test := parsed_test(clause))]
    return reaching_set("batch.mode", domain or Domain("Mode (enum)", MEMBERS, closed=True), tests, "pkg", Modes())


def test_members_that_no_branch_takes_get_to_the_site() -> None:
    answer = found(Clause("not batch.mode.moves()", 3), Clause("batch.mode is not Mode.READ", 5))

    assert answer == ReachingSet(
        operand="batch.mode",
        domain="Mode (enum)",
        members=("Mode.READ", "Mode.WRITE", "Mode.SEEK", "Mode.IDLE"),
        reaching=("Mode.WRITE", "Mode.IDLE"),
        branches=(
            Branch(3, "batch.mode.moves()", ("Mode.SEEK",)),
            Branch(5, "batch.mode is Mode.READ", ("Mode.READ",)),
        ),
        outside=True,
    )


def test_a_clause_that_cannot_be_decided_takes_nobody_away() -> None:
    answer = found(Clause("batch.mode != Mode.READ", 3), Clause("not batch.mode.odd()", 4))

    assert answer is not None
    assert answer.reaching == answer.undecided == ("Mode.WRITE", "Mode.SEEK", "Mode.IDLE")


def test_a_stale_clause_takes_nobody_away() -> None:
    assert found(Clause("batch.mode != Mode.READ", 3, stale=True)) is None


def test_a_clause_about_something_else_says_nothing() -> None:
    assert found(Clause("size > 3", 3)) is None


def test_values_outside_an_accepted_collection_get_to_the_site() -> None:
    domain = Domain("('left', 'right')", ("left", "right"), closed=False)

    answer = found(Clause("batch.mode not in ('left', 'right')", 2), domain=domain)

    assert answer == ReachingSet(
        operand="batch.mode",
        domain="('left', 'right')",
        members=("'left'", "'right'"),
        reaching=(),
        branches=(Branch(2, "batch.mode in ('left', 'right')", ("'left'", "'right'")),),
        outside=True,
    )


def test_only_a_member_gets_to_a_site_behind_an_equality() -> None:
    answer = found(Clause("batch.mode is Mode.SEEK", 2))

    assert answer is not None
    assert (answer.reaching, answer.outside) == (("Mode.SEEK",), False)
