"""Writes the reference pages from the code, or checks that they are current.

    python docs/generate.py [--check]

The pages are `docs/reference/*.md`. With `--check` nothing is written; a page that differs is named and the exit status is 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

REFERENCE = Path(__file__).with_name("reference")
NOTE = "<!-- Written by `make reference` from the code; do not edit. -->\n\n"


def main() -> None:
    """Write or check every page."""
    os.environ["COLUMNS"] = "80"
    check = "--check" in sys.argv[1:]
    stale = [name for name, text in pages().items() if bring_up_to_date(REFERENCE / name, NOTE + text, check=check)]
    if check and stale:
        sys.exit(f"out of date: {', '.join(stale)}; run `make reference`")


def bring_up_to_date(path: Path, text: str, *, check: bool) -> bool:
    """Whether the page differed; it is rewritten unless only checked."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    if not check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return True


def pages() -> dict[str, str]:
    """Name and text of each page."""
    return {"commands.md": commands(), "errors.md": errors(), "catalogue.md": catalogue(), "forms.md": forms(),
            "../families.md": families()}  # fmt: skip


def commands() -> str:
    """The help of every command."""
    from errdex.surfaces.cli.parsing import parser_of
    from errdex.surfaces.cli.table import COMMANDS, overview

    parts = [f"# Commands\n\n```text\n{overview()}```\n"]
    parts += [f"\n## errdex {name}\n\n```text\n{parser_of(name).format_help()}```\n" for name in COMMANDS]
    return "".join(parts)


def families() -> str:
    """The vocabulary of `backgroundTag`."""
    from errdex.explanation.families import FAMILIES

    rows = "\n".join(f"| `{one.tag}` | {one.meaning} | {one.test} |" for one in FAMILIES)
    return (
        "# Families of errors\n\nThe words of `backgroundTag` and some of `tags`, across libraries.\n"
        "Each has a test over class, condition and template; the first that fits is the `backgroundTag`.\n\n"
        f"| family | means | holds when |\n|---|---|---|\n{rows}\n"
    )


def errors() -> str:
    """All errors of errdex itself."""
    from errdex.errors import ErrdexError

    rows = [
        f"| `{cls.slug}` | `{cls.__name__}` | {(cls.__doc__ or '').splitlines()[0]} |" for cls in family(ErrdexError)
    ]
    table = "| slug | class | when |\n|---|---|---|\n" + "\n".join(rows)
    return f"# Errors of errdex itself\n\nEach is one line on standard error, with exit status 2.\n\n{table}\n"


def family(cls: type) -> list[type]:
    """A class and all that inherit from it, in the order of their definition."""
    return [cls, *(one for child in cls.__subclasses__() for one in family(child))]


def catalogue() -> str:
    """The catalogue's schema."""
    from errdex.catalogue.schema import SCHEMA, VERSION, VERSIONS

    changes = "\n".join(f"- {version}: {change}" for version, change in VERSIONS)
    return f"# The catalogue's tables\n\nSchema version {VERSION}.\n\n{changes}\n\n```sql{SCHEMA}```\n"


def forms() -> str:
    """Languages and forms of reports."""
    from errdex.languages.registry import LANGUAGES
    from errdex.reports.registry import DIALECTS

    languages = "\n".join(f"| {language.name} | {', '.join(language.suffixes)} |" for language in LANGUAGES)
    dialects = "\n".join(f"- `{dialect.name}`" for dialect in DIALECTS)
    return (
        f"# What errdex reads\n\n## Source\n\n| language | files |\n|---|---|\n{languages}\n\n"
        f"## Reports\n\nWhat none of these recognises is taken as a message.\n\n{dialects}\n- `message`\n"
    )


if __name__ == "__main__":
    main()
