"""The state of a game: a position and two counters, and what follows a move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from merels.errors import PositionError
from merels.rules.color import BLACK
from merels.rules.move import Move
from merels.rules.position import Position

LARGEST_COUNTER: Final = 1_000_000_000
"""More than any game needs; compiled code can keep counting from here without overflow."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A position, the plies since the last capture, and the move number: what a FEN records.

    >>> state = GameState(Position.start()).after(Move.parse("d6")).after(Move.parse("f4"))
    >>> state.plies_since_removal, state.move_number
    (2, 2)
    """

    position: Position
    plies_since_removal: int = 0
    move_number: int = 1

    def after(self, move: Move) -> GameState:
        """Return the state that a legal move leads to.

        A move that closes a mill without naming a capture leads to mid-turn: the same side is to
        move, the counters stay as they are, and a capture completes the turn.
        """
        position = self.position
        if position.owes_capture(move):
            return replace(self, position=position.before_removal(move))
        return GameState(
            position.successor(move),
            0 if move.captured is not None else self.plies_since_removal + 1,
            self.move_number + (position.turn is BLACK),
        )

    def fen(self) -> str:
        """Return the state as FEN."""
        from merels.rules.text.fen import format_fen

        return format_fen(self.position, self.plies_since_removal, self.move_number)


def check_counters(plies_since_removal: int, move_number: int) -> None:
    """Raise `PositionError` if a counter is out of range."""
    for name, least, counter in (
        ("plies_since_removal", 0, plies_since_removal),
        ("move_number", 1, move_number),
    ):
        if not least <= counter <= LARGEST_COUNTER:
            raise PositionError(name, f"{counter} is not between {least} and {LARGEST_COUNTER}")
