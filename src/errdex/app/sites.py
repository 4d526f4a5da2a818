"""All sites of some targets, or of everything that is indexed."""

from __future__ import annotations

from errdex.app.index import index
from errdex.catalogue.listing import ListedSite, Listing
from errdex.nouns.anchors import literal_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.app.options import IndexOptions
    from errdex.app.progress import Progress
    from errdex.nouns.conditions import Clause
    from errdex.nouns.templates import Template


def iter_sites(targets: Sequence[str], options: IndexOptions, progress: Progress | None = None) -> Iterator[ListedSite]:
    """The sites of the targets, which are brought up to date first; without any, of all that the catalogue holds.

    In the order of the targets (else of names and versions), then by file and line.

    Raises: as `index`; without targets `CatalogueMissingError` where there is no catalogue.
    """
    rows = index(targets, options, progress).rows if targets else ()
    with Listing(options.catalogue) as listing:
        for row in rows or [distribution.row for distribution in listing.distributions()]:
            yield from listing.sites(row)


def site_line(listed: ListedSite) -> dict[str, object]:
    """A site as `errdex sites --jsonl` writes it; ready for `json.dumps`."""
    site = listed.site
    return {
        "id": listed.record,
        "package": listed.distribution.name,
        "version": listed.distribution.version,
        "ecosystem": listed.distribution.ecosystem,
        "file": listed.ref.file,
        "line": site.line,
        "end_line": site.end_line,
        "function": site.function,
        "kind": str(site.kind),
        "exception": site.exception,
        "templates": [_template(template) for template in site.templates],
        "condition": [_clause(clause) for clause in site.condition],
        "reaching": [one._asdict() | {"branches": [b._asdict() for b in one.branches]} for one in site.reaching],
    }


def _clause(clause: Clause) -> dict[str, object]:
    return {"text": clause.text, "line": clause.line, "kind": clause.kind, "stale": clause.stale}


def _template(template: Template) -> dict[str, object]:
    return {"text": template.text, "parts": literal_parts(template.parts)}
