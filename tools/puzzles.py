"""Puzzles: positions from the tables with one right answer, and the file of them that ships.

A puzzle of kind ``win`` asks for the shortest win: at each turn of the solver exactly one move
keeps it, except at the last, where any move that ends the game will do. One of kind ``draw`` asks
for the only move that does not lose. ``python tools/make_puzzles.py`` makes the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import merels.web.api
from merels.rules.move import Move
from merels.rules.position import Position

FILE: Final = Path(merels.web.api.__path__[0]) / "puzzles.json"
"""What the server sends."""
HARDEST: Final = 5
SMALL: Final = 9
"""Men in total: the tests solve the tables up to here; puzzles with more men are short."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what to do in it, and the solution.

    ``plies`` is the length: to the end of the game for a win; for a draw, how long the best of the
    wrong moves holds out. ``line`` starts with the solver's move; the replies in it are the longest
    defence.
    """

    id: str
    kind: str
    fen: str
    plies: int
    rating: int
    line: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position the puzzle starts from."""
        return Position.from_fen(self.fen)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line as moves."""
        return tuple(map(Move.parse, self.line))


def rate(plies: int) -> int:
    """Return the difficulty of a puzzle by its length, 1 to 5.

    >>> [rate(plies) for plies in (1, 3, 5, 9, 13, 33)]
    [1, 1, 2, 3, 4, 5]
    """
    return min(HARDEST, 1 + plies // 4)


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship, easiest first.

    >>> first = load_puzzles()[0]
    >>> first.kind, first.plies, first.rating
    ('win', 1, 1)
    """
    document = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Puzzle(**{**entry, "line": tuple(entry["line"])}) for entry in document["puzzles"])


def describe_puzzles(puzzles: Iterable[Puzzle]) -> dict[str, Any]:
    """Return puzzles as a JSON document."""
    return {"puzzles": [asdict(puzzle) for puzzle in puzzles]}
