"""Turns in the order in which the search tries them.

A turn is packed as in `merels.rules.kernels`, and stands below its rank in one number: the largest
is tried first. Turns that close a mill come before quiet turns. Among quiet turns, the first are
turns that stop a mill of the enemy, and turns that have often cut the search short.
"""

from __future__ import annotations

from typing import Final

from merels._jit import inlined, lowest_bit, popcount
from merels.board.board import FULL
from merels.board.index.ranking import Int64s
from merels.engine.evaluation.kernels import (
    anticlockwise,
    clockwise,
    closable_by,
    completing_points,
)
from merels.engine.evaluation.patterns import SIDES

NONE: Final = 31
TURN_BITS: Final = 15
TURN: Final = (1 << TURN_BITS) - 1
QUIET: Final = NONE << 10
"""The captured man of a turn without a capture."""

MOST_TURNS: Final = 656
"""Room for the turns of a position on any board.

A turn takes one man, on the board or in hand, to an empty point, and captures a man or none. Own
men on the board and one in hand, empty points and enemy's men are 26 together on the largest board,
so there are no more than 9 * 9 * 8 = 648 turns.
"""

WAYS: Final = 1024
"""Pairs of origin and target."""

CLOSING: Final = 1 << 36
KILLER: Final = 1 << 34
STOPPING: Final = 1 << 32
HISTORY_LIMIT: Final = 1 << 28


@inlined
def is_closing(turn: int) -> bool:
    """Whether a turn captures a man."""
    return turn >> 10 != NONE


@inlined
def takeable_men(enemy: int) -> int:
    """Return the men that may be captured: the men outside mills, or all men if there are none."""
    ahead, behind, astride, across = completing_points(enemy)
    outside = enemy & ~(ahead | behind | astride | across)
    return outside if outside else enemy


@inlined
def closings_of(men: int, empty: int, anywhere: bool) -> int:
    """Return the points where a side can close a mill with its next turn."""
    ahead, behind, astride, across = completing_points(men)
    if anywhere:
        return empty & (ahead | behind | astride | across)
    return closable_by(men, empty, ahead, behind, astride, across)


@inlined
def rate_removals(takeable: int, enemy: int, empty: int, anywhere: bool, worth: Int64s) -> None:
    """Fill ``worth`` for each man that may be captured: best if the enemy can close few mills."""
    while takeable:
        captured = lowest_bit(takeable)
        takeable &= takeable - 1
        rest = enemy & ~(1 << captured)
        ahead, behind, astride, across = completing_points(rest)
        twos = popcount(empty & (ahead | behind | astride | across))
        left = popcount(closings_of(rest, empty, anywhere))
        worth[captured] = CLOSING - (left << 26) - (twos << 24)


@inlined
def write_closings(
    targets: int, offset: int, origin: int, takeable: int, worth: Int64s, out: Int64s, count: int
) -> int:
    """Write a turn for each target and each man that may be captured; return the new count.

    The origin is ``target - offset`` around its square or across; ``origin`` is given where it is
    the same for all targets.
    """
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        start = origin if offset == 0 else step_back(target, offset)
        left = takeable
        while left:
            captured = lowest_bit(left)
            left &= left - 1
            out[count] = worth[captured] << TURN_BITS | start | target << 5 | captured << 10
            count += 1
    return count


@inlined
def step_back(target: int, offset: int) -> int:
    """Return the point that a step leads from: 1 clockwise, -1 the other way, 8 or -8 across."""
    if abs(offset) == 8:
        return target - offset
    return target & 24 | (target - offset) & 7


@inlined
def write_quiet(
    targets: int, offset: int, origin: int, stopping: int, history: Int64s, out: Int64s, count: int
) -> int:
    """Write a turn for each target.

    Return the new count. ``history`` begins with the history of this side.
    """
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        way = (origin if offset == 0 else step_back(target, offset)) | target << 5
        rank = history[way] + (STOPPING if stopping >> target & 1 else 0)
        out[count] = rank << TURN_BITS | way | QUIET
        count += 1
    return count


@inlined
def write_placings(
    own: int, empty: int, takeable: int, stopping: int, worth: Int64s, history: Int64s, out: Int64s
) -> int:
    """Write all placings; return how many."""
    ahead, behind, astride, across = completing_points(own)
    closing = empty & (ahead | behind | astride | across) if takeable else 0
    count = write_closings(closing, 0, NONE, takeable, worth, out, 0)
    return write_quiet(empty & ~closing, 0, NONE, stopping, history, out, count)


@inlined
def write_flights(
    own: int, empty: int, takeable: int, stopping: int, worth: Int64s, history: Int64s, out: Int64s
) -> int:
    """Write all flights; return how many."""
    count = 0
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        ahead, behind, astride, across = completing_points(own & ~(1 << origin))
        closing = empty & (ahead | behind | astride | across)
        count = write_closings(closing, 0, origin, takeable, worth, out, count)
        count = write_quiet(empty & ~closing, 0, origin, stopping, history, out, count)
    return count


@inlined
def write_steps(
    own: int, empty: int, takeable: int, stopping: int, worth: Int64s, history: Int64s, out: Int64s
) -> int:
    """Write all steps along the lines; return how many."""
    ahead, behind, astride, across = completing_points(own)
    count = 0
    for offset in (1, -1, 8, -8):
        if offset == 1:
            targets, completing = clockwise(own) & empty, ahead | across
        elif offset == -1:
            targets, completing = anticlockwise(own) & empty, behind | across
        else:
            shifted = own << 8 if offset == 8 else own >> 8
            targets, completing = shifted & SIDES & empty, astride
        count = write_closings(targets & completing, offset, 0, takeable, worth, out, count)
        count = write_quiet(targets & ~completing, offset, 0, stopping, history, out, count)
    return count


@inlined
def write_turns(
    own: int, enemy: int, hands: int, flying: bool, worth: Int64s, history: Int64s, out: Int64s
) -> int:
    """Write every legal turn with its rank to ``out``; return how many.

    Both sides have three men or more.
    """
    empty = FULL & ~(own | enemy)
    own_anywhere = hands & 15 > 0 or (flying and popcount(own) == 3)
    enemy_anywhere = hands >> 4 > 0 or (flying and popcount(enemy) == 3)
    stopping = closings_of(enemy, empty, enemy_anywhere)
    takeable = 0
    if closings_of(own, empty, own_anywhere):
        takeable = takeable_men(enemy)
        rate_removals(takeable, enemy, empty, enemy_anywhere, worth)
    if hands & 15:
        return write_placings(own, empty, takeable, stopping, worth, history, out)
    if own_anywhere:
        return write_flights(own, empty, takeable, stopping, worth, history, out)
    return write_steps(own, empty, takeable, stopping, worth, history, out)


@inlined
def take_best(first: int, count: int, turns: Int64s) -> int:
    """Bring the highest of the ranked turns from ``first`` on to the front; return the turn."""
    best = first
    for i in range(first + 1, count):
        if turns[i] > turns[best]:
            best = i
    ranked = turns[best]
    turns[best] = turns[first]
    turns[first] = ranked
    return int(ranked & TURN)


@inlined
def bring_closings_forward(count: int, turns: Int64s) -> None:
    """Put the turns that take a man before all other turns: an order that costs little time."""
    place = 0
    for i in range(count):
        ranked = turns[i]
        if is_closing(ranked & TURN):
            turns[i] = turns[place]
            turns[place] = ranked
            place += 1
