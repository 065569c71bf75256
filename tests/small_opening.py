"""The opening of the game with three men each, solved the plain way: one position at a time."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from merels import Variant
from merels.solver.plan import Plan
from merels.solver.run import solve_tables
from merels.solver.table import TableKey
from merels.tablebase.book import opening_tables
from merels.tablebase.folder import TableFolder
from merels.tablebase.tablebase import Tablebase

THREE_MEN = Variant(men=3)
MEN_PLACED = 5


@cache
def solved_opening() -> Path:
    """Return a folder with all tables of the game with three men each. Copy it to change it."""
    path = Path(tempfile.mkdtemp(prefix="merels-opening-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    folder = TableFolder(path, threads=2)
    solve_tables(Plan.for_tables([TableKey(3, 3, variant=THREE_MEN)], folder.has), folder, 2)
    with Tablebase(path) as tablebase:
        for key in reversed(opening_tables(MEN_PLACED, THREE_MEN)):
            folder.save(key, score_by_moves(key, tablebase))
    return path


def score_by_moves(key, tablebase):
    """Return the scores of a table, each the best of those after its moves."""
    slots = np.zeros(key.index.size, np.uint8)
    for slot in range(len(slots)):
        position = key.position(*key.index.masks_of(slot))
        value = tablebase.probe_moves(position)[0].value
        slots[slot] = 0 if value.plies is None else value.plies + 1
    return slots
