"""What ``merels doctor`` finds out: one check per function, each with its findings.

A check never raises: what goes wrong is what it is there to report.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from merels._version import __version__
from merels.cli.shared.output import list_requirements
from merels.engine.evaluation.static import WEIGHTS_FILES
from merels.rules.variant import VARIANTS

OLDEST_PYTHON: Final = (3, 11)
WHOLE_GAME: Final = 6 << 30
"""Bytes that the tables of the whole game take, with room for what is being written."""
LITTLE_DISK: Final = 1 << 30
LITTLE_MEMORY: Final = 1 << 30

DEVELOPMENT: Final = frozenset({"all", "dev", "docs", "release"})
"""Extras that are not reported: unions, and tools for those who change Merels."""


class Status(Enum):
    """How bad a finding is; only a problem makes the command fail."""

    FINE = "fine"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``advice`` says what to do."""

    check: str
    name: str
    status: Status
    detail: str
    advice: str = ""

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return asdict(self) | {"status": self.status.value}


def check_python() -> Iterator[Finding]:
    """Say which Python, system and Merels this is."""
    is_new = sys.version_info >= OLDEST_PYTHON
    yield Finding(
        "python",
        "Python",
        Status.FINE if is_new else Status.PROBLEM,
        f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}",
        "" if is_new else "install Python 3.11 or later",
    )
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield Finding("python", "system", Status.FINE, system)
    package = Path(__file__).parents[2]
    yield Finding("python", "Merels", Status.FINE, f"{__version__} in {package}")


def check_extras() -> Iterator[Finding]:
    """Say which extras are complete, and how to add the others."""
    extras = list_requirements()
    if extras is None:
        yield Finding(
            "extras",
            "installation",
            Status.PROBLEM,
            "this copy was never installed, so what it needs is not known",
            "install it with: pip install merels, or in a working copy: pip install -e .",
        )
        return
    for extra, wanted in extras.items():
        if extra not in DEVELOPMENT:
            yield _check_extra(extra, wanted)
    if installed_version("packaging") is None:
        detail = "not compared with what Merels needs: packaging is not installed"
        yield Finding("extras", "versions", Status.NOTE, detail, _advise("shell"))


def _advise(extra: str) -> str:
    return f"if you want it: pip install --upgrade 'merels[{extra}]'"


def _check_extra(extra: str, wanted: dict[str, str]) -> Finding:
    installed = {name: installed_version(name) for name in wanted}
    missing = [name for name, found in installed.items() if found is None]
    if missing:
        detail = f"not installed: {', '.join(missing)}"
        return Finding("extras", extra, Status.NOTE, detail, _advise(extra))
    detail = ", ".join(f"{name} {found}" for name, found in installed.items())
    wrong = [
        f"{name} {found} is not {wanted[name]}"
        for name, found in installed.items()
        if found is not None and not is_within(found, wanted[name])
    ]
    if wrong:
        install = f"pip install --upgrade 'merels[{extra}]'"
        return Finding("extras", extra, Status.PROBLEM, "; ".join(wrong), install)
    return Finding("extras", extra, Status.FINE, detail)


def installed_version(package: str) -> str | None:
    """Return the version of an installed package, None if it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def is_within(found: str, bounds: str) -> bool:
    """Whether a version lies within bounds such as ``<3,>=1.26``; yes if packaging is missing.

    >>> is_within("2.1.0", "<3,>=1.26"), is_within("3.0", "<3,>=1.26")
    (True, False)
    """
    if installed_version("packaging") is None:
        return True  # `check_extras` says so
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(bounds).contains(found, prereleases=True)


def check_machine() -> Iterator[Finding]:
    """Say how many processors and how much memory Merels may use."""
    from merels._machine import available_memory, count_processors

    count = count_processors()
    yield Finding(
        "machine", "processors", Status.FINE, f"{count} of {os.cpu_count()} for this process"
    )
    free = available_memory()
    if free is None:
        yield Finding("machine", "memory", Status.NOTE, "the system does not report it")
        return
    is_little = free < LITTLE_MEMORY
    yield Finding(
        "machine",
        "memory",
        Status.NOTE if is_little else Status.FINE,
        f"{format_size(free)} available",
        "solving needs about 1 GB; the engine's --hash can be smaller" if is_little else "",
    )


def check_fast_path() -> Iterator[Finding]:
    """Say whether compiled code works, and uses the processor's instructions for sets of bits."""
    if installed_version("numba") is None:
        return  # the extras say so
    try:
        from merels import _compiler
    except Exception as error:  # whatever keeps Numba from loading
        advice = "pip install --upgrade --force-reinstall 'merels[engine]'"
        yield Finding("processor", "compiled code", Status.PROBLEM, str(error), advice)
        return
    yield Finding(
        "processor", "compiled code", Status.FINE, f"for {_compiler.describe_processor()}"
    )
    if _compiler.has_fast_pext():
        yield Finding("processor", "fast path", Status.FINE, "used: BMI2 (pext, pdep)")
        return
    chosen = [name for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES") if os.environ.get(name)]
    yield Finding(
        "processor",
        "fast path",
        Status.NOTE,
        "not used: this processor has no fast pext and pdep, so the portable code runs"
        if not chosen
        else f"not used: {' and '.join(chosen)} chooses another processor",
        f"unset {' and '.join(chosen)}" if chosen else "nothing to do; results are the same",
    )


def check_disk(folder: Path) -> Finding:
    """Say how much room there is for tables."""
    free = shutil.disk_usage(existing_parent(folder)).free
    status = Status.FINE if free >= WHOLE_GAME else Status.NOTE
    advice = "the whole game needs 6 GB; another folder: --tables DIR or MERELS_TABLES"
    if free < LITTLE_DISK:
        status = Status.PROBLEM
        advice = "free some room, or choose another folder with MERELS_TABLES"
    return Finding(
        "tables",
        "disk",
        status,
        f"{format_size(free)} free",
        "" if status is Status.FINE else advice,
    )


def existing_parent(path: Path) -> Path:
    """Return a folder, or the nearest folder around it that exists."""
    return next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())


def is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder, or the folder itself."""
    parent = existing_parent(folder)
    return parent.is_dir() and os.access(parent, os.W_OK | os.X_OK)


def format_size(size: int) -> str:
    """Format bytes for people.

    >>> format_size(6_400_000_000), format_size(52_000)
    ('6.4 GB', '0.1 MB')
    """
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


Check = Callable[[], Iterator[Finding]]


# The checks of ``merels doctor`` about files: tables, the cache of compiled code, what ships.

SOLVED = tuple(name for name in VARIANTS if name != "lasker")
"""The variants whose results and books ship."""

NEEDED = ("numpy", "numba", "platformdirs", "xxhash", "zstandard")
"""Without these there are neither tables nor compiled code, and the extras say so."""


def has_engine() -> bool:
    """Whether the packages that read tables are installed."""
    return all(installed_version(name) is not None for name in NEEDED)


def check_tables() -> Iterator[Finding]:
    """Say where tables are, which there are, and whether more can be written."""
    if not has_engine():
        return
    from merels.values.folder import default_folder

    folder = default_folder()
    yield _check_folder(folder)
    yield check_disk(folder)
    if folder.is_dir():
        yield from _check_files(folder)


def _check_folder(folder: Path) -> Finding:
    chosen = os.environ.get("MERELS_TABLES")
    where = f"{folder} ({'MERELS_TABLES' if chosen else 'the default'})"
    advice = "set MERELS_TABLES to a folder that you can write to"
    if folder.exists() and not folder.is_dir():
        return Finding("tables", "folder", Status.PROBLEM, f"{where} is not a folder", advice)
    if not is_writable(folder):
        # Tables can be read from a folder that others fill.
        status = Status.NOTE if folder.is_dir() else Status.PROBLEM
        return Finding("tables", "folder", status, f"{where} cannot be written", advice)
    if not folder.is_dir():
        return Finding("tables", "folder", Status.FINE, f"{where}, to be created when needed")
    return Finding("tables", "folder", Status.FINE, f"{where}, writable")


def _check_files(folder: Path) -> Iterator[Finding]:
    from merels.reports.listing import list_tables

    listed, errors = list_tables(folder)
    for error in errors:
        advice = "delete the file and run merels solve again"
        yield Finding("tables", "damaged", Status.PROBLEM, str(error), advice)
    if not listed:
        advice = "merels solve --men 8 takes seconds; without tables the book and search answer"
        yield Finding("tables", "tables", Status.NOTE, "none", advice)
        return
    kinds = Counter(
        ("placing" if each.key.is_placing else "moving", each.stored) for each in listed
    )
    size = format_size(sum(each.bytes for each in listed))
    parts = [
        f"{count} {phase}{'' if stored else ' by look-ahead'}"
        for (phase, stored), count in sorted(kinds.items(), reverse=True)
    ]
    yield Finding("tables", "tables", Status.FINE, f"{', '.join(parts)}, {size}")


def check_cache() -> Iterator[Finding]:
    """Say where compiled code is kept."""
    if not has_engine():
        return
    from merels._code_cache import VARIABLE
    from merels._folders import user_cache_folder

    chosen = os.environ.get(VARIABLE)
    folder = Path(chosen) if chosen else user_cache_folder()
    advice = f"set {VARIABLE} to a folder that you can write to"
    if folder is None:
        detail = "there is no home folder; code is compiled again at every start"
        yield Finding("cache", "compiled code", Status.PROBLEM, detail, advice)
        return
    where = f"{folder} ({VARIABLE if chosen else 'the default'})"
    if not is_writable(folder):
        detail = f"{where} cannot be written; code is compiled again at every start"
        yield Finding("cache", "compiled code", Status.PROBLEM, detail, advice)
        return
    yield Finding("cache", "compiled code", Status.FINE, f"{where}, writable")


def check_shipped() -> Iterator[Finding]:
    """Say whether the files that ship are all there: weights, results, books, suite, pages."""
    shipped = [
        *(f"engine/evaluation/{name}" for name in WEIGHTS_FILES.values()),
        "regret/suite.json.gz",
        *(f"values/solved/{name}.json" for name in SOLVED),
        *(f"values/books/{name}.book" for name in SOLVED),
        "web/static/index.html",
        "mod/nine_mens_morris.js",
        "notebook/widget.js",
    ]
    missing = [name for name in shipped if not Path(str(files("merels")), name).is_file()]
    if missing:
        advice = "pip install --force-reinstall merels"
        yield Finding("files", "shipped", Status.PROBLEM, f"missing: {', '.join(missing)}", advice)
        return
    yield Finding(
        "files", "shipped", Status.FINE, "weights, results, books, suite, pages: all there"
    )
    if has_engine():
        yield _check_book()


def _check_book() -> Finding:
    from merels import open_book
    from merels.errors import MerelsError
    from merels.rules.position import Position

    try:
        with open_book() as book:
            value = book.probe(Position.start())
    except (MerelsError, OSError) as error:
        advice = "pip install --force-reinstall merels"
        return Finding("files", "book", Status.PROBLEM, str(error), advice)
    return Finding("files", "book", Status.FINE, f"the empty board is a {value.result}")


# All checks of ``merels doctor``, in order.

CHECKS = (
    check_python,
    check_extras,
    check_machine,
    check_fast_path,
    check_tables,
    check_cache,
    check_shipped,
)


def examine() -> list[Finding]:
    """Run all checks."""
    return [finding for check in CHECKS for finding in check()]
