"""A record as Markdown, for a wiki or an issue. Text of sources is fenced or escaped: it can add no markup of its own."""

from __future__ import annotations

from errdex.rendering.escape import one_line, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.records import PublishedRecord, RecordedSite
    from errdex.nouns.sites import Site


def record_markdown(record: PublishedRecord, recorded: RecordedSite) -> str:
    """The record as one page."""
    site, distribution = recorded.site, recorded.distribution
    title = site.exception or str(site.kind)
    lines = [f"# {code(title)} in {code(site.function)}", ""]
    if record.error_message:
        lines += [*fenced(record.error_message, ""), ""]
    place = f"{code(f'{recorded.path}:{site.line}')}, {escaped(distribution.name)} {escaped(distribution.version)}"
    lines += [f"- Where: {place}", f"- Record: {code(record.id)}"]
    if site.qualified:
        lines.append(f"- Class: {code(site.public_path or site.qualified)}")
    if record.message_pattern:
        lines.append(f"- Pattern: {code(record.message_pattern)}")
    lines += ["", "## When", "", *condition_lines(site)]
    if record.source_code is not None:
        lines += ["", f"## Source, lines {record.source_code_start} to {record.source_code_end}", ""]
        lines += fenced(record.source_code, "python")
    if site.evidence:
        lines += ["", "## What people wrote", ""]
        lines += [f"- {escaped(one.kind)}, line {one.line}: {code(one.text)}" for one in site.evidence]
    return "\n".join(lines) + "\n"


def condition_lines(site: Site) -> list[str]:
    """The condition as a list."""
    lines = [
        f"- line {clause.line}: {code(clause.text)}"
        + (" (may no longer hold at the statement)" if clause.stale else "")
        for clause in site.condition
    ]
    for reaching in site.reaching:
        members = ", ".join(code(name) for name in reaching.reaching)
        counted = f"({len(reaching.reaching)} of {len(reaching.members)})"
        more = "; values that are no member get there as well" if reaching.outside else ""
        unsure = f"; not sure for {', '.join(code(name) for name in reaching.undecided)}" if reaching.undecided else ""
        lines.append(f"- {code(reaching.operand)} is one of {members or 'no member'} {counted}{more}{unsure}")
    if lines:
        return lines
    if site.degraded:
        return [f"Not known: {escaped(site.degraded)}."]
    return [f"Whenever control gets to line {site.line}: no test stands before it in its function."]


def code(text: str) -> str:
    """Inline code that holds any text."""
    shown = one_line(text)
    fence = "`" * (longest_run(shown) + 1)
    return f"{fence} {shown} {fence}" if len(fence) > 1 or shown[:1] == "`" else f"`{shown}`"


def fenced(text: str, language: str) -> list[str]:
    """A code block that holds any text."""
    shown = visible(text)
    fence = "`" * max(3, longest_run(shown) + 1)
    return [fence + language, *shown.split("\n"), fence]


def longest_run(text: str) -> int:
    """Length of the longest run of backticks."""
    longest = run = 0
    for mark in text:
        run = run + 1 if mark == "`" else 0
        longest = max(longest, run)
    return longest


def escaped(text: str) -> str:
    """Text between words of a sentence: what Markdown or HTML would obey is escaped."""
    return "".join("\\" + mark if mark in r"\`*_{}[]()<>#+!|&~" else mark for mark in one_line(text))
