from __future__ import annotations

from collections.abc import Callable, Mapping

from errdex.nouns.sites import Evidence, Site, SiteKind
from errdex.nouns.templates import BARE, Hole, Template

Link = Callable[[Mapping[str, str]], dict[str, tuple[Site, ...]]]
Texts = Callable[[str], list[str]]


def test_each_raised_statement_becomes_a_site_with_its_class_and_text(link: Link) -> None:
    (sites,) = link({"pkg/mod.py": "def f(n):\n    raise ValueError(f'bad {n!r}')\n"}).values()

    (site,) = sites
    assert (site.kind, site.line, site.function, site.exception) == (SiteKind.RAISE, 2, "f", "ValueError")
    assert (site.qualified, site.bases) == ("builtins.ValueError", ("builtins.Exception",))
    assert site.templates == (Template(("bad ", Hole("n", "r"))),)


def test_classes_are_named_by_module_with_their_bases_and_public_path(link: Link) -> None:
    sites = link(
        {
            "pkg/__init__.py": "from ._errors import PkgError\n__all__ = ['PkgError']\n",
            "pkg/_errors.py": "class PkgError(KeyError):\n    pass\n",
            "pkg/sub/use.py": "from .. import _errors as e\n\ndef f():\n    raise e.PkgError('x')\n",
        }
    )

    (site,) = sites["pkg/sub/use.py"]
    assert site.qualified == "pkg._errors.PkgError"
    assert site.bases == ("builtins.KeyError", "builtins.LookupError", "builtins.Exception")
    assert site.public_path == "pkg.PkgError"
    assert site.templates == (Template(("'x'",)),)


def test_a_class_from_elsewhere_is_named_as_imported(link: Link) -> None:
    (sites,) = link({"pkg/mod.py": "from other.errors import Odd\n\ndef f():\n    raise Odd('x')\n"}).values()

    assert (sites[0].qualified, sites[0].bases) == ("other.errors.Odd", ())
    assert sites[0].templates == (Template(("x",)),)


def test_of_an_unknown_class_only_a_single_argument_is_told(link: Link) -> None:
    source = "from other import Odd\n\ndef f():\n    raise Odd('x', 1)\n"
    (sites,) = link({"pkg/mod.py": source}).values()

    assert sites[0].templates[0].is_bare


def test_a_bare_raise_prints_what_nobody_can_tell(link: Link) -> None:
    source = "def f():\n    try:\n        g()\n    except KeyError:\n        raise\n"
    (sites,) = link({"pkg/mod.py": source}).values()

    assert sites[0].templates == (BARE,)


def test_the_text_of_another_error_is_passed_on(link: Link) -> None:
    source = """
        def f():
            try:
                g()
            except KeyError as e:
                raise ValueError(f"wrapped: {e}") from e
    """
    (sites,) = link({"pkg/mod.py": source}).values()

    (template,) = sites[0].templates
    assert (template.text, template.passes_on) == ("wrapped: {}", "e")


def test_ways_carry_the_tests_that_select_them(link: Link) -> None:
    source = """
        def f(n):
            raise ValueError("none" if n is None else f"bad {n}")
    """
    (sites,) = link({"pkg/mod.py": source}).values()

    assert sites[0].templates == (
        Template(("none",), ("n is None",)),
        Template(("bad ", Hole("n")), ("n is not None",)),
    )


def test_constants_of_other_modules_are_found_through_every_import(link: Link) -> None:
    use = "raise ValueError({})\n"
    sites = link(
        {
            "pkg/texts.py": "A = 'text a'\nTABLE = {'k': 'text k'}\n",
            "pkg/again.py": "from .texts import *\n",
            "pkg/one.py": "from pkg.texts import A as B\n" + use.format("B"),
            "pkg/two.py": "import pkg.texts\n" + use.format("pkg.texts.A"),
            "pkg/three.py": "from . import again\n" + use.format("again.TABLE['k']"),
            "pkg/four.py": "from .again import *\n" + use.format("A"),
        }
    )

    assert [sites[f"pkg/{name}.py"][0].templates[0].text for name in ("one", "two", "three", "four")] == [
        "text a",
        "text a",
        "text k",
        "text a",
    ]


def test_names_defined_by_themselves_are_not_known(link: Link) -> None:
    sites = link(
        {
            "pkg/a.py": "from .b import X\nraise ValueError(X)\n",
            "pkg/b.py": "from .a import X\n",
        }
    )

    assert sites["pkg/a.py"][0].templates[0].is_bare


def test_a_class_that_inherits_from_itself_is_unknown_and_no_endless_search(link: Link) -> None:
    (sites,) = link({"pkg/mod.py": "class A(B): pass\nclass B(A): pass\nraise A('x')\n"}).values()

    assert sites[0].qualified == "pkg.mod.A"


def test_the_docstring_entry_of_the_class_is_evidence(link: Link) -> None:
    source = '''
        def f(n):
            """Does.

            Raises
            ------
            KeyError
                If absent.
            ValueError
                If n is negative.
            """
            raise ValueError("negative")
    '''
    (sites,) = link({"pkg/mod.py": source}).values()

    assert sites[0].evidence == (Evidence("docstring", "pkg/mod.py", 2, "ValueError: If n is negative."),)


def test_assertions_warnings_logs_and_exits_have_texts(link: Link) -> None:
    source = """
        import logging, sys, warnings
        logger = logging.getLogger(__name__)
        TEXT = "old %s"

        def f(n):
            assert n, f"no {n}"
            assert n
            warnings.warn(TEXT % "way", DeprecationWarning)
            logger.error("lost %s of %d", "all", n)
            sys.exit("bye")
    """
    (sites,) = link({"pkg/mod.py": source}).values()

    assert [(site.kind, site.qualified, site.templates[0].text) for site in sites] == [
        (SiteKind.ASSERT, "builtins.AssertionError", "no {}"),
        (SiteKind.ASSERT, "builtins.AssertionError", ""),
        (SiteKind.WARN, "builtins.DeprecationWarning", "old way"),
        (SiteKind.LOG, "", "lost all of {:d}"),
        (SiteKind.EXIT, "builtins.SystemExit", "bye"),
    ]


def test_a_helper_names_the_class_that_the_statement_does_not(link: Link) -> None:
    source = """
        def make(name):
            return LookupError("no " + name)

        def f(n):
            raise make(n)
    """
    (sites,) = link({"pkg/mod.py": source}).values()

    assert (sites[0].qualified, [template.text for template in sites[0].templates]) == (
        "builtins.LookupError",
        ["no {}"],
    )


def test_a_set_of_truth_values_that_only_repeats_a_clause_is_left_out(link: Link) -> None:
    sites = link(
        {
            "m.py": """
            def f(strict: bool, mode: bool):
                if strict:
                    raise ValueError("strict")
                if mode is True:
                    raise ValueError("mode")
            """
        }
    )["m.py"]

    assert [[one.operand for one in site.reaching] for site in sites] == [[], ["mode"]]


def test_members_of_a_text_are_its_characters(link: Link) -> None:
    (site,) = link(
        {
            "m.py": """
            def f(dtype):
                if dtype.kind in "iu":
                    return 1
                if dtype.kind != "f":
                    raise TypeError("kind")
            """
        }
    )["m.py"]

    (found,) = site.reaching
    assert (found.members, found.reaching, found.outside) == (("'i'", "'u'", "'f'"), (), True)


def test_a_local_name_ranges_over_the_domain_of_the_attribute_it_was_given(link: Link) -> None:
    (site, other) = link(
        {
            "m.py": """
            from enum import Enum

            class Mode(Enum):
                READ = 1
                WRITE = 2
                IDLE = 3

                def is_moving(self):
                    return self in (Mode.READ, Mode.WRITE)

            class Batch:
                mode: Mode

            def f(batch: Batch):
                mode = batch.mode
                if mode.is_moving():
                    return 1
                raise ValueError(f"bad {mode}")

            def g(batch: Batch, fast):
                mode = batch.mode
                if fast:
                    mode = fast.mode
                if mode.is_moving():
                    return 1
                raise ValueError(f"odd {mode}")
            """
        }
    )["m.py"]

    (found,) = site.reaching
    assert (found.operand, found.reaching) == ("mode", ("Mode.IDLE",))
    assert other.reaching == ()
