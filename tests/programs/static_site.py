"""Writes small sites of static tables, and what Python's tables answer: for tests of `probe.js`.

    python static_site.py FOLDER POSITIONS

solves small games and writes the tables of all of them into ``FOLDER/whole``. In ``FOLDER/small``,
tables are left out that a look-ahead gives back, files are cut into small parts, and there are
results without distances as well. ``FOLDER/answers.json`` has the values of random positions of all
tables, and the moves of some.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1] / "support"))

from compare_site import choose_positions
from own_variant import LINE

from merels.rules.position import Position
from merels.rules.variant import Variant, spell
from merels.rules.variant import variant as find_variant
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.plan import Plan, all_tables
from merels.values.tablebase import Tablebase

NAMES: Final = ("three", "five", "nine:men=4", "lasker:men=4", "eleven:men=4")
"""Every board and rule that ships, and men enough for packed blocks."""

PART: Final = 5000
MOVES_OF: Final = 20
"""Every so many positions, the moves are told as well."""


def solve(path: Path, variants: list[Variant]) -> TableFolder:
    """Solve games into a folder."""
    folder = TableFolder(path, threads=2)
    for variant in variants:
        solve_tables(Plan.for_tables(all_tables(variant), folder.has), folder, threads=2)
    return folder


def write_site(path: Path, source: TableFolder, choices: list[Choice], part: int | None) -> None:
    """Write the tables of a site."""
    site = SiteFolder(path)
    with site.lock():
        writer = TableWriter(site, source, choices, part)
        writer.write(writer.plan())


def describe(position: Position, tables: Tablebase, *, moves: bool) -> list[Any]:
    """Return a position with its value, and its moves with theirs."""
    value = tables.probe(position)
    document = [spell(position.variant), position.fen(), str(value.result), value.plies]
    if moves:
        rated = tables.probe_moves(position)
        document.append([[str(each), str(v.result), v.plies] for each, v in rated])
    return document


def main(folder: Path, count: int) -> None:
    """Write everything."""
    variants = [*(find_variant(name) for name in NAMES), LINE]  # and a board that does not ship
    source = solve(folder / "solved", variants)
    write_site(folder / "whole", source, [Choice(each) for each in variants], None)
    both = Kind.DISTANCE, Kind.WDL
    small = [Choice(each, both, small=True) for each in variants]
    write_site(folder / "small", source, small, PART)
    with Tablebase(source.path) as tables:
        answers = [
            describe(position, tables, moves=number % MOVES_OF == 0)
            for number, position in enumerate(choose_positions(variants, count, random.Random(31)))
        ]
    (folder / "answers.json").write_text(json.dumps(answers), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
