"""Make the file of puzzles that ships, from tables.

``python tools/make_puzzles.py --tables DIR`` looks through blocks of the tables in random order,
the same for the same ``--seed``, and keeps positions with one right answer. Long puzzles come from
tables so small that a test can solve them again; those with more men are short enough for a test
to prove them.
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
from merels.tables.tablebase import Tablebase, open_tablebase

PROVABLE: Final = 5
"""Wins in at most this many plies are proved by the tests, whatever the number of men."""

BLOCKS: Final = 60
"""Blocks of a table to look through for one kind of puzzle."""

FROM_A_BLOCK: Final = 80
"""Positions to try in one block."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles to make from a table: wins in ``plies``, or draws if that is None."""

    table: str
    count: int
    plies: int | None = None


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
        *("5-5", "6-4", "6-5", "5-6", "6-6", "7-6", "7-7"),
        *("8-5", "8-7", "8-8", "9-6", "9-7", "9-9"),
    )
    wins = [Order(table, 5, plies) for table, lengths in small.items() for plies in lengths]
    wins += [Order(table, 5, plies) for table in large for plies in (3, PROVABLE)]
    draws = [Order(table, 20) for table in ("3-3", "4-3", "3-5", "3-6", "4-5", "5-4")]
    return wins + draws


def find_shortest_win(tablebase: Tablebase, position: Position) -> list[Move] | None:
    """Return the line of a won position, None if the solver has a choice before the last ply."""
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


def solve_puzzle(tablebase: Tablebase, position: Position) -> Puzzle | None:
    """Return the puzzle of a position, without a number yet; None unless one answer is right."""
    value, rated = tablebase.probe(position), tablebase.probe_moves(position)
    if value.result is Result.WIN:
        kind, plies, line = "win", value.plies, find_shortest_win(tablebase, position)
    elif [each.value.result for each in rated[:2]] == [Result.DRAW, Result.LOSS]:
        kind, plies, line = "draw", rated[1].value.plies, [rated[0].move]
    else:
        return None
    if line is None or plies is None:
        return None
    return Puzzle("", kind, position.fen(), plies, rate(plies), tuple(map(str, line)))


def generate_positions(folder: TableFolder, order: Order, chance: Random) -> Iterator[Position]:
    """Yield positions of a table with a score, in all orientations and both colours."""
    key = TableKey.parse(order.table)
    score = 0 if order.plies is None else order.plies + 1
    with folder.open(key) as file:
        numbers = chance.sample(range(file.header.block_count), file.header.block_count)
        for number in numbers[:BLOCKS]:
            slots = np.flatnonzero(file.read_block(number) == score)
            for slot in chance.sample(slots.tolist(), min(FROM_A_BLOCK, len(slots))):
                masks = key.index.masks_of(number * file.header.block_slots + slot)
                position = key.position(*masks).transform(chance.choice(SYMMETRIES))
                yield position if chance.random() < 0.5 else position.swap_colors()


def fill_order(
    folder: TableFolder, tablebase: Tablebase, order: Order, chance: Random
) -> list[Puzzle]:
    """Return puzzles for an order; fewer if the table does not have enough."""
    found = (
        puzzle
        for position in generate_positions(folder, order, chance)
        if (puzzle := solve_puzzle(tablebase, position)) is not None
    )
    if order.plies is not None:
        return list(islice(found, order.count))
    # Draws have no length of their own, so take equally many for each length of the others.
    by_length: dict[int, list[Puzzle]] = {}
    for puzzle in found:
        by_length.setdefault(puzzle.plies, []).append(puzzle)
    share = -(-order.count // max(1, len(by_length)))
    return [puzzle for _, equal in sorted(by_length.items()) for puzzle in equal[:share]]


def make_puzzles(path: Path, seed: int) -> tuple[Puzzle, ...]:
    """Return puzzles from the tables of a folder, the easiest first; raises as tables do."""
    chance = Random(seed)
    folder = TableFolder(path)
    made: list[Puzzle] = []
    with open_tablebase(path) as tablebase:
        for order in list_orders():
            puzzles = fill_order(folder, tablebase, order, chance)
            aim = "draw" if order.plies is None else f"win in {order.plies}"
            print(f"{order.table}, {aim}: {len(puzzles)}", file=sys.stderr)
            made += puzzles
    made.sort(key=lambda puzzle: (puzzle.rating, puzzle.plies, puzzle.kind != "win"))
    return tuple(
        replace(puzzle, id=f"{number:03}")
        for number, puzzle in enumerate(alternate_colors(made), start=1)
    )


def alternate_colors(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles of each kind so that you play White and Black in turn.

    Colours are swapped where necessary; number, solution and rating stay.
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
