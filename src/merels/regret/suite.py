"""A case: a position in which some moves keep its value and other moves give it away."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, zip_longest
from typing import Any, Final, TypeAlias

from merels.errors import CorruptTableError
from merels.rules.game import Game
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.position import BLACK, WHITE, Phase, Position
from merels.rules.value import Value

PHASES: Final = tuple(phase.value for phase in Phase)
"""What the side to move does: placing, moving, flying."""

DIFFICULTIES: Final = ("easy", "medium", "hard")

EASY: Final = 0.9
MEDIUM: Final = 0.5
"""How often, at least, the modelled club player keeps the value of easy and of medium positions."""

POINTS: Final = {-1: 0.0, 0: 0.5, 1: 1.0}
"""What a result is worth."""


def difficulty_of(kept: float) -> str:
    """Return the difficulty, given how often the modelled club player keeps the value.

    >>> difficulty_of(0.95), difficulty_of(0.5), difficulty_of(0.1)
    ('easy', 'medium', 'hard')
    """
    return "easy" if kept >= EASY else "medium" if kept >= MEDIUM else "hard"


@dataclass(frozen=True, slots=True)
class Case:
    """A position with the scores after each legal move, in the order of `Position.legal_moves`.

    A score is for the side to move then: 0 for a draw, else plies to the end plus 1, odd if lost.

    >>> from merels.regret import load_suite
    >>> case = load_suite().cases[0]
    >>> len(case.scores) == len(case.position.legal_moves), 0 < len(case.keeping) < len(case.scores)
    (True, True)
    """

    position: Position
    scores: tuple[int, ...]
    difficulty: str

    @property
    def phase(self) -> str:
        """The phase of the side to move."""
        return self.position.phase().value

    @property
    def values(self) -> dict[Move, Value]:
        """The exact value of each legal move, for the side that plays it."""
        found = (Value.from_score(score).before_move() for score in self.scores)
        return dict(zip(self.position.legal_moves, found, strict=True))

    @property
    def best(self) -> Value:
        """The value of the position."""
        return max(self.values.values())

    @property
    def keeping(self) -> list[Move]:
        """The moves that keep the result; how soon it comes does not matter."""
        result = self.best.result
        return [move for move, value in self.values.items() if value.result is result]

    @property
    def at_stake(self) -> float:
        """The points that the position is worth: 1 if it is won, 1/2 if it is drawn."""
        return POINTS[self.best.result]

    def loss(self, move: AnyMove) -> float:
        """Return the points that a legal move gives away: 0, 1/2 or 1; raises `KeyError`."""
        played = move_of(move, self.position.board)
        return self.at_stake - POINTS[self.values[played].result]

    def game(self) -> Game:
        """Return a game that begins with the position."""
        return Game(self.position)


def is_decision(scores: tuple[int, ...]) -> bool:
    """Return whether some moves keep the value of a position and other moves do not.

    >>> is_decision((0, 0, 4)), is_decision((0, 0)), is_decision((4, 8))
    (True, False, False)
    """
    return len({0 if score == 0 else 1 + score % 2 for score in scores}) > 1


# The suite: cases from games, with exact values, that ship with the package.

FILE: Final = "suite.json.gz"
FORMAT: Final = "merels-suite"
VERSION: Final = 1

Stratum: TypeAlias = tuple[str, str]
"""A phase and a difficulty."""

STRATA: Final = tuple((phase, difficulty) for phase in PHASES for difficulty in DIFFICULTIES)


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases in a fixed order, the strata in turn: the first cases are a smaller suite."""

    cases: Sequence[Case]
    frequencies: Mapping[Stratum, float]
    """How many cases of each stratum a player meets in one of the games."""
    games: int
    """How many games the cases and frequencies come from."""

    def first(self, count: int) -> Suite:
        """Return a suite of the first ``count`` cases."""
        return Suite(self.cases[:count], self.frequencies, self.games)

    def document(self) -> dict[str, Any]:
        """Return the suite in the form of its file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "games": self.games,
            "frequencies": [[*stratum, value] for stratum, value in self.frequencies.items()],
            "cases": [_write_case(case) for case in self.cases],
        }


def interleave(strata: Sequence[Sequence[Case]]) -> list[Case]:
    """Return the cases of all strata, one of each in turn."""
    return [case for case in chain(*zip_longest(*strata)) if case is not None]


def _write_case(case: Case) -> list[Any]:
    position = case.position
    return [
        *(position.white, position.black, position.white_in_hand, position.black_in_hand),
        *(int(position.turn is BLACK), DIFFICULTIES.index(case.difficulty), list(case.scores)),
    ]


def _read_case(row: list[Any]) -> Case:
    white, black, white_in_hand, black_in_hand, is_black, difficulty, scores = row
    turn = BLACK if is_black else WHITE
    position = Position(white, black, white_in_hand, black_in_hand, turn)
    return Case(position, tuple(scores), DIFFICULTIES[difficulty])


def pack_suite(suite: Suite) -> bytes:
    """Return the bytes of a file; the same suite gives the same bytes."""
    text = json.dumps(suite.document(), separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def unpack_suite(data: bytes) -> Suite:
    """Return the suite of a file's bytes; raises `CorruptTableError`."""
    try:
        document = json.loads(gzip.decompress(data))
        if (document["format"], document["version"]) != (FORMAT, VERSION):
            raise ValueError("another format or version")
        frequencies = {(phase, level): value for phase, level, value in document["frequencies"]}
        cases = tuple(map(_read_case, document["cases"]))
    except (OSError, EOFError, zlib.error, ValueError, KeyError, IndexError, TypeError) as error:
        raise CorruptTableError(f"this is not a suite of positions, or damaged: {error}") from error
    return Suite(cases, frequencies, document["games"])


@cache
def load_suite() -> Suite:
    """Return the suite that ships with the package, of nine men's morris.

    >>> import merels
    >>> len(merels.regret.load_suite().frequencies)
    9
    """
    return unpack_suite(files(__package__).joinpath(FILE).read_bytes())
