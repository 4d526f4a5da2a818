"""Explains a pasted text: reads it as a report, indexes what the catalogue lacks, matches, explains."""

from __future__ import annotations

from errdex.app.opening import find_reader, interpreter_meant
from errdex.app.source_text import read_source, source_of_file
from errdex.catalogue.read import Reader
from errdex.errors import CatalogueMissingError
from errdex.explanation.explain import Found, explain_answer
from errdex.matching.binary_texts import with_texts
from errdex.matching.match import match_report
from errdex.matching.store import MatchOptions
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Explained
from errdex.nouns.matches import Verdict
from errdex.reports.parse import parse_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from errdex.app.index import Progress
    from errdex.app.on_demand import Lacking
    from errdex.matching.store import CandidateStore
    from errdex.nouns.explanations import Explanation, SourceText
    from errdex.nouns.matches import Answer
    from errdex.nouns.reports import Report

    class Company(Protocol):
        """The person at the terminal, when there is one."""

        def progress(self) -> Progress:
            """Shows what indexing does."""

        def agrees_to_index(self) -> bool:
            """Whether to index the whole environment now."""

    class Store(CandidateStore, Protocol):
        """What explaining asks of a catalogue beyond what matching does."""

        def location(self, file_row: int) -> tuple[str, int, int]:
            """Where a file can be read, its size and modification time when it was indexed."""


class ExplainOptions(NamedTuple):
    """How to explain."""

    catalogue: str
    """The catalogue's file."""
    python: str | None = None
    """The interpreter that the error comes from; `None`: that of the frames, else the active environment's."""
    limit: int = 10
    """Most statements an answer names."""
    index_all: bool = False
    """Whether to index the whole environment where it is not, without asking."""
    source: str = ""
    """A target with the source of compiled code, in which its messages are looked for; `""`: none."""


def explain_text(text: str, options: ExplainOptions, company: Company | None = None) -> Explained:
    """Explains whatever a person pasted.

    Raises:
        CatalogueMissingError: there is no catalogue, the text names nothing to index, and nobody agreed to index all.
        CatalogueError: the catalogue cannot be used.
        InterpreterError: `options.python` names no interpreter.
        InputError, DownloadError: `options.source` cannot be used.
    """
    report = parse_report(text)
    if not any(error.exception or error.message for error in report.errors):
        return Explained((), 0, report.dialect)
    files = [frame.file for error in report.errors for frame in error.frames]
    work = Work(options, interpreter_meant(options.python, files), company)
    reader, remarks = work.prepared(report)
    with reader:
        explained = explain_report(report, reader, options.limit, installed_known=reader.knows_environment)
        outdated = outdated_targets(explained, reader)
        complete = reader.environment_is_complete or not reader.knows_environment
    refreshed = work.reindexed(outdated)
    if refreshed:
        with work.reader() as fresh:
            explained = explain_report(report, fresh, options.limit, installed_known=fresh.knows_environment)
        remarks += (f"indexed {', '.join(refreshed)} again, which had changed",)
    if not complete and explained.explanations[explained.final].verdict in (Verdict.WEAK, Verdict.NONE):
        remarks += ("not everything that is installed is in the catalogue yet: errdex index adds the rest",)
    if options.source:
        from errdex.app.compiled_source import written_remarks  # opens archives: not on the way of a cold explain

        remarks += written_remarks(explained, options.source, options.python)
    return explained._replace(remarks=remarks)


class Work(NamedTuple):
    """The indexing that one explanation may need."""

    options: ExplainOptions
    interpreter: str
    company: Company | None

    def prepared(self, report: Report) -> tuple[Reader, tuple[str, ...]]:
        """The catalogue with everything the report names in it, as far as it can be had; remarks on what was indexed."""
        reader = find_reader(self.options.catalogue, self.interpreter)
        lacking = lacking_of(report, reader)
        everything = self.options.index_all and not (reader is not None and reader.environment_is_complete)
        if reader is not None and not everything and lacking is None:
            return reader, ()
        if reader is not None:
            reader.close()
        if everything:
            return self.with_environment(), ()
        done = self.indexed(lacking)
        remarks = (f"indexed {', '.join(done)} for this",) if done else ()
        found = find_reader(self.options.catalogue, self.interpreter)
        if found is None and self.company is not None and self.company.agrees_to_index():
            return self.with_environment(), ()
        if found is None:
            raise CatalogueMissingError(self.options.catalogue)
        return found, remarks

    def indexed(self, lacking: Lacking | None) -> tuple[str, ...]:
        """Indexes what is lacking; names of it."""
        if lacking is None:
            return ()
        from errdex.app.on_demand import index_lacking

        return index_lacking(lacking, self.options.catalogue, self.interpreter, self.progress())

    def with_environment(self) -> Reader:
        """The catalogue with the whole environment in it."""
        from errdex.app.on_demand import index_environment

        index_environment(self.options.catalogue, self.interpreter, self.progress())
        return self.reader()

    def reindexed(self, targets: tuple[str, ...]) -> tuple[str, ...]:
        """Indexes some targets again; their names."""
        if not targets:
            return ()
        from errdex.app.on_demand import index_targets

        return index_targets(targets, self.options.catalogue, self.interpreter, self.progress())

    def reader(self) -> Reader:
        """The catalogue, which is there by now."""
        reader = find_reader(self.options.catalogue, self.interpreter)
        if reader is None:
            raise CatalogueMissingError(self.options.catalogue)
        return reader

    def progress(self) -> Progress | None:
        """Where progress is shown, when anybody looks."""
        return self.company.progress() if self.company is not None else None


def lacking_of(report: Report, reader: Reader | None) -> Lacking | None:
    """What a report names and the catalogue lacks; `None`: nothing. A message alone names nothing, and costs no import."""
    if not any(error.frames for error in report.errors):
        return None
    from errdex.app.on_demand import what_is_lacking

    lacking = what_is_lacking(report, reader)
    return lacking if any(lacking) else None


def explain_report(report: Report, store: Store, limit: int, *, installed_known: bool = True) -> Explained:
    """An explanation for each error of a report.

    `installed_known` says whether the store knows what is installed where the error comes from.
    """
    options = with_texts(MatchOptions(limit=limit), store)
    if any(frame.source for error in report.errors for frame in error.frames):
        from errdex.app.source_lines import with_lines  # a message alone pays nothing for it

        options = with_lines(options, store)
    answers = match_report(report, store, options)
    explanations = tuple(explained_answer(answer, store, installed_known=installed_known) for answer in answers)
    return Explained(explanations, report.final, report.dialect)


def explained_answer(answer: Answer, store: Store, *, installed_known: bool) -> Explanation:
    """An answer with the sites and the source that its explanation needs."""
    found = []
    for index, match in enumerate(answer.matches):
        if match.ref is None:
            found.append(Found(match, None))
        elif index == 0 and answer.verdict is Verdict.EXACT:
            source = source_in(store, match.ref.file_row)
            found.append(Found(match, store.site(match.ref), source))
        elif answer.verdict is not Verdict.EXACT:
            found.append(Found(match, store.site(match.ref)))
    explanation = explain_answer(answer, found)
    if installed_known or explanation.place is None:
        return explanation
    return explanation._replace(place=explanation.place._replace(installed=None))


def source_in(store: Store, file_row: int) -> SourceText:
    """The text of a file as it can be read now; of an archive, as the catalogue keeps it."""
    if isinstance(store, Reader):
        return source_of_file(store, file_row)
    return read_source(*store.location(file_row))


def outdated_targets(explained: Explained, reader: Reader) -> tuple[str, ...]:
    """What to index again: the installed distributions whose file, named by an answer, is not what was indexed."""
    targets: dict[str, None] = {}
    for explanation in explained.explanations:
        match = explanation.match
        if match is None or match.ref is None or not match.ref.active or not explanation.source.changed:
            continue
        distribution = reader.distribution_of(match.ref.file_row)
        if distribution.ecosystem in ("pypi", "stdlib"):
            targets[distribution.name] = None
        elif explanation.place is not None and explanation.place.location:
            targets[explanation.place.location] = None
    return tuple(targets)
