"""Turns on any board, in the order in which the search tries them: `ordering` for packed boards.

Nine men's board has kernels of its own because they are quicker: all its points fit one formula.
"""

from __future__ import annotations

from merels._jit import inlined, lowest_bit, popcount
from merels.board.index.ranking import Int64s
from merels.engine.evaluation.any_board import (
    ANY_TURN,
    FULL,
    LINE,
    LINES,
    NEIGHBOURS,
    find_lines,
    may_fly,
)
from merels.engine.search.kernels.ordering import CLOSING, NONE, write_closings, write_quiet


@inlined
def rate_captures(
    takeable: int, enemy: int, empty: int, anywhere: bool, board: Int64s, worth: Int64s
) -> None:
    """Fill ``worth`` for each man that may be captured: best if the enemy can close few mills."""
    while takeable:
        captured = lowest_bit(takeable)
        takeable &= takeable - 1
        _, _, twos, closings, _, _ = find_lines(enemy & ~(1 << captured), empty, board)
        left = twos if anywhere else closings
        worth[captured] = CLOSING - (popcount(left) << 26) - (popcount(twos) << 24)


@inlined
def closed_from(origin: int, own: int, targets: int, board: Int64s) -> int:
    """Return the ``targets`` where the man from ``origin`` (`NONE`: in hand) closes a mill."""
    rest = own if origin == NONE else own & ~(1 << origin)
    closing = 0
    for i in range(LINE, LINE + board[LINES]):
        missing = board[i] & ~rest
        if missing & (missing - 1) == 0:
            closing |= missing
    return int(closing & targets)


@inlined
def write_any_turns(
    own: int, enemy: int, hands: int, board: Int64s, worth: Int64s, history: Int64s, out: Int64s
) -> int:
    """Write every legal turn with its rank to ``out``; return how many.

    Both sides have three men or more.
    """
    empty = board[FULL] & ~(own | enemy)
    own_in_hand = hands & 15
    own_flies = may_fly(own, own_in_hand, board)
    enemy_anywhere = hands >> 4 > 0 or may_fly(enemy, hands >> 4, board)
    _, protected, enemy_twos, enemy_closings, _, _ = find_lines(enemy, empty, board)
    stopping = enemy_twos if enemy_anywhere else enemy_closings
    _, _, twos, closings, _, _ = find_lines(own, empty, board)
    takeable = 0
    if twos if own_in_hand or own_flies else closings:
        takeable = enemy & ~protected
        if takeable == 0:
            takeable = enemy
        rate_captures(takeable, enemy, empty, enemy_anywhere, board, worth)
    count = 0
    if own_in_hand:
        closing = twos if takeable else 0
        count = write_closings(closing, 0, NONE, takeable, worth, out, 0)
        count = write_quiet(empty & ~closing, 0, NONE, stopping, history, out, count)
        if not board[ANY_TURN]:
            return count
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        targets = empty if own_flies else empty & board[NEIGHBOURS + origin]
        closing = 0
        if takeable and targets & twos:
            closing = closed_from(origin, own, targets & twos, board)
        count = write_closings(closing, 0, origin, takeable, worth, out, count)
        count = write_quiet(targets & ~closing, 0, origin, stopping, history, out, count)
    return count
