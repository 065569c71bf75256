"""What men form on the board, worked out for all 24 points at once.

Points are numbered around each square and square by square, so a neighbour is one bit away around
the square (with a wrap) and eight bits away across to the next. Tests hold every function equal to
the plain geometry of `merels.board`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from merels.board.geometry import FULL, Mask

_OUTER: Final[Mask] = 0x0000FF
_MIDDLE: Final[Mask] = 0x00FF00
_INNER: Final[Mask] = 0xFF0000
_CORNERS: Final[Mask] = 0x555555
_SIDES: Final[Mask] = 0xAAAAAA
"""The middle points of the sides, where the lines across begin, cross and end."""


class Patterns(NamedTuple):
    """What one side's men form; ``twos`` and ``closings`` are sets of points."""

    mills: int
    """How many mills stand."""
    twos: Mask
    """Empty points that would complete a mill."""
    closings: Mask
    """Those of them that a man beside the mill can reach in one step."""
    steps: int
    """How many ways along the lines lead to an empty point."""
    blocked: int
    """How many men have no such way."""


def _before(mask: Mask) -> Mask:
    """Move every man one point clockwise: bit ``p`` tells of the point before ``p``."""
    return mask << 1 & 0xFEFEFE | mask >> 7 & 0x010101


def _after(mask: Mask) -> Mask:
    """Move every man one point counter-clockwise: bit ``p`` tells of the point after ``p``."""
    return mask >> 1 & 0x7F7F7F | mask << 7 & 0x808080


def find_patterns(men: Mask, enemy: Mask) -> Patterns:
    """Return what ``men`` form, with ``enemy`` in their way.

    >>> find_patterns(men=0b1010, enemy=0b1)  # men on 1 and 3, an enemy beside 1
    Patterns(mills=0, twos=0, closings=0, steps=5, blocked=0)
    >>> find_patterns(men=0b1011, enemy=0)  # 0, 1 and 3: the man on 3 can close on 2
    Patterns(mills=0, twos=4, closings=4, steps=6, blocked=0)
    """
    empty = FULL & ~(men | enemy)
    before, after = _before(men), _after(men)
    before_two, after_two = _before(before), _after(after)
    outwards, inwards = men << 8, men >> 8
    both = before & after
    # The other two men of a line across, seen from each of its three points.
    across = _SIDES & (
        inwards & men >> 16 & _OUTER | outwards & inwards & _MIDDLE | outwards & men << 16 & _INNER
    )
    around = both & _SIDES | (before & before_two | after & after_two) & _CORNERS
    reached = (
        both & (before_two | after_two) & _CORNERS
        | both & (outwards | inwards) & _SIDES
        | across & (before | after)
    )
    from_before, from_after = men & _before(empty), men & _after(empty)
    from_outside, from_inside = men & _SIDES & empty << 8, men & _SIDES & empty >> 8
    return Patterns(
        mills=(men & both & _SIDES).bit_count() + (men & across & _MIDDLE).bit_count(),
        twos=empty & (around | across),
        closings=empty & reached,
        steps=from_before.bit_count()
        + from_after.bit_count()
        + from_outside.bit_count()
        + from_inside.bit_count(),
        blocked=(men & ~(from_before | from_after | from_outside | from_inside)).bit_count(),
    )
