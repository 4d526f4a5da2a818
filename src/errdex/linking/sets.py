"""The reaching sets of one site: every operand of its condition that ranges over a finite domain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.linking.domains import Domains
from errdex.linking.reaching import parsed_test, reaching_set
from errdex.linking.world import DistributionWorld

if TYPE_CHECKING:
    from errdex.linking.definitions import Module
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.linking.reaching import Test
    from errdex.nouns.conditions import ReachingSet
    from errdex.nouns.facts import Raised

MAX_TESTS = 40
"""Clauses that are looked at."""


_COMPARED = re.compile(r"(?<![\w.)\]])[^\W\d][\w.]* (?:==|!=|is not|is|not in|in) (?!None\b|True\b|False\b)")
"""A name or attribute chain that is compared with something of which there may be several."""


_FROM_CHAIN = re.compile(r": (?!parameter,)[^\W\d][\w.]*, line \d+$")
"""A trace that leads from a local name to a name or attribute chain."""


class ReachingSets:
    """Finds reaching sets in one distribution."""

    def __init__(self, modules: Modules, hierarchy: Hierarchy) -> None:
        self.world = DistributionWorld(modules, hierarchy)
        self.domains = Domains(self.world)

    def of_site(self, raised: Raised, module: Module) -> tuple[ReachingSet, ...]:
        """The sets of a site's operands, in the order in which the condition names them."""
        if not _may_have_domain(raised, module):
            return ()
        tests = [test for clause in raised.condition[-MAX_TESTS:] if (test := parsed_test(clause))]
        sets: list[ReachingSet] = []
        name = module.name or module.path
        for operand in _operands(tests):
            domain = self.domains.of_operand(operand, raised, module, tests)
            found = domain and reaching_set(operand, domain, tests, name, self.world)
            if found and not _repeats_a_clause(found, tests):
                sets.append(found)
        return tuple(sets)


def _may_have_domain(raised: Raised, module: Module) -> bool:
    """Whether parsing the clauses can lead to a set: most conditions have no finite operand, and parsing is what costs."""
    if any(_COMPARED.search(clause.text) for clause in raised.condition):
        return True
    if any(_FROM_CHAIN.search(line) for clause in raised.condition for line in clause.trace):
        return True
    function = module.functions.get(raised.function)
    if function is None:
        return False
    has_receiver = bool(raised.owner) and any(
        f"{first.name}." in clause.text for first in function.parameters[:1] for clause in raised.condition
    )
    return has_receiver or any(
        parameter.annotation and parameter.name in clause.text
        for parameter in function.parameters
        for clause in raised.condition
    )


def _repeats_a_clause(found: ReachingSet, tests: list[Test]) -> bool:
    """Whether a set of truth values says no more than a clause that is the operand itself, or its negation."""
    if found.domain != "bool" or len(found.reaching) != 1:
        return False
    alone = (found.operand, f"not {found.operand}")
    return any(test.clause.text in alone for test in tests)


def _operands(tests: list[Test]) -> list[str]:
    """Operands of the tests that can be evaluated, in source order."""
    found: dict[str, None] = {}
    for test in tests:
        if not test.clause.stale:
            found.update(dict.fromkeys(sorted(test.operands - {""})))
    return list(found)
