"""The two sides as the mover sees them."""

from __future__ import annotations

from typing import NamedTuple

from merels.board.masks import Mask
from merels.rules.generator import Turn, stand_after


class Sides(NamedTuple):
    """A position from the mover's point of view: men on the board and in hand, own and enemy.

    Generator and kernels take these four numbers in this order.

    >>> Sides(own=0b1, enemy=0b10, own_in_hand=8, enemy_in_hand=8).after((None, 2, None))
    Sides(own=2, enemy=5, own_in_hand=8, enemy_in_hand=7)
    """

    own: Mask
    enemy: Mask
    own_in_hand: int
    enemy_in_hand: int

    @property
    def swapped(self) -> Sides:
        """The same men from the opponent's point of view."""
        return Sides(self.enemy, self.own, self.enemy_in_hand, self.own_in_hand)

    def after(self, turn: Turn) -> Sides:
        """Return what the opponent, who is then to move, sees after a legal turn."""
        own, enemy, own_in_hand, enemy_in_hand = self
        origin, target, captured = turn
        if target is not None:
            own = stand_after(own, origin, target)
            own_in_hand -= origin is None
        if captured is not None:
            enemy &= ~(1 << captured)
        return Sides(enemy, own, enemy_in_hand, own_in_hand)
