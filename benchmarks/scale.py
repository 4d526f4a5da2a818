"""What a cold `errdex explain` of a message costs as the catalogue grows, against the bare interpreter in the same run.

    python benchmarks/scale.py --catalogue PATH [--sizes 50000,200000,1000000] [--rounds N] [--messages N] [--keep FOLDER]

Catalogues with so many templates are written through the catalogue's own writer: the files of a real one, then the same
files with other words in their messages, drawn by their frequency. Messages of statements in them are explained in turn
with `python -I -c pass`, in plain text and in colour, by processes that start cold (the disk cache is warm); the CPU time of
each (user and system) is divided by the bare interpreter's next to it, and medians are printed.
The bars: at most 3 in plain text, at most 5 in colour, at every size. With `--keep` catalogues that are there are used again.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from errdex.catalogue.listing import Listing
from errdex.catalogue.text import text_from_parts
from errdex.catalogue.units import DistributionState, FileState, unit_from_sites
from errdex.catalogue.write import Writer
from errdex.nouns.base import NamedTuple
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.sources import Distribution, Environment, SourceFile
from errdex.nouns.templates import Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ERRDEX = os.path.join(os.path.dirname(sys.executable), "errdex")
BARE = [sys.executable, "-I", "-c", "pass"]
BARS = {"plain": 3.0, "colour": 5.0}
FILES_OF_DISTRIBUTION = 100
VALUES = ("x", "42", "'name'", "some value", "[1, 2, 3]", "None")


class RealFile(NamedTuple):
    """A file of the real catalogue, with its statements that print a text."""

    file: SourceFile
    sites: tuple[Site, ...]


def main() -> int:
    """Measures, prints a table, and returns 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogue", required=True, help="a catalogue of real packages")
    parser.add_argument("--sizes", default="50000,200000,1000000", help="numbers of templates")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--messages", type=int, default=6, help="how many different messages are explained")
    parser.add_argument("--keep", help="folder for the catalogues (default: a scratch one)")
    options = parser.parse_args()
    missed = 0
    print(
        f"{'templates':>10} {'sites':>9} {'MB':>6} {'B/templ.':>8} {'write s':>8} {'plain ms':>9} {'plain x':>8} {'worst x':>8} {'colour x':>9}"
    )
    with tempfile.TemporaryDirectory() as scratch:
        for size in map(int, options.sizes.split(",")):
            missed += measure(size, options, options.keep or scratch)
    return 1 if missed else 0


def measure(size: int, options: argparse.Namespace, folder: str) -> int:
    """One row of the table; how many bars are missed."""
    path = os.path.join(folder, f"{size}.sqlite")
    spent = 0.0
    if not os.path.exists(path):
        started = time.process_time()
        write_catalogue(path, options.catalogue, size)
        spent = time.process_time() - started
    with Listing(path) as listing:
        totals = listing.totals()
    # compiled modules are kept, as for an installed errdex, in a place of their own
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": os.path.join(folder, "pycache")}
    messages = messages_of(path, options.messages)
    plain: dict[str, list[float]] = {message: [] for message in messages}
    coloured, times = [], []
    for number in range(options.rounds + 1):
        for message in messages:
            command = [ERRDEX, "explain", "--catalogue", path, message]
            bare = cpu_of(BARE, {**environment, "NO_COLOR": "1"})
            own = cpu_of(command, {**environment, "NO_COLOR": "1"})
            in_colour = cpu_of(command, {**environment, "FORCE_COLOR": "1"})
            if number:  # the first round only warms the disk cache
                plain[message].append(own / bare)
                coloured.append(in_colour / bare)
                times.append(own)
    ratios = [statistics.median(found) for found in plain.values()]
    plain_x, colour_x = statistics.median(ratios), statistics.median(coloured)
    print(
        f"{totals.templates:>10,} {totals.sites:>9,} {totals.bytes / 1e6:>6.0f} {totals.bytes / totals.templates:>8.0f} {spent:>8.0f}"
        f" {statistics.median(times):>9.1f} {plain_x:>8.2f} {max(ratios):>8.2f} {colour_x:>9.2f}",
        flush=True,
    )
    return int(plain_x > BARS["plain"]) + int(colour_x > BARS["colour"])


def cpu_of(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """User and system milliseconds of one child."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def messages_of(path: str, number: int) -> list[str]:
    """Messages of statements from all over a catalogue, as Python prints them."""
    chance = random.Random(1)
    found: list[str] = []
    with Listing(path) as listing:
        distributions = listing.distributions()
        while len(found) < number:
            listed = list(listing.sites(chance.choice(distributions).row))
            site = chance.choice(listed).site
            parts = site.templates[0].parts
            text = "".join(part if isinstance(part, str) else chance.choice(VALUES) for part in parts)
            if site.kind is SiteKind.RAISE and 30 < len(text) < 300 and site.exception.isidentifier():
                found.append(f"{site.exception}: {text}")
    return found


def write_catalogue(path: str, real: str, size: int) -> None:
    """Writes a catalogue with so many distinct templates."""
    files = list(real_files(real))
    known: set[str] = set()
    rows = []
    with Writer(path) as writer:
        for number, states in enumerate(batches(files, known, size)):
            distribution = Distribution("pypi", f"synthetic-{number}", "1.0")
            state = DistributionState(
                distribution, "/nowhere", "wheel", asked=True, listing=b"", linking=1, analysis=1, files=tuple(states)
            )
            rows.append(writer.put_distribution(state))
        environment = Environment(sys.executable, sys.version.partition(" ")[0], "/nowhere", ())
        writer.put_environment(environment, rows, complete=True)
        writer.tidy()


def real_files(path: str) -> Iterator[RealFile]:
    """The files of a catalogue that can still be read, with their statements that print some text."""
    with Listing(path) as listing:
        for distribution in listing.distributions():
            by_file: dict[str, list[Site]] = {}
            for listed in listing.sites(distribution.row):
                if listed.site.kind is not SiteKind.ASSERT and not all(one.is_bare for one in listed.site.templates):
                    by_file.setdefault(listed.ref.file, []).append(listed.site)
            for file, sites in by_file.items():
                location = os.path.join(distribution.root, file)
                if os.path.isfile(location):
                    stat = os.stat(location)
                    yield RealFile(SourceFile(file, location, "", stat.st_size, stat.st_mtime_ns), tuple(sites))


def batches(files: Sequence[RealFile], known: set[str], size: int) -> Iterator[list[FileState]]:
    """The files of each distribution: real ones, then the same with other words, until there are templates enough."""
    chance = random.Random(size)
    words = [word for one in files for site in one.sites for word in words_of(site)]
    states: list[FileState] = []
    copy = 0
    while len(known) < size:
        for one in files:
            sites = one.sites if not copy else tuple(reworded(site, words, chance) for site in one.sites)
            known.update(text_from_parts(template.parts) for site in sites for template in site.templates)
            file = one.file._replace(path=f"copy{copy}/{one.file.path}" if copy else one.file.path)
            states.append(FileState(file, None, unit_from_sites(sites)))
            if len(states) == FILES_OF_DISTRIBUTION or len(known) >= size:
                yield states
                states = []
            if len(known) >= size:
                return
        copy += 1


def words_of(site: Site) -> list[str]:
    """Words of a statement's messages."""
    return [
        word for template in site.templates for part in template.parts if isinstance(part, str) for word in part.split()
    ]


def reworded(site: Site, words: Sequence[str], chance: random.Random) -> Site:
    """The statement with other words in its messages; a third of them stay."""
    templates = tuple(
        Template(tuple(_reworded(part, words, chance) if isinstance(part, str) else part for part in template.parts))
        for template in site.templates
    )
    return site._replace(templates=templates, written=templates[0].text)


def _reworded(text: str, words: Sequence[str], chance: random.Random) -> str:
    return " ".join(word if not word or chance.random() < 1 / 3 else chance.choice(words) for word in text.split(" "))


if __name__ == "__main__":
    sys.exit(main())
