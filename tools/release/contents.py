"""What a wheel and a source archive contain, and whether that is what they should.

    python tools/release/contents.py dist/merels-0.3.0-py3-none-any.whl

lists a wheel by package, with sizes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GUIDES: Final = "merels/cli/guides"
LARGEST_WHEEL: Final = 18 << 20
LARGEST_ARCHIVE: Final = 20 << 20
METADATA: Final = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}

FORBIDDEN: Final = re.compile(r"__pycache__|\.py[co]$|\.part$|node_modules|\.venv|\.DS_Store|~$")
"""What must never be in either."""

NEEDED_SOURCES: Final = (
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "mkdocs.yml"),
    *(
        "docs/README.md",
        "tools/release/build_hook.py",
        "tests/conftest.py",
        "frontend/package-lock.json",
    ),
)
"""Without these the archive could not be built, tested or read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a wheel."""

    name: str
    size: int
    compressed: int

    @property
    def part(self) -> str:
        """The package it belongs to, for the listing."""
        first, _, rest = self.name.partition("/")
        if first != "merels":
            return "metadata"
        if self.name.startswith(GUIDES):
            return "guides"
        return f"merels.{rest.partition('/')[0]}" if "/" in rest else "merels"


def list_wheel(path: Path) -> list[Entry]:
    """Return the files of a wheel, in order."""
    with zipfile.ZipFile(path) as wheel:
        return [Entry(e.filename, e.file_size, e.compress_size) for e in wheel.infolist()]


def list_archive(path: Path) -> list[str]:
    """Return the files of a source archive, without its top folder."""
    with tarfile.open(path) as archive:
        return [name.partition("/")[2] for name in archive.getnames()]


def tracked_files(folder: str = ".", root: Path = ROOT) -> set[str]:
    """Return the files of a folder that are under version control."""
    command = ["git", "-C", str(root), "ls-files", folder]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return set(filter(None, listed.split("\n")))


def expected_files(root: Path = ROOT) -> set[str]:
    """Return what a wheel should have: every file under version control, and the guides."""
    package = {name.removeprefix("src/") for name in tracked_files("src/merels", root)}
    docs = root / "docs"
    return package | {
        f"{GUIDES}/{path.relative_to(docs).as_posix()}" for path in docs.rglob("*.md")
    }


def find_wheel_faults(entries: Iterable[Entry], expected: set[str], size: int) -> Iterator[str]:
    """Yield what is wrong with a wheel."""
    names = [entry.name for entry in entries]
    package = {name for name in names if name.startswith("merels/")}
    rest = {name.partition("/")[2] for name in names if not name.startswith("merels/")}
    for name in sorted(expected - package):
        yield f"the wheel lacks {name}"
    for name in sorted(package - expected):
        yield f"the wheel has {name}, which is not under version control"
    if rest != METADATA:
        yield f"the wheel's metadata is {sorted(rest)}, not {sorted(METADATA)}"
    yield from _find_forbidden("wheel", names)
    if size > LARGEST_WHEEL:
        yield f"the wheel has {size:,} bytes, more than {LARGEST_WHEEL:,}"


def find_archive_faults(names: list[str], tracked: set[str], size: int) -> Iterator[str]:
    """Yield what is wrong with a source archive."""
    sources = {name for name in tracked if name.startswith("src/")}
    for name in sorted({*NEEDED_SOURCES, *sources} - set(names)):
        yield f"the source archive lacks {name}"
    for name in sorted(set(names) - tracked - {"PKG-INFO"}):
        yield f"the source archive has {name}, which is not under version control"
    yield from _find_forbidden("source archive", names)
    if size > LARGEST_ARCHIVE:
        yield f"the source archive has {size:,} bytes, more than {LARGEST_ARCHIVE:,}"


def _find_forbidden(what: str, names: list[str]) -> Iterator[str]:
    for name in names:
        if FORBIDDEN.search(name):
            yield f"the {what} has {name}"


def describe_wheel(entries: list[Entry]) -> list[str]:
    """Return a table of what a wheel contains, largest part first, in Markdown.

    Sizes are in thousands of bytes: a figure of every byte would change with every commit.
    """
    parts: dict[str, list[Entry]] = {}
    for entry in entries:
        parts.setdefault(entry.part, []).append(entry)
    rows = ["| part | files | kB | compressed | largest |", "|---|---:|---:|---:|---|"]
    for part, found in sorted(parts.items(), key=lambda each: -_total(each[1], "size")):
        largest = max(found, key=lambda entry: entry.size)
        rows.append(
            _row(f"`{part}`", found, f"{Path(largest.name).name}, {_thousands(largest.size)}")
        )
    return [*rows, _row("together", entries, "")]


def _row(name: str, entries: list[Entry], last: str) -> str:
    sizes = (_thousands(_total(entries, field)) for field in ("size", "compressed"))
    return f"| {name} | {len(entries)} | {' | '.join(sizes)} | {last} |"


def _thousands(size: int) -> str:
    return f"{round(size / 1000):,}"


def _total(entries: list[Entry], field: str) -> int:
    return sum(getattr(entry, field) for entry in entries)


if __name__ == "__main__":
    print("\n".join(describe_wheel(list_wheel(Path(sys.argv[1])))))
