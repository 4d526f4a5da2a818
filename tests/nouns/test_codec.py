from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.nouns.codec import facts_from_json, facts_to_json
from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.facts import Called, Caught, ClassFacts, Expected, FileFacts, FunctionFacts, Parameter, Raised
from errdex.nouns.site_codec import site_from_json, site_to_json, sites_from_json, sites_to_json
from errdex.nouns.sites import Call, EntryPoint, Evidence, Handler, Site, SiteKind
from errdex.nouns.templates import Hole, Template

text = st.text(max_size=8)
line = st.integers(1, 10**6)
texts = st.lists(text, max_size=2).map(tuple)
constant = st.one_of(text, st.integers(-(2**60), 2**60), st.booleans(), st.none(), st.floats(allow_nan=False))
leaf = st.one_of(
    constant.map(lambda value: ["const", value]),
    st.tuples(text, text).map(lambda pair: ["hole", *pair]),
    text.map(lambda name: ["name", name]),
)
node = st.recursive(
    leaf,
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(lambda nodes: ["cat", nodes]),
        st.tuples(text, st.lists(inner, max_size=2), text, line).map(
            lambda row: ["call", row[0], row[1], [], *row[2:]]
        ),
    ),
    max_leaves=4,
)
maybe_node = st.none() | node
named_nodes = st.lists(st.tuples(text, node), max_size=2).map(tuple)
clauses = st.lists(st.builds(Clause, text, line, st.booleans(), text, texts), max_size=2).map(tuple)
evidence = st.lists(st.builds(Evidence, text, text, line, text), max_size=2).map(tuple)
kinds = st.sampled_from(SiteKind)

raised = st.builds(Raised, kinds, line, line, text, text, maybe_node, maybe_node, text, text, clauses, text, evidence)
functions = st.builds(
    FunctionFacts,
    text,
    line,
    line,
    st.lists(st.builds(Parameter, text, text, maybe_node, text), max_size=2).map(tuple),
    texts,
    maybe_node,
    text,
    st.lists(st.builds(Called, text, line, texts), max_size=2).map(tuple),
    texts,
    st.booleans(),
    text,
)
classes = st.builds(
    ClassFacts,
    text,
    line,
    texts,
    texts,
    named_nodes,
    st.lists(st.tuples(text, text), max_size=2).map(tuple),
    named_nodes,
    st.lists(node, max_size=2).map(tuple),
    maybe_node,
    text,
)
facts = st.builds(
    FileFacts,
    st.lists(raised, max_size=2).map(tuple),
    st.lists(functions, max_size=2).map(tuple),
    st.lists(classes, max_size=2).map(tuple),
    named_nodes,
    st.lists(st.tuples(text, text, text), max_size=2).map(tuple),
    st.none() | texts,
    text,
    texts,
    st.lists(st.builds(Caught, line, line, line, texts, text, st.booleans()), max_size=2).map(tuple),
    st.lists(st.builds(Expected, text, text, line, text, texts), max_size=2).map(tuple),
)
holes = st.builds(Hole, text, text, text, text)
templates = st.builds(Template, st.lists(text | holes, max_size=3).map(tuple), texts, text)
branches = st.lists(st.builds(Branch, line, text, texts), max_size=2).map(tuple)
calls = st.lists(st.builds(Call, text, text, line, st.booleans()), max_size=2).map(tuple)
sites = st.builds(
    Site,
    kinds,
    line,
    line,
    text,
    text,
    qualified=text,
    bases=texts,
    public_path=text,
    templates=st.lists(templates, max_size=2).map(tuple),
    written=text,
    condition=clauses,
    reaching=st.lists(st.builds(ReachingSet, text, text, texts, texts, branches), max_size=2).map(tuple),
    cause=text,
    entry_points=st.lists(st.builds(EntryPoint, text, calls, st.integers(0, 9)), max_size=2).map(tuple),
    handlers=st.lists(st.builds(Handler, text, line, text), max_size=2).map(tuple),
    evidence=evidence,
    degraded=text,
    error_code=text,
    at_import=st.booleans(),
)


@given(facts)
def test_facts_survive_json(facts: FileFacts) -> None:
    assert facts_from_json(facts_to_json(facts)) == facts


@given(sites)
def test_a_site_survives_json(site: Site) -> None:
    again = site_from_json(site_to_json(site))

    assert again == site
    assert type(again.kind) is SiteKind


@given(st.lists(sites, max_size=2))
def test_sites_survive_json(several: list[Site]) -> None:
    assert sites_from_json(sites_to_json(several)) == tuple(several)


def test_nouns_come_back_as_nouns() -> None:
    site = Site(
        SiteKind.RAISE,
        1,
        2,
        "f",
        "ValueError",
        templates=(Template(("bad ", Hole("x", "r"))),),
        condition=(Clause("x", 1),),
    )

    again = site_from_json(site_to_json(site))

    assert isinstance(again.templates[0].parts[1], Hole)
    assert isinstance(again.condition[0], Clause)


def test_trailing_defaults_are_left_out() -> None:
    assert site_to_json(Site(SiteKind.RAISE, 1, 2, "f", "ValueError")) == '["raise",1,2,"f","ValueError"]'
