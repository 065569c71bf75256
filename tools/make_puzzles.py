"""Add puzzles to the file that ships, from games of fallible players, and rate all of them.

``python tools/make_puzzles.py --tables DIR --games N`` lets the people of the model play, keeps
positions in which one move is right and players of some strength miss it, and adds them. Puzzles
that are in the file stay, with their numbers, positions and solutions. Every puzzle is checked
against the tables, which must be those of the whole game.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from puzzles import FILE, Puzzle, describe_puzzles, find_fault, rate, read_puzzles
from strengths import STRONGEST, WEAKEST, Task, rate_lines
from themes import DOUBLE_MILL, OPENING_TRAP, SACRIFICE, find_themes

from merels._files import whole_file
from merels.board.board import SYMMETRIES
from merels.board.index.ranking import Int64s
from merels.datasets.classes import Boards, start_boards
from merels.datasets.samples import play_games
from merels.engine.fallible.player import load_fallible_players
from merels.errors import MerelsError
from merels.prospects.look import look_against
from merels.rules.move import Move
from merels.rules.position import WHITE, Position
from merels.rules.value import Result
from merels.values.batches import split_by_men
from merels.values.layout.key import TableKey
from merels.values.tablebase import MoveValue, Tablebase, open_tablebase

PROVABLE: Final = 5
"""Wins in at most this many plies are proved by the tests, whatever the number of men."""
SHORT: Final = 9
"""Wins in at most this many plies are played to the end; of longer ones, only the start is."""
MOST_TURNS: Final = 3
"""Moves of the solver in a line that stops before the end."""
FEWEST_MOVES: Final = 5
"""With fewer legal moves there is not much to choose."""
RARE: Final = frozenset((DOUBLE_MILL, SACRIFICE, OPENING_TRAP))
"""Puzzles with one of these themes are taken first."""
BAND: Final = 50
"""Puzzles are taken equally from bands of strength that wide."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles to add: of a kind, placing or not, played to the end or not."""

    kind: str
    placing: bool
    to_the_end: bool
    count: int

    def fits(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is of this sort."""
        return (puzzle.kind, puzzle.phase == "placing", puzzle.is_to_the_end) == (
            self.kind,
            self.placing,
            self.to_the_end,
        )


ORDERS: Final = (
    Order("draw", placing=True, to_the_end=False, count=280),
    Order("win", placing=True, to_the_end=False, count=280),
    Order("draw", placing=False, to_the_end=False, count=220),
    Order("win", placing=False, to_the_end=False, count=160),
    Order("win", placing=False, to_the_end=True, count=160),
)


class Found(NamedTuple):
    """A position of a game that may be a puzzle."""

    key: TableKey
    own: int
    enemy: int
    white_moves: bool

    @property
    def position(self) -> Position:
        """The position, with the colours of the game."""
        position = self.key.position(self.own, self.enemy)
        return position if (position.turn is WHITE) is self.white_moves else position.swap_colors()


def may_be_puzzle(scores: Int64s) -> bool:
    """Return whether one move is right, by the scores after each for the side to move then.

    >>> may_be_puzzle(np.array([0, 4, 4, 6, 8])), may_be_puzzle(np.array([0, 0, 4, 4, 6]))
    (True, False)
    """
    if len(scores) < FEWEST_MOVES:
        return False
    wins = scores[scores & 1 == 1]
    if not len(wins):
        return int((scores == 0).sum()) == 1
    shortest = int(wins.min())
    return len(wins) == 1 or (1 < shortest <= SHORT and int((wins == shortest).sum()) == 1)


def generate_candidates(tables: Tablebase, games: int, seed: int) -> Iterator[Found]:
    """Yield positions from games of each person against itself."""
    for number, person in enumerate(load_fallible_players().values()):
        look = look_against(tables, person)
        both_fallible = (False, False)
        plies = play_games(start_boards(games), look, both_fallible, seed + number)
        for ply, played in enumerate(plies):
            boards: Boards = played.boards
            for men, chosen in split_by_men(*boards):
                key = TableKey(*men)
                here = boards.take(np.arange(len(boards.own))[chosen])
                moves = look.expand(key, here.own, here.enemy)
                for i in range(len(here.own)):
                    if may_be_puzzle(moves.scores[moves.of(i)]):
                        yield Found(key, int(here.own[i]), int(here.enemy[i]), ply % 2 == 0)


def solve_puzzle(tables: Tablebase, position: Position) -> Puzzle | None:
    """Return the puzzle of a position, not numbered or rated; None unless one answer is right."""
    rated = tables.probe_moves(position)
    if not rated:
        return None
    best = rated[0].value
    if best.result is Result.WIN:
        kind, plies = "win", best.plies
        to_the_end = plies is not None and plies <= SHORT
        line = follow_shortest(tables, position) if to_the_end else follow_only(tables, position)
    elif best.result is Result.DRAW and _is_only(rated):
        kind, plies, line = "draw", rated[1].value.plies, [rated[0].move]
    else:
        return None
    if not line or plies is None:
        return None
    phase = position.phase().value
    return Puzzle("", kind, position.fen(), plies, 0, tuple(map(str, line)), phase=phase)


def _is_only(rated: list[MoveValue]) -> bool:
    return len(rated) > 1 and rated[1].value.result is not rated[0].value.result


def follow_shortest(tables: Tablebase, position: Position) -> list[Move] | None:
    """Return the line of a won position, None if the solver has a choice before the last ply."""
    line: list[Move] = []
    while True:
        rated = tables.probe_moves(position)
        best = rated[0]
        line.append(best.move)
        if best.value.plies == 1:
            return line
        if len(rated) > 1 and rated[1].value == best.value:
            return None
        position = position.successor(best.move)
        answer = tables.probe_moves(position)[0].move
        line.append(answer)
        position = position.successor(answer)


def follow_only(tables: Tablebase, position: Position) -> list[Move]:
    """Return a line of won positions as long as one move alone wins; empty if several do."""
    line: list[Move] = []
    while len(line) < 2 * MOST_TURNS:
        rated = tables.probe_moves(position)
        if not _is_only(rated):
            break
        answers = tables.probe_moves(position.successor(rated[0].move))
        line += [rated[0].move, answers[0].move]
        position = position.successor(line[-2]).successor(line[-1])
    return line[:-1]


def tasks_of(puzzle: Puzzle) -> list[Task]:
    """Return what the solver has to do along the line."""
    turns = list(puzzle.generate_turns())[::2]
    return [Task(position, is_shortest=puzzle.is_to_the_end) for position, _ in turns]


def grade(puzzles: Sequence[Puzzle], tables: Tablebase) -> list[Puzzle]:
    """Return puzzles with their strengths, ratings, phases and themes."""
    strengths = rate_lines(tables, [tasks_of(puzzle) for puzzle in puzzles])
    return [
        replace(
            puzzle,
            strength=strength,
            rating=rate(strength),
            themes=find_themes(puzzle, tables),
            phase=puzzle.position.phase().value,
        )
        for puzzle, strength in zip(puzzles, strengths, strict=True)
    ]


def class_of(position: Position) -> tuple[int, ...]:
    """Return what equivalent positions have in common: rotated, mirrored, or in other colours."""
    sides = position.sides
    images = map(position.transform, SYMMETRIES)
    least = min((image.own, image.enemy) for image in images)
    return (*least, sides.own_in_hand, sides.enemy_in_hand)


def pick_evenly(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return so many puzzles, taken in turn from bands of strength."""
    bands: dict[int, list[Puzzle]] = {}
    for puzzle in puzzles:
        bands.setdefault(puzzle.strength // BAND, []).append(puzzle)
    turns = [
        (turn, band, puzzle) for band, some in bands.items() for turn, puzzle in enumerate(some)
    ]
    return [puzzle for _, _, puzzle in sorted(turns, key=lambda each: each[:2])[:count]]


def find_new(tables: Tablebase, known: Iterable[Puzzle], games: int, seed: int) -> list[Puzzle]:
    """Return new puzzles without numbers that no known one is equivalent to."""
    classes = {class_of(puzzle.position) for puzzle in known}
    solved: list[Puzzle] = []
    for found in generate_candidates(tables, games, seed):
        position = found.position
        if (its_class := class_of(position)) not in classes:
            classes.add(its_class)
            if (puzzle := solve_puzzle(tables, position)) is not None:
                solved.append(puzzle)
    print(f"{len(solved)} positions with one right answer", file=sys.stderr)
    graded = grade(solved, tables)
    Random(seed).shuffle(graded)
    graded.sort(key=lambda puzzle: RARE.isdisjoint(puzzle.themes))
    missed = [each for each in graded if WEAKEST < each.strength < STRONGEST]
    return [
        puzzle
        for order in ORDERS
        for puzzle in pick_evenly(filter(order.fits, missed), order.count)
    ]


def make_puzzles(
    tables: Tablebase, kept: Sequence[Puzzle], games: int, seed: int
) -> tuple[Puzzle, ...]:
    """Return the kept puzzles and new ones, the easiest first; raises as tables do."""
    new = find_new(tables, kept, games, seed) if games else []
    new.sort(key=lambda puzzle: (puzzle.strength, puzzle.plies))
    last = max((int(puzzle.id) for puzzle in kept), default=0)
    numbered = [replace(puzzle, id=f"{last + i:03}") for i, puzzle in enumerate(new, start=1)]
    made = [*grade(kept, tables), *numbered]
    for puzzle in made:
        if fault := find_fault(puzzle, tables):
            raise ValueError(f"puzzle {puzzle.id}: {fault}")
    return tuple(sorted(made, key=lambda puzzle: (puzzle.strength, puzzle.plies, puzzle.id)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python tools/make_puzzles.py", description=__doc__)
    parser.add_argument("--tables", metavar="DIR", required=True, help="tables of the whole game")
    parser.add_argument(
        "--games", type=int, default=0, help="of each person (default: 0, rate only)"
    )
    parser.add_argument("--seed", type=int, default=9, help="of the games (default: 9)")
    parser.add_argument("--file", metavar="FILE", default=str(FILE), help="to read and write")
    options = parser.parse_args(arguments)
    path = Path(options.file)
    try:
        with open_tablebase(options.tables) as tables:
            puzzles = make_puzzles(tables, read_puzzles(path), options.games, options.seed)
    except MerelsError as error:
        print(f"merels: {error}", file=sys.stderr)
        return 2
    document = describe_puzzles(puzzles)
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in document["puzzles"])
    with whole_file(path) as file:
        file.write(f'{{"puzzles":[\n{lines}\n]}}\n'.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
