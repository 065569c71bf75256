"""Puzzles: positions with one right answer, and the file of them that ships.

A puzzle of kind ``draw`` asks for the only move that does not lose. One of kind ``win`` asks for
the shortest win if its line goes to the end of the game: at each turn of the solver exactly one
move keeps it, except at the last, where any move that ends the game will do. If the line stops
before the end, it asks for the only move that wins at all, at each turn.
``python tools/make_puzzles.py`` makes the file.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import merels.web.api
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result
from merels.values.tablebase import MoveValue

FILE: Final = Path(merels.web.api.__path__[0]) / "puzzles.json"
"""What the server sends."""
BOUNDS: Final = (580, 670, 760, 840)
"""Strengths at which the ratings 2, 3, 4 and 5 begin."""
SMALL: Final = 9
"""Men in total: the tests solve the tables up to here."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what to do in it, and the solution.

    ``plies`` is the length: to the end of the game for a win; for a draw, how long the best of the
    wrong moves holds out. ``line`` starts with the solver's move; the replies in it are the longest
    defence. A player of ``strength`` solves it half of the time.
    """

    id: str
    kind: str
    fen: str
    plies: int
    rating: int
    line: tuple[str, ...]
    strength: int = 0
    themes: tuple[str, ...] = ()
    phase: str = ""

    @property
    def position(self) -> Position:
        """The position the puzzle starts from."""
        return Position.from_fen(self.fen)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line as moves."""
        return tuple(map(Move.parse, self.line))

    @property
    def is_to_the_end(self) -> bool:
        """Whether the line ends the game."""
        return self.kind == "win" and len(self.line) == self.plies

    def generate_turns(self) -> Iterator[tuple[Position, Move]]:
        """Yield each position of the line with the move played there, the solver's first."""
        position = self.position
        for move in self.moves:
            yield position, move
            position = position.successor(move)


def rate(strength: int) -> int:
    """Return the difficulty of a puzzle as 1 to 5 stars.

    >>> [rate(strength) for strength in (300, 579, 580, 700, 839, 1200)]
    [1, 1, 2, 3, 4, 5]
    """
    return 1 + bisect(BOUNDS, strength)


class Tables(Protocol):
    """What knows the value of every move, best first: tables, or the book."""

    def probe_moves(self, position: Position) -> list[MoveValue]:
        """Return the legal moves with their values, best first."""
        ...


def find_fault(puzzle: Puzzle, tables: Tables) -> str | None:
    """Return what is wrong with a puzzle by the tables, or None."""
    for ply, (position, move) in enumerate(puzzle.generate_turns()):
        rated = tables.probe_moves(position)
        if ply % 2:
            best = rated[0].value
            if best not in (each.value for each in rated if each.move == move):
                return f"the reply {move} is not the longest defence"
        elif fault := _find_wrong_turn(puzzle, ply, move, rated):
            return fault
    return None


def _find_wrong_turn(puzzle: Puzzle, ply: int, move: Move, rated: list[MoveValue]) -> str | None:
    """Return what is wrong with a move of the solver, or None."""
    best = rated[0].value
    if best.result is not (Result.WIN if puzzle.kind == "win" else Result.DRAW):
        return f"the position before {move} is a {best}"
    if puzzle.is_to_the_end:
        right = [each.move for each in rated if each.value == best]
        is_last = best.plies == 1
    else:
        right = [each.move for each in rated if each.value.result is best.result]
        is_last = False
    if move not in right or (len(right) > 1 and not is_last):
        return f"the right moves are {', '.join(map(str, right))}, not {move} alone"
    length = best.plies if puzzle.kind == "win" else rated[len(right)].value.plies
    if length != puzzle.plies - ply:
        return f"{move} takes {length} plies, not {puzzle.plies - ply}"
    return None


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship, easiest first.

    >>> first = load_puzzles()[0]
    >>> first.kind, first.plies, first.rating
    ('win', 1, 1)
    """
    return read_puzzles(FILE)


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return tuple(map(read_puzzle, document["puzzles"]))


def read_puzzle(entry: dict[str, Any]) -> Puzzle:
    """Return a puzzle from its JSON object."""
    themes = tuple(entry.get("themes", ()))  # files of the first release have none
    return Puzzle(**dict(entry, line=tuple(entry["line"]), themes=themes))


def describe_puzzles(puzzles: Iterable[Puzzle]) -> dict[str, Any]:
    """Return puzzles as a JSON document."""
    return {"puzzles": [asdict(puzzle) for puzzle in puzzles]}
