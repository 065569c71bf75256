"""Small tables, solved once for all tests that read them, and positions of these tables."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

from made_once import made_once

from merels import NINE_MENS_MORRIS, Position, Variant
from merels.board.board import SYMMETRIES
from merels.rules.variant import file_stem
from merels.solver.convert import Form, convert_tables
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan

KEYS = [TableKey(3, 3), TableKey(3, 4), TableKey(4, 3)]


@cache
def solved_folder(variant: Variant = NINE_MENS_MORRIS, kind: Kind = Kind.DISTANCE) -> Path:
    """Return a folder with the tables 3-3, 4-3 and 3-4. Copy it before you change it."""

    def fill(path: Path) -> None:
        folder = TableFolder(path)
        if kind is Kind.DISTANCE:
            plan = Plan.for_tables([TableKey(4, 3, variant=variant)], folder.has)
            solve_tables(plan, folder, threads=2)
        else:
            exact = TableFolder(solved_folder(variant))
            tables = exact.keys()
            for key in tables:
                folder.save(key, exact.load_slots(key), kind)

    return made_once(f"tables-{file_stem(variant)}-{kind.name}", fill)


@cache
def small_folder() -> Path:
    """Return a folder with the tables of `solved_folder` as ``merels solve`` writes them."""

    def fill(path: Path) -> None:
        shutil.copytree(solved_folder(), path, dirs_exist_ok=True)
        list(convert_tables(TableFolder(path), Form.SMALL))

    return made_once("small", fill)


def sample(key: TableKey, count: int, seed: int = 0) -> list[Position]:
    """Return random positions of a table, in any symmetry and with either side to move."""
    chance = random.Random(seed)
    positions = []
    for _ in range(count):
        masks = key.index.masks_of(chance.randrange(key.index.size))
        position = key.position(*masks).transform(chance.choice(SYMMETRIES))
        positions.append(chance.choice([position, position.swap_colors()]))
    return positions


def masks_of(positions: list[Position]) -> tuple[list[int], list[int]]:
    """Return the men of the side to move and of the other side, position by position."""
    return [p.own for p in positions], [p.enemy for p in positions]
