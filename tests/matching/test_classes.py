from __future__ import annotations

import pytest

from errdex.matching.classes import Agreement, class_agreement
from errdex.nouns.matches import SiteRef
from errdex.nouns.sites import SiteKind


def ref(exception: str, qualified: str = "", bases: tuple[str, ...] = ()) -> SiteRef:
    return SiteRef(1, 1, "p", "1", "p/m.py", 1, 1, "f", SiteKind.RAISE, exception, qualified, bases)


@pytest.mark.parametrize(
    ("printed", "site", "agreement"),
    [
        ("", ref("ValueError", "builtins.ValueError"), Agreement.UNSAID),
        ("ValueError", ref("ValueError", "builtins.ValueError"), Agreement.SAME_BUILTIN),
        ("TypeError", ref("ValueError", "builtins.ValueError"), Agreement.DIFFERENT),
        ("p.errors.BadError", ref("BadError", "p.errors.BadError"), Agreement.SAME),
        ("p.BadError", ref("errors.BadError", "p.errors.BadError"), Agreement.SAME_NAME),
        ("_p.errors.BadError", ref("BadError", "p.errors.BadError"), Agreement.SAME_NAME),
        ("BadError", ref("BadError", "p.errors.BadError"), Agreement.SAME_NAME),
        ("q.BadError", ref("BadError", "p.errors.BadError"), Agreement.OTHER_PACKAGE),
        ("ConnectionError", ref("ConnectionError", "p.ConnectionError"), Agreement.RELATED),
        ("p.ConnectionError", ref("ConnectionError", "builtins.ConnectionError"), Agreement.DIFFERENT),
        ("ValueError", ref("error"), Agreement.UNKNOWN),
        ("ValueError", ref("self.Error"), Agreement.UNKNOWN),
        ("ValueError", ref("not_found", "p.errors.not_found"), Agreement.UNKNOWN),
        ("p.BadError", ref("BadError.from_text"), Agreement.SAME_NAME),
        ("ValueError", ref("BadError", "p.BadError", ("builtins.ValueError",)), Agreement.RELATED),
        ("Exception", ref("BadError", "p.BadError", ("builtins.Exception",)), Agreement.DIFFERENT),
        ("FileNotFoundError", ref("OSError", "builtins.OSError"), Agreement.RELATED),
        ("OSError", ref("IOError", "builtins.IOError"), Agreement.SAME_BUILTIN),
        ("TimeoutError", ref("timeout", "socket.timeout"), Agreement.SAME_BUILTIN),
        ("ExceptionGroup", ref("BaseExceptionGroup", "builtins.BaseExceptionGroup"), Agreement.RELATED),
    ],
)
def test_printed_class_and_raised_class(printed: str, site: SiteRef, agreement: Agreement) -> None:
    assert class_agreement(printed, site) is agreement
