"""An audit as JSON."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.audits import Audit


def audit_json(audit: Audit) -> str:
    """One line: the record, what it was checked against, counts, and each claim with its verdict."""
    verdicts = [check.verdict for check in audit.checks]
    whole = {
        "id": audit.id,
        "repo": audit.repo,
        "package": audit.package,
        "version": audit.version,
        "exact": audit.exact,
        "file": audit.file or None,
        "line": audit.line or None,
        "function": audit.function or None,
        "counts": {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))},
        "claims": [
            {
                "field": check.field,
                "claim": check.claim,
                "verdict": check.verdict,
                "reason": check.reason or None,
                "right": check.right or None,
            }
            for check in audit.checks
        ],
    }
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
