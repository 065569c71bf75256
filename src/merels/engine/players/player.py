"""What every player can do."""

from __future__ import annotations

from typing import Protocol

from merels.rules.game import Game
from merels.rules.move import Move


class Player(Protocol):
    """Anyone who chooses moves."""

    @property
    def name(self) -> str:
        """The player's name."""

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture; raise `IllegalMoveError` if there is none."""
