"""A record as JSON: the published form, and everything errdex knows beside it."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from errdex.nouns.base import NamedTuple
from errdex.nouns.guards import Guard
from errdex.rendering.explanation_json import clause_object, entry_object, reaching_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.nouns.claims import Claim
    from errdex.nouns.guards import Guarded
    from errdex.nouns.records import PublishedRecord, RecordedSite
    from errdex.nouns.sites import Site
    from errdex.nouns.templates import Template

    Json = Mapping[str, object]

LOCATED = (
    "errorCode",
    "errorMessage",
    "errorClass",
    "filePath",
    "lineNumber",
    "sourceCode",
)
"""Fields of a record that are read from the source."""
EVALUATED = ("messagePattern", "severity", "errorType", "tags", "backgroundTag", "exampleFix", "handlingStrategy")
"""Fields that are computed from it."""
RESOLVED = ("tryCatchPattern",)
"""Code of which every name exists in this version."""


class Evidenced(NamedTuple):
    """What a record says and how it is known."""

    claims: tuple[Claim, ...] = ()
    guarded: Guarded | None = None


NOTHING = Evidenced()


def record_json(record: PublishedRecord, recorded: RecordedSite, shown: Evidenced = NOTHING) -> str:
    """`{"record", "datasetVersion", "errdex"}`: the published form, and beside it what that has no place for."""
    whole = {
        "record": record_object(record),
        "datasetVersion": iso_time(recorded.changed),
        "errdex": knowledge_object(recorded, record, shown),
    }
    return written(whole)


def knowledge_json(recorded: RecordedSite, record: PublishedRecord, shown: Evidenced = NOTHING) -> str:
    """Everything errdex knows of a site."""
    site = recorded.site
    whole = {
        "id": recorded.id,
        "file": recorded.path,
        "line": site.line,
        "end_line": site.end_line,
        "function": site.function,
        "kind": str(site.kind),
        "exception": site.exception or None,
        "written": site.written or None,
        "location": recorded.source.location or None,
        **knowledge_object(recorded, record, shown),
    }
    return written(whole)


def record_object(record: PublishedRecord) -> Json:
    """The published form, all fields present."""
    return {camel(name): plain(value) for name, value in zip(record._fields, record, strict=True)}


def knowledge_object(recorded: RecordedSite, record: PublishedRecord, shown: Evidenced = NOTHING) -> Json:
    """The `errdex` object: package and version, templates, condition, reaching sets, entry points, a level for each claim."""
    site, distribution = recorded.site, recorded.distribution
    return {
        "package": distribution.name,
        "version": distribution.version,
        "ecosystem": distribution.ecosystem,
        "installed": recorded.installed,
        "qualifiedClass": site.qualified or None,
        "publicPath": site.public_path or None,
        "bases": list(site.bases),
        "templates": [template_object(template) for template in site.templates],
        "condition": [clause_object(clause) for clause in site.condition],
        "reachingSets": [{**reaching_object(one), "level": "evaluated"} for one in site.reaching],
        "cause": site.cause or None,
        "entryPoints": [entry_object(entry) for entry in site.entry_points],
        "atImport": site.at_import,
        "handlers": [{"file": one.file, "line": one.line, "text": one.text} for one in site.handlers],
        "evidence": [{"kind": one.kind, "file": one.file, "line": one.line, "text": one.text} for one in site.evidence],
        "degraded": site.degraded or None,
        "guard": guard_object(shown.guarded),
        "reproduction": None if recorded.reproduction is None else dict(recorded.reproduction._asdict()),
        "claims": [
            {"field": one.field, "text": one.text, "level": str(one.level), "source": one.source}
            for one in shown.claims
        ],
        "levels": levels_of(record, site, shown),
    }


def template_object(template: Template) -> Json:
    """A template: parts as printed, `null` for each hole, and the holes in order."""
    return {
        "text": template.text,
        "parts": [part if isinstance(part, str) else None for part in template.parts],
        "holes": [
            {
                "expression": part.expression,
                "conversion": part.conversion,
                "format": part.format,
                "type": part.type or None,
            }
            for part in template.parts
            if not isinstance(part, str)
        ],
        "condition": list(template.condition),
        "passesOn": template.passes_on or None,
    }


def guard_object(guarded: Guarded | None) -> Json | None:
    """The guard with what was checked of it, or why there is none; `null`: it was not looked for."""
    if guarded is None:
        return None
    guard = guarded.guard
    if not isinstance(guard, Guard):
        return {"test": None, "why": guard.reason}
    return {
        "test": guard.test,
        "call": guard.call,
        "function": guard.function,
        "onlyWhen": True,
        "mustRaise": guard.must_raise,
        "obstacles": list(guard.obstacles),
        "imports": [one.line for one in guard.imports],
        "operand": guard.operand or None,
        "agreesOnMembers": guard.agrees if guard.operand else None,
        "level": "evaluated",
    }


def levels_of(record: PublishedRecord, site: Site, shown: Evidenced) -> Json:
    """The level of each claim that is made; a field that is `null` claims nothing. Prose is as sure as its weakest sentence."""
    fields = record_object(record)
    levels = {name: "located" for name in LOCATED if fields[name] is not None}
    levels.update({name: "evaluated" for name in EVALUATED if fields[name] is not None})
    levels.update({name: "resolved" for name in RESOLVED if fields[name] is not None})
    levels.update({name: "evaluated" for name in ("validationCode", "typeGuard") if fields[name] is not None})
    for claim in shown.claims:
        if levels.get(claim.field) != "evaluated":
            levels[claim.field] = str(claim.level)
    if site.condition:
        levels["condition"] = "located"
    if site.reaching:
        levels["reachingSets"] = "evaluated"
    return levels


def iso_time(seconds: int) -> str:
    """ISO 8601, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def camel(name: str) -> str:
    """`line_number` as `lineNumber`."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def plain(value: object) -> object:
    """Tuples as lists."""
    return list(value) if isinstance(value, tuple) else value


def written(whole: Json) -> str:
    """JSON for people and programs; text that is no Unicode stays readable as escapes."""
    return json.dumps(whole, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode()
