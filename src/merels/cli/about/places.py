"""The checks of ``merels doctor`` about files: tables, the cache of compiled code, what ships."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from merels.cli.about.checks import (
    Finding,
    Status,
    check_disk,
    format_size,
    installed_version,
    is_writable,
)
from merels.engine.evaluation.static import WEIGHTS_FILES
from merels.rules.variants import VARIANTS

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
    from merels.tables.folder import default_folder

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
        *(f"reports/solved/{name}.json" for name in SOLVED),
        *(f"tables/books/{name}.book" for name in SOLVED),
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
