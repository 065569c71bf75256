"""What is drawn: positions, moves and values as a picture needs them.

The rules stand above this package, so that positions can draw themselves.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, runtime_checkable

from merels.board.board import Board
from merels.board.masks import Mask, Point
from merels.errors import NotationError


class DrawnMove(Protocol):
    """A move: a `merels.Move` is one."""

    @property
    def origin(self) -> Point | None:
        """Where the man comes from; None if it is placed."""

    @property
    def target(self) -> Point | None:
        """Where the man goes; None for a capture alone."""

    @property
    def captured(self) -> Point | None:
        """The point of the captured man, if any."""


class DrawnValue(Protocol):
    """A value: a `merels.Value` is one."""

    @property
    def result(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """The distance to the end of the game, if known."""


class DrawnVariant(Protocol):
    """A variant: a `merels.Variant` is one."""

    @property
    def title(self) -> str:
        """Its name in full."""

    @property
    def men(self) -> int:
        """How many men a side has."""


AnyMove: TypeAlias = DrawnMove | str
"""A move or its algebraic text."""


@runtime_checkable
class DrawnPosition(Protocol):
    """A position: a `merels.Position` is one."""

    @property
    def variant(self) -> DrawnVariant:
        """The variant."""

    @property
    def board(self) -> Board:
        """The board of the variant."""

    @property
    def white(self) -> Mask:
        """White's men."""

    @property
    def black(self) -> Mask:
        """Black's men."""

    @property
    def white_in_hand(self) -> int:
        """How many men White has yet to place."""

    @property
    def black_in_hand(self) -> int:
        """How many men Black has yet to place."""

    @property
    def turn(self) -> int:
        """The side to move: 0 for White, 1 for Black; its text is the colour's name."""

    def read_move(self, move: Any) -> DrawnMove:
        """Return a move, given as such or as algebraic text."""


class DrawnGame(Protocol):
    """A game: a `merels.Game` is one."""

    @property
    def position(self) -> DrawnPosition:
        """The current position."""


def position_of(shown: object) -> DrawnPosition:
    """Return a position, given as such or as a game."""
    position = getattr(shown, "position", shown)
    if isinstance(position, type) or not isinstance(position, DrawnPosition):
        advice = "give a Position or a Game; Position.from_fen reads a FEN"
        raise NotationError(f"{shown!r} is not a position", advice)
    return position
