"""How a game ends: by its position, by a draw rule, or by resignation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from merels.errors import PositionError
from merels.rules import generator
from merels.rules.position import WHITE, Color, Position
from merels.rules.variant import FullBoard, moves_to_draw

REPETITIONS: Final = 3
PLY_LIMIT: Final = 100


class Reason(Enum):
    """Why a game is over."""

    TOO_FEW_MEN = "too few men"
    BLOCKED = "blocked"
    FULL_BOARD = "full board"
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
        """The result as game files write it."""
        return format_result(self.winner)


def format_result(winner: Color | None) -> str:
    """Return a result as game files write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner is WHITE else "0-1"


@dataclass(frozen=True, slots=True)
class DrawRules:
    """When a game is drawn; None switches a rule off.

    ``repetitions``: once a position has occurred this many times. ``ply_limit``: after this many
    plies without a capture.
    """

    repetitions: int | None = REPETITIONS
    ply_limit: int | None = PLY_LIMIT

    def __post_init__(self) -> None:
        if self.repetitions is not None and self.repetitions < 2:
            raise PositionError("repetitions", f"{self.repetitions} is less than 2")
        if self.ply_limit is not None and self.ply_limit < 1:
            raise PositionError("ply_limit", f"{self.ply_limit} is less than 1")

    def outcome(
        self, occurrences: int, plies_since_removal: int, position: Position | None = None
    ) -> Outcome | None:
        """Return the draw of a position that has occurred this often, None if the game goes on.

        The position matters if its variant has a limit of its own for the men that are left.
        """
        if self.repetitions is not None and occurrences >= self.repetitions:
            return Outcome(None, Reason.REPETITION)
        limit = self.ply_limit if position is None else self.limit_at(position)
        if limit is not None and plies_since_removal >= limit:
            return Outcome(None, Reason.PLY_LIMIT)
        return None

    def limit_at(self, position: Position) -> int | None:
        """Return after how many plies without a capture a position is drawn, None if never.

        >>> three = Position(0b111, 0b111000, variant="morabaraba")
        >>> DrawRules().limit_at(three), DrawRules(ply_limit=None).limit_at(three)
        (20, None)
        """
        draws = position.variant.draw_after
        if self.ply_limit is None or not draws or position.white_in_hand or position.black_in_hand:
            return self.ply_limit
        fewer, more = sorted((position.white.bit_count(), position.black.bit_count()))
        moves = moves_to_draw(position.variant).get((more, fewer))
        return self.ply_limit if moves is None else min(self.ply_limit, 2 * moves)


NO_DRAW_RULES: Final = DrawRules(repetitions=None, ply_limit=None)


def position_outcome(position: Position) -> Outcome | None:
    """Return the outcome that follows from the position alone, None if the game goes on.

    >>> position_outcome(Position(white=0b111, black=0b11000))
    Outcome(winner=WHITE, reason=<Reason.TOO_FEW_MEN: 'too few men'>)
    """
    if position.removing and position.variant.several:
        return None  # men are counted when all captures are made
    for color in (position.turn, position.turn.other):
        if generator.has_too_few(position.mask(color), position.in_hand(color)):
            return Outcome(color.other, Reason.TOO_FEW_MEN)
    if not position.legal_moves:
        if not position.empty and position.variant.full_board is FullBoard.DRAW:
            return Outcome(None, Reason.FULL_BOARD)
        return Outcome(position.turn.other, Reason.BLOCKED)
    return None
