"""Make the file of puzzles that ships, from tables.

``python tools/make_puzzles.py --tables DIR`` looks through blocks of the tables in an order
drawn by lot, the same for the same ``--seed``, and keeps positions with one right answer. Long
puzzles come from tables so small that a test can solve them anew; those with more men are short
enough for a test to prove them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from puzzles import FILE, Puzzle, describe_puzzles, rate

from merels._files import whole_file
from merels.board.symmetry import SYMMETRIES
from merels.errors import MerelsError
from merels.rules.color import BLACK, WHITE
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result
from merels.tables.folder import TableFolder
from merels.tables.key import TableKey
from merels.tables.tablebase import MoveValue, Tablebase, open_tablebase

PROVABLE: Final = 5
"""Wins of so many plies are proved by the tests, whatever the number of men."""

BLOCKS: Final = 60
"""Blocks of a table that are looked through for one kind of puzzle."""

FROM_A_BLOCK: Final = 80
"""Positions that are tried in one block."""


@dataclass(frozen=True, slots=True)
class Order:
    """So many puzzles of a kind and length, from one table. For draws the length is left open."""

    table: str
    count: int
    plies: int | None = None

    @property
    def aim(self) -> str:
        """What is asked for, in words."""
        return "draw" if self.plies is None else f"win in {self.plies}"

    @property
    def score(self) -> int:
        """The score that the table has for such positions."""
        return 0 if self.plies is None else self.plies + 1


def list_orders() -> list[Order]:
    """Return what the file is made of."""
    small = {
        "3-3": range(1, 26, 2),
        "3-4": range(1, 34, 2),
        "4-4": (3, 5, 7, 9),
        "4-5": (3, 5),
        "5-4": range(3, 30, 2),
        "6-3": (3, 5, 7),
    }
    large = (
        "5-5",
        "6-4",
        "6-5",
        "5-6",
        "6-6",
        "7-6",
        "7-7",
        "8-5",
        "8-7",
        "8-8",
        "9-6",
        "9-7",
        "9-9",
    )
    wins = [Order(table, 5, plies) for table, lengths in small.items() for plies in lengths]
    wins += [Order(table, 5, plies) for table in large for plies in (3, PROVABLE)]
    draws = [Order(table, 20) for table in ("3-3", "4-3", "3-5", "3-6", "4-5", "5-4")]
    return wins + draws


def find_shortest_win(tablebase: Tablebase, position: Position) -> list[Move] | None:
    """Return the line of a won position, None where the solver may choose before the last ply."""
    line: list[Move] = []
    while True:
        rated = tablebase.probe_moves(position)
        best = rated[0]
        line.append(best.move)
        if best.value.plies == 1:
            return line
        if len(rated) > 1 and rated[1].value == best.value:
            return None
        position = position.successor(best.move)
        answer = tablebase.probe_moves(position)[0].move
        line.append(answer)
        position = position.successor(answer)


def find_only_draw(tablebase: Tablebase, position: Position) -> list[MoveValue] | None:
    """Return the drawing move and the best of the others, None unless all others lose."""
    rated = tablebase.probe_moves(position)
    if len(rated) < 2 or rated[0].value.result is not Result.DRAW:
        return None
    return rated[:2] if rated[1].value.result is Result.LOSS else None


def solve_puzzle(tablebase: Tablebase, position: Position) -> Puzzle | None:
    """Return the puzzle of a position, without a name yet; None where it is none."""
    value = tablebase.probe(position)
    if value.result is Result.WIN:
        line = find_shortest_win(tablebase, position)
        plies = value.plies
    else:
        only = find_only_draw(tablebase, position)
        line = None if only is None else [only[0].move]
        plies = None if only is None else only[1].value.plies
    if line is None or plies is None:
        return None
    kind = "win" if value.result is Result.WIN else "draw"
    return Puzzle("", kind, position.fen(), plies, rate(plies), tuple(map(str, line)))


def generate_positions(folder: TableFolder, order: Order, lot: Random) -> Iterator[Position]:
    """Yield positions of a table with a score, in all orientations and both colours."""
    key = TableKey.parse(order.table)
    with folder.open(key) as file:
        numbers = lot.sample(range(file.header.block_count), file.header.block_count)
        for number in numbers[:BLOCKS]:
            slots = np.flatnonzero(file.read_block(number) == order.score)
            for slot in lot.sample(slots.tolist(), min(FROM_A_BLOCK, len(slots))):
                masks = key.index.masks_of(number * file.header.block_slots + slot)
                position = key.position(*masks).transform(lot.choice(SYMMETRIES))
                yield position if lot.random() < 0.5 else position.swap_colors()


def fill_order(
    folder: TableFolder, tablebase: Tablebase, order: Order, lot: Random
) -> list[Puzzle]:
    """Return puzzles for an order; fewer where the table has not enough."""
    found = (
        puzzle
        for position in generate_positions(folder, order, lot)
        if (puzzle := solve_puzzle(tablebase, position)) is not None
    )
    if order.plies is not None:
        return list(islice(found, order.count))
    # Draws have no length of their own: as many of each as there are lengths.
    by_length: dict[int, list[Puzzle]] = {}
    for puzzle in found:
        by_length.setdefault(puzzle.plies, []).append(puzzle)
    share = -(-order.count // max(1, len(by_length)))
    return [puzzle for _, equal in sorted(by_length.items()) for puzzle in equal[:share]]


def make_puzzles(path: Path, seed: int) -> tuple[Puzzle, ...]:
    """Return puzzles from the tables of a folder, the easiest first; raises as tables do."""
    lot = Random(seed)
    folder = TableFolder(path)
    made: list[Puzzle] = []
    with open_tablebase(path) as tablebase:
        for order in list_orders():
            puzzles = fill_order(folder, tablebase, order, lot)
            print(f"{order.table}, {order.aim}: {len(puzzles)}", file=sys.stderr)
            made += puzzles
    made.sort(key=lambda puzzle: (puzzle.rating, puzzle.plies, puzzle.kind != "win"))
    return tuple(
        replace(puzzle, id=f"{number:03}")
        for number, puzzle in enumerate(alternate_colors(made), start=1)
    )


def alternate_colors(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles so that you play White and Black in turn, in each kind by itself.

    Colours are exchanged where they have to be; number, solution and rating stay.
    """
    turns = {kind: cycle((WHITE, BLACK)) for kind in ("win", "draw")}
    for puzzle in puzzles:
        position = puzzle.position
        if position.turn is not next(turns[puzzle.kind]):
            position = position.swap_colors()
        yield replace(puzzle, fen=position.fen())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python tools/make_puzzles.py", description=__doc__)
    parser.add_argument("--tables", metavar="DIR", required=True, help="folder of moving tables")
    parser.add_argument("--seed", type=int, default=9, help="of the lot (default: 9)")
    parser.add_argument("--output", metavar="FILE", default=str(FILE))
    options = parser.parse_args(arguments)
    try:
        document = describe_puzzles(make_puzzles(Path(options.tables), options.seed))
    except MerelsError as error:
        print(f"merels: {error}", file=sys.stderr)
        return 2
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in document["puzzles"])
    with whole_file(options.output) as file:
        file.write(f'{{"puzzles":[\n{lines}\n]}}\n'.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
