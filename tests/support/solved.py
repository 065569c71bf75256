"""Small tables, solved once for all tests that read them."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from merels import NINE_MENS_MORRIS, Variant
from merels.solver.convert import Form, convert_tables
from merels.solver.run import solve_tables
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey
from merels.tables.plan import Plan


@cache
def solved_folder(variant: Variant = NINE_MENS_MORRIS, kind: Kind = Kind.DISTANCE) -> Path:
    """Return a folder with the tables 3-3, 4-3 and 3-4. Copy it before you change it."""
    path = Path(tempfile.mkdtemp(prefix="merels-tables-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    folder = TableFolder(path)
    if kind is Kind.DISTANCE:
        plan = Plan.for_tables([TableKey(4, 3, variant=variant)], folder.has)
        solve_tables(plan, folder, threads=2)
    else:
        exact = TableFolder(solved_folder(variant))
        tables = exact.keys()
        for key in tables:
            folder.save(key, exact.load_slots(key), kind)
    return path


@cache
def small_folder() -> Path:
    """Return a folder with the tables of `solved_folder` as ``merels solve`` writes them."""
    path = Path(tempfile.mkdtemp(prefix="merels-small-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    shutil.copytree(solved_folder(), path, dirs_exist_ok=True)
    list(convert_tables(TableFolder(path), Form.SMALL))
    return path
