"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from merels.rules import generator
from merels.rules.color import WHITE, Color
from merels.rules.position import Position


class Reason(Enum):
    """Why a game is over."""

    TOO_FEW_MEN = "too few men"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    PLY_LIMIT = "no removal for too long"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner of a finished game, None for a draw, and the reason."""

    winner: Color | None
    reason: Reason

    @property
    def result(self) -> str:
        """The result as game files write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is WHITE else "0-1"


def position_outcome(position: Position) -> Outcome | None:
    """Return the outcome that follows from the position alone, None if the game goes on.

    >>> position_outcome(Position(white=0b111, black=0b11000))
    Outcome(winner=WHITE, reason=<Reason.TOO_FEW_MEN: 'too few men'>)
    """
    for color in (position.turn, position.turn.other):
        if generator.has_too_few(position.mask(color), position.in_hand(color)):
            return Outcome(color.other, Reason.TOO_FEW_MEN)
    if not position.legal_moves:
        return Outcome(position.turn.other, Reason.BLOCKED)
    return None
