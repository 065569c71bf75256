"""What ``merels doctor`` finds out: one check per function, each with its findings.

A check never raises: it reports whatever goes wrong.
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
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from merels import VARIANTS, Position, __version__, open_book
from merels.cli.shared.output import list_requirements
from merels.engine.evaluation.static import WEIGHTS_FILES
from merels.errors import MerelsError

OLDEST_PYTHON: Final = (3, 11)
WHOLE_GAME: Final = 6 << 30
"""Bytes that the tables of the whole game take, with room for files being written."""
LITTLE_DISK: Final = 1 << 30
LITTLE_MEMORY: Final = 1 << 30

DEVELOPMENT: Final = frozenset({"all", "dev", "docs", "release"})
"""Extras that are not reported: unions, and tools for contributors."""


class Status(Enum):
    """How bad a finding is; only a problem makes the command fail."""

    FINE = "fine"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``advice`` says what to do."""

    status: Status
    name: str
    detail: str
    advice: str = ""

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return {"name": self.name} | asdict(self) | {"status": self.status.value}


_fine, _note, _problem = (partial(Finding, status) for status in Status)


def check_python() -> Iterator[Finding]:
    """Say which Python, system and Merels this is."""
    python = f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"
    if sys.version_info >= OLDEST_PYTHON:
        yield _fine("Python", python)
    else:
        yield _problem("Python", python, "install Python 3.11 or later")
    yield _fine("system", f"{platform.system()} {platform.release()}, {platform.machine()}")
    yield _fine("Merels", f"{__version__} in {Path(__file__).parents[2]}")


def check_extras() -> Iterator[Finding]:
    """Say which extras are complete, and how to add the other extras."""
    extras = list_requirements()
    if extras is None:
        detail = "this copy was never installed, so what it needs is not known"
        advice = "install it with: pip install merels, or in a working copy: pip install -e ."
        yield _problem("installation", detail, advice)
        return
    for extra, wanted in extras.items():
        if extra not in DEVELOPMENT:
            yield _check_extra(extra, wanted)
    if installed_version("packaging") is None:
        detail = "not compared with what Merels needs: packaging is not installed"
        yield _note("versions", detail, f"if you want it: {_install('shell')}")


def _install(extra: str) -> str:
    return f"pip install --upgrade 'merels[{extra}]'"


def _check_extra(extra: str, wanted: dict[str, str]) -> Finding:
    installed = {name: installed_version(name) for name in wanted}
    missing = [name for name, found in installed.items() if found is None]
    if missing:
        detail = f"not installed: {', '.join(missing)}"
        return _note(extra, detail, f"if you want it: {_install(extra)}")
    wrong = [
        f"{name} {found} is not {wanted[name]}"
        for name, found in installed.items()
        if found is not None and not is_within(found, wanted[name])
    ]
    if wrong:
        return _problem(extra, "; ".join(wrong), _install(extra))
    return _fine(extra, ", ".join(f"{name} {found}" for name, found in installed.items()))


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
    from merels._system import available_memory, count_processors

    yield _fine("processors", f"{count_processors()} of {os.cpu_count()} for this process")
    free = available_memory()
    if free is None:
        yield _note("memory", "the system does not report it")
    elif free < LITTLE_MEMORY:
        advice = "solving needs about 1 GB; the engine's --hash can be smaller"
        yield _note("memory", f"{format_size(free)} available", advice)
    else:
        yield _fine("memory", f"{format_size(free)} available")


def check_fast_path() -> Iterator[Finding]:
    """Say whether compiled code works, and uses the processor's instructions for sets of bits."""
    if installed_version("numba") is None:
        return  # the extras say so
    try:
        from merels import _compiler
    except Exception as error:  # anything that keeps Numba from loading
        advice = "pip install --upgrade --force-reinstall 'merels[engine]'"
        yield _problem("compiled code", str(error), advice)
        return
    yield _fine("compiled code", f"for {_compiler.describe_processor()}")
    variables = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
    chosen = " and ".join(name for name in variables if os.environ.get(name))
    if _compiler.has_fast_pext():
        yield _fine("fast path", "used: BMI2 (pext, pdep)")
    elif chosen:
        detail = f"not used: {chosen} chooses another processor"
        yield _note("fast path", detail, f"unset {chosen}")
    else:
        detail = "not used: this processor has no fast pext and pdep, so the portable code runs"
        yield _note("fast path", detail, "nothing to do; results are the same")


def check_disk(folder: Path) -> Finding:
    """Say how much room there is for tables."""
    free = shutil.disk_usage(existing_parent(folder)).free
    detail = f"{format_size(free)} free"
    if free < LITTLE_DISK:
        advice = "free some room, or choose another folder with MERELS_TABLES"
        return _problem("disk", detail, advice)
    if free < WHOLE_GAME:
        advice = "the whole game needs 6 GB; another folder: --tables DIR or MERELS_TABLES"
        return _note("disk", detail, advice)
    return _fine("disk", detail)


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


# The checks of ``merels doctor`` about files: tables, the cache of compiled code, what ships.

SOLVED = tuple(name for name, each in VARIANTS.items() if each.is_usual and name != "lasker")
"""The variants whose results and books ship."""

NEEDED = ("numpy", "numba", "platformdirs", "xxhash", "zstandard")
"""Without these packages there are neither tables nor compiled code, and the extras say so."""


REINSTALL = "pip install --force-reinstall merels"


def has_engine() -> bool:
    """Whether the packages that read tables are installed."""
    return all(installed_version(name) is not None for name in NEEDED)


def check_tables() -> Iterator[Finding]:
    """Say where tables are, which tables there are, and whether more can be written."""
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
        return _problem("folder", f"{where} is not a folder", advice)
    if not is_writable(folder):
        # Tables can be read from a folder that other users fill.
        report = _note if folder.is_dir() else _problem
        return report("folder", f"{where} cannot be written", advice)
    state = "writable" if folder.is_dir() else "to be created when needed"
    return _fine("folder", f"{where}, {state}")


def _check_files(folder: Path) -> Iterator[Finding]:
    from merels.reports.results import list_tables

    listed, errors = list_tables(folder)
    for error in errors:
        advice = "delete the file and run merels solve again"
        yield _problem("damaged", str(error), advice)
    if not listed:
        advice = "merels solve --men 8 takes seconds; without tables the book and search answer"
        yield _note("tables", "none", advice)
        return
    kinds = Counter(
        ("placing" if each.key.is_placing else "moving", each.stored) for each in listed
    )
    size = format_size(sum(each.bytes for each in listed))
    parts = [
        f"{count} {phase}{'' if stored else ' by look-ahead'}"
        for (phase, stored), count in sorted(kinds.items(), reverse=True)
    ]
    yield _fine("tables", f"{', '.join(parts)}, {size}")


def check_cache() -> Iterator[Finding]:
    """Say where compiled code is kept."""
    if not has_engine():
        return
    from merels._code_cache import VARIABLE
    from merels._system import user_cache_folder

    chosen = os.environ.get(VARIABLE)
    folder = Path(chosen) if chosen else user_cache_folder()
    advice = f"set {VARIABLE} to a folder that you can write to"
    if folder is None:
        detail = "there is no home folder; code is compiled again at every start"
        yield _problem("compiled code", detail, advice)
        return
    where = f"{folder} ({VARIABLE if chosen else 'the default'})"
    if not is_writable(folder):
        detail = f"{where} cannot be written; code is compiled again at every start"
        yield _problem("compiled code", detail, advice)
        return
    yield _fine("compiled code", f"{where}, writable")


def check_shipped() -> Iterator[Finding]:
    """Say whether the files that ship are all there: weights, results, books, suite, pages."""
    shipped = [
        *(f"engine/evaluation/{name}" for name in WEIGHTS_FILES.values()),
        "regret/suite.json.gz",
        *(f"values/solved/{name}.json" for name in SOLVED),
        *(f"values/books/{name}.book" for name in SOLVED),
        "web/static/index.html",
        "site/probe.js",
        "mod/nine_mens_morris.js",
        "notebook/widget.js",
    ]
    missing = [name for name in shipped if not Path(str(files("merels")), name).is_file()]
    if missing:
        yield _problem("shipped", f"missing: {', '.join(missing)}", REINSTALL)
        return
    yield _fine("shipped", "weights, results, books, suite, pages: all there")
    if has_engine():
        yield _check_book()


def _check_book() -> Finding:
    try:
        with open_book() as book:
            value = book.probe(Position.start())
    except (MerelsError, OSError) as error:
        return _problem("book", str(error), REINSTALL)
    return _fine("book", f"the empty board is a {value.result}")


CHECKS: Final[dict[str, Callable[[], Iterator[Finding]]]] = {
    "python": check_python,
    "extras": check_extras,
    "machine": check_machine,
    "processor": check_fast_path,
    "tables": check_tables,
    "cache": check_cache,
    "files": check_shipped,
}
"""All checks of ``merels doctor``, in order."""


def examine() -> dict[str, list[Finding]]:
    """Run all checks; return their findings."""
    found = {name: list(check()) for name, check in CHECKS.items()}
    return {name: findings for name, findings in found.items() if findings}
