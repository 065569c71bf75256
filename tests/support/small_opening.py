"""The whole game with three men each, solved once for all tests that read it, and its book."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from made_once import made_once

from merels import Variant
from merels.solver.run import solve_tables
from merels.values.book import bind_book
from merels.values.folder import TableFolder
from merels.values.layout.plan import Plan, all_tables

THREE_MEN = Variant(men=3)
MEN_PLACED = 5


@cache
def solved_opening() -> Path:
    """Return a folder with all tables of the game with three men each. Copy it to change it."""

    def fill(path: Path) -> None:
        folder = TableFolder(path, threads=2)
        solve_tables(Plan.for_tables(all_tables(THREE_MEN), folder.has), folder, 2)

    return made_once("opening", fill)


@cache
def small_book() -> Path:
    """Return the book of this game's placings. Copy it to change it."""
    name = "nine-men-3.book"  # as if it shipped

    def fill(path: Path) -> None:
        bind_book(TableFolder(solved_opening()), path / name, MEN_PLACED, variant=THREE_MEN)

    return made_once("book", fill) / name
