"""Mills and other patterns of men.

On nine men's board the patterns are worked out for all 24 points at once: points are numbered
around each square and square by square, so a neighbour is one bit away around the square (with a
wrap) and eight bits away across to the next. On other boards the patterns are looked up line by
line; tests compare the two ways.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from merels.board.board import (
    FULL,
    THREE_SQUARES,
    THREE_SQUARES_WITH_DIAGONALS,
    Board,
    Mask,
    points_of,
)

MIDDLE: Final[Mask] = 0x00FF00
CORNERS: Final[Mask] = 0x555555
SIDES: Final[Mask] = 0xAAAAAA
"""The middle points of the sides, where the lines across begin, cross and end."""


class Patterns(NamedTuple):
    """What one side's men form."""

    mills: int
    """How many mills stand."""
    twos: Mask
    """Empty points that would complete a mill."""
    closings: Mask
    """Twos that a man beside the mill can reach in one step."""
    doubles: Mask
    """Twos that a man of a standing mill can reach: it opens one mill and closes another."""
    reach: Mask
    """Points next to a man."""
    steps: int
    """How many steps lead to an empty point."""
    blocked: int
    """How many men have no step."""


def joined_points(board: Board) -> Mask:
    """Return the points of three squares that have a line across: the corners too, or only sides.

    >>> joined_points(THREE_SQUARES) == SIDES
    True
    """
    return FULL if board == THREE_SQUARES_WITH_DIAGONALS else SIDES


def clockwise(mask: Mask) -> Mask:
    """Move every man one point clockwise: bit ``p`` stands for the point before ``p``."""
    return mask << 1 & 0xFEFEFE | mask >> 7 & 0x010101


def anticlockwise(mask: Mask) -> Mask:
    """Move every man one point anticlockwise: bit ``p`` stands for the point after ``p``."""
    return mask >> 1 & 0x7F7F7F | mask << 7 & 0x808080


def find_patterns(men: Mask, enemy: Mask, board: Board = THREE_SQUARES) -> Patterns:
    """Return what ``men`` form, with ``enemy`` in their way.

    >>> found = find_patterns(men=0b1011, enemy=0b10000000)  # 0, 1 and 3 against 7
    >>> found.twos == found.closings == 1 << 2, found.steps, found.blocked
    (True, 5, 1)
    """
    return _find_at_once(men, enemy) if board is THREE_SQUARES else find_by_line(men, enemy, board)


def find_by_line(men: Mask, enemy: Mask, board: Board) -> Patterns:
    """Return what `find_patterns` does, on any board."""
    empty = board.full & ~(men | enemy)
    milled = mills = twos = closings = doubles = reach = steps = blocked = 0
    for mill in board.mills:
        if men & mill == mill:
            milled |= mill
            mills += 1
    for mill in board.mills:
        missing = mill & ~men
        if missing & empty and missing & missing - 1 == 0:
            twos |= missing
            movers = men & board.neighbours[missing.bit_length() - 1] & ~mill
            closings |= missing if movers else 0
            doubles |= missing if movers & milled else 0
    for point in points_of(men):
        ways = board.neighbours[point] & empty
        reach |= ways
        steps += ways.bit_count()
        blocked += ways == 0
    return Patterns(mills, twos, closings, doubles, reach, steps, blocked)


def _find_at_once(men: Mask, enemy: Mask) -> Patterns:
    """Return what `find_patterns` does, on nine men's board."""
    empty = FULL & ~(men | enemy)
    before, after = clockwise(men), anticlockwise(men)
    # Points whose line has its other two men around the square ahead, behind or on both sides ...
    ahead = after & anticlockwise(after) & CORNERS
    behind = before & clockwise(before) & CORNERS
    astride = before & after & SIDES
    # ... or across the squares.
    across = (men >> 8 | men << 16) & (men >> 16 | men << 8) & SIDES
    completing = ahead | behind | astride | across

    def closable_by(movers: Mask) -> Mask:
        """Return the points that movers beside the line, not on it, can reach."""
        from_before, from_after = clockwise(movers), anticlockwise(movers)
        return empty & (
            ahead & from_before
            | behind & from_after
            | astride & (movers << 8 | movers >> 8)
            | across & (from_before | from_after)
        )

    closings = closable_by(men)
    milled = men & completing
    around_one, around_other = men & clockwise(empty), men & anticlockwise(empty)
    across_one, across_other = men & SIDES & empty << 8, men & SIDES & empty >> 8
    return Patterns(
        mills=(men & astride).bit_count() + (men & across & MIDDLE).bit_count(),
        twos=empty & completing,
        closings=closings,
        doubles=closable_by(milled) if milled and closings else 0,
        reach=empty & (before | after | (men << 8 | men >> 8) & SIDES),
        steps=around_one.bit_count()
        + around_other.bit_count()
        + across_one.bit_count()
        + across_other.bit_count(),
        blocked=(men & ~(around_one | around_other | across_one | across_other)).bit_count(),
    )
