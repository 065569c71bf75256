"""A case: a position in which some moves keep its value and others give it away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.rules.game import Game
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.position import Phase, Position
from merels.rules.value import Value

PHASES: Final = tuple(phase.value for phase in Phase)
"""What the side to move does: placing, moving, flying."""

DIFFICULTIES: Final = ("easy", "medium", "hard")

EASY: Final = 0.9
MEDIUM: Final = 0.5
"""A club player of the model keeps the value of an easy position at least that often, and that of a
medium one at least this often."""

POINTS: Final = {-1: 0.0, 0: 0.5, 1: 1.0}
"""What a result is worth."""


def difficulty_of(kept: float) -> str:
    """Return the difficulty, given how often a club player of the model keeps the value.

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
    """Return whether some moves keep the value of a position and others give it away.

    >>> is_decision((0, 0, 4)), is_decision((0, 0)), is_decision((4, 8))
    (True, False, False)
    """
    return len({0 if score == 0 else 1 + score % 2 for score in scores}) > 1
