"""Writes small sites of static tables, and what Python's tables answer: for tests of `probe.js`.

    python static_site.py FOLDER POSITIONS

solves small games and writes the tables of all of them into ``FOLDER/whole``. In ``FOLDER/small``,
tables are left out that a look-ahead gives back, files are cut into small parts, and there are
results without distances as well. ``FOLDER/answers.json`` has the values of random positions of all
tables, and the moves of some; ``FOLDER/command.json`` what ``merels probe --json`` prints of some.
"""

from __future__ import annotations

import io
import json
import random
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1] / "support"))

from own_variant import LINE

from merels.cli import main as merels
from merels.rules.position import Position
from merels.rules.variant import Variant, spell
from merels.rules.variant import variant as find_variant
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables
from merels.values.tablebase import Tablebase

NAMES: Final = ("three", "five", "nine:men=4", "lasker:men=4", "eleven:men=4")
"""Every board and rule that ships, and men enough for packed blocks."""

PART: Final = 5000
MOVES_OF: Final = 20
"""Every so many positions, the moves are told as well."""
COMMAND_OF: Final = 100
"""Every so many positions, the command is asked."""


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


def choose_position(key: TableKey, variant: Variant, chance: random.Random) -> Position:
    """Return a random position of a table, in any symmetry and with either side to move."""
    position = key.position(*key.index.masks_of(chance.randrange(key.index.size)))
    position = replace(position, variant=variant).transform(chance.choice(variant.board.symmetries))
    return position.swap_colors() if chance.random() < 0.5 else position


def describe(position: Position, name: str, tables: Tablebase, *, moves: bool) -> list[Any]:
    """Return a position with its value, and its moves with theirs."""
    value = tables.probe(position)
    document = [name, position.fen(), str(value.result), value.plies]
    if moves:
        rated = tables.probe_moves(position)
        document.append([[str(each), str(v.result), v.plies] for each, v in rated])
    return document


def ask_command(name: str, fen: str, tables: Path) -> str:
    """Return what ``merels probe --json`` prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = merels(["probe", fen, "--variant", name, "--tables", str(tables), "--json"])
    if status != 0:
        raise RuntimeError(f"merels probe {fen} --variant {name} ended with {status}")
    return printed.getvalue()


def main(folder: Path, count: int) -> None:
    """Write everything."""
    variants = [*(find_variant(name) for name in NAMES), LINE]  # and a board that does not ship
    source = solve(folder / "solved", variants)
    write_site(folder / "whole", source, [Choice(each) for each in variants], None)
    both = Kind.DISTANCE, Kind.WDL
    small = [Choice(each, both, small=True) for each in variants]
    write_site(folder / "small", source, small, PART)
    chance = random.Random(31)
    answers = []
    with Tablebase(source.path) as tables:
        for variant in variants:
            keys = sorted(all_tables(variant), key=lambda key: key.men)
            for number in range(count // len(variants)):
                position = choose_position(keys[number % len(keys)], variant, chance)
                answers.append(
                    describe(position, spell(variant), tables, moves=number % MOVES_OF == 0)
                )
    (folder / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    said = [
        [name, json.loads(ask_command(name, fen, source.path))]
        for name, fen, *_ in answers[::COMMAND_OF]
        if name in NAMES
    ]
    (folder / "command.json").write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
