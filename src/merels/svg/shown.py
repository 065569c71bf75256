"""What the pictures show, as far as they need to know it: rules offer all of this, and more."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from merels.board.geometry import Mask, Point

AnyPoint: TypeAlias = int | str
"""A point's number, or its algebraic name."""


class PositionLike(Protocol):
    """Men on the board and in hand, and the side to move, whose text is ``White`` or ``Black``."""

    @property
    def white(self) -> Mask:
        """Points of the white men."""

    @property
    def black(self) -> Mask:
        """Points of the black men."""

    @property
    def white_in_hand(self) -> int:
        """White men still to be placed."""

    @property
    def black_in_hand(self) -> int:
        """Black men still to be placed."""

    @property
    def turn(self) -> object:
        """The side to move."""


class MoveLike(Protocol):
    """A turn: where a man came from, where it went, which man it took."""

    @property
    def origin(self) -> Point | None:
        """None for a placing."""

    @property
    def target(self) -> Point | None:
        """None where a man is taken and none moves."""

    @property
    def captured(self) -> Point | None:
        """None without a mill."""


class ValueLike(Protocol):
    """A result for one side, and how far away it is."""

    @property
    def result(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """Plies to the end, None where there is none or it is not known."""
