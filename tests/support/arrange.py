"""Positions made by hand: men named in algebraic coordinates, as game files name them."""

from __future__ import annotations

from merels import NINE_MENS_MORRIS, WHITE, Color, Position, Variant
from merels.board.geometry import Mask, mask_of
from merels.board.names import parse_algebraic_point


def men(names: str) -> Mask:
    """Return the points named, separated by spaces."""
    return mask_of(map(parse_algebraic_point, names.split()))


def moving(
    white: str, black: str, turn: Color = WHITE, variant: Variant = NINE_MENS_MORRIS
) -> Position:
    """Return a position with all men placed."""
    return Position(men(white), men(black), turn=turn, variant=variant)


def placing(
    white: str, black: str, white_in_hand: int, black_in_hand: int, turn: Color = WHITE
) -> Position:
    """Return a position with men in hand."""
    return Position(men(white), men(black), white_in_hand, black_in_hand, turn)
