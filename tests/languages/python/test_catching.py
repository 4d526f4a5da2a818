from __future__ import annotations

import textwrap

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import Caught, FileFacts


def caught_in(source: str) -> tuple[Caught, ...]:
    facts = analyse(textwrap.dedent(source).encode())
    assert isinstance(facts, FileFacts), facts
    return facts.caught


def test_handlers_know_what_they_watch_and_catch() -> None:
    assert caught_in("""\
        try:
            f()
            g()
        except (OSError, m.Bad) as e:
            pass
        except:
            pass
    """) == (
        Caught(2, 3, 4, ("OSError", "m.Bad"), "except (OSError, m.Bad) as e", passes_on=False),
        Caught(2, 3, 6, (), "except", passes_on=False),
    )


def test_a_handler_that_raises_the_same_again_passes_it_on() -> None:
    found = caught_in("""
        try: f()
        except A as e:
            if x: raise
        except B as e: raise e
        except C as e: raise D from e
    """)

    assert [caught.passes_on for caught in found] == [True, True, False]


def test_suppress_catches() -> None:
    assert caught_in("with contextlib.suppress(KeyError):\n    f()\n") == (
        Caught(2, 2, 1, ("KeyError",), "with contextlib.suppress(KeyError)", passes_on=False),
    )
