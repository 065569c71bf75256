"""The static value of a position, as the side to move sees it, in hundredths of a man.

A weighted sum of what stands on the board (`patterns` explains the words). The weights depend on
the men in hand and on the men of both sides; `weights` reads them.
"""

from __future__ import annotations

from typing import Final

from merels._jit import inlined, popcount
from merels.board.geometry import FULL
from merels.board.index.ranking import Int64s
from merels.engine.evaluation.pattern_kernels import (
    closable_by,
    completing_points,
    count_ones,
    count_steps,
    neighbours_of,
)
from merels.engine.evaluation.patterns import MIDDLE, SIDES

LOST: Final = -32000
"""The value of a side that cannot move."""

STANDING: Final = 9
"""Terms of one side."""

TERMS: Final = 1 + 2 * STANDING + 3
"""Terms of the sum, weights of a row."""

MEN: Final = 13
"""0 to 12 men, in hand or in total."""


@inlined
def row_of(own_in_hand: int, own_men: int, enemy_men: int) -> int:
    """Return where the weights of a position begin; men are counted board and hand together."""
    return ((own_in_hand * MEN + own_men) * MEN + enemy_men) * TERMS


@inlined
def standing(
    men: int, others: int, empty: int, beside_empty: int, anywhere: bool, guarded: bool
) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Return closings (a mask), mills, twos, ones, doubles, running, steps, blocked, crossings.

    ``anywhere``: the side places or flies. ``guarded``: the other side does, and can step between
    the men of any mill that opens.
    """
    ahead, behind, astride, across = completing_points(men)
    completing = ahead | behind | astride | across
    twos = completing & empty
    milled = men & completing
    closings, doubles, running = twos, 0, 0
    if not anywhere:
        closings = closable_by(men, empty, ahead, behind, astride, across)
        if milled:
            if not guarded:
                running = popcount(milled & beside_empty & ~neighbours_of(others))
            if closings:
                doubles = popcount(closable_by(milled, empty, ahead, behind, astride, across))
    return (
        closings,
        popcount(men & astride) + popcount(men & across & MIDDLE),
        popcount(twos),
        count_ones(men, others),
        doubles,
        running,
        count_steps(men, empty),
        popcount(men & ~beside_empty),
        popcount(men & SIDES),
    )


@inlined
def weigh(
    counts: tuple[int, int, int, int, int, int, int, int, int], place: int, weights: Int64s
) -> int:
    """Return the sum of what `standing` counts; ``place`` is that of the first weight."""
    closings, mills, twos, ones, doubles, running, steps, blocked, crossings = counts
    return int(
        weights[place] * popcount(closings)
        + weights[place + 1] * mills
        + weights[place + 2] * twos
        + weights[place + 3] * ones
        + weights[place + 4] * doubles
        + weights[place + 5] * running
        + weights[place + 6] * steps
        + weights[place + 7] * blocked
        + weights[place + 8] * crossings
    )


@inlined
def evaluate(
    own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, flying: bool, weights: Int64s
) -> int:
    """Return the value of a position whose sides have three men or more; `LOST` if blocked."""
    empty = FULL & ~(own | enemy)
    beside_empty = neighbours_of(empty)
    own_men, enemy_men = popcount(own), popcount(enemy)
    own_anywhere = own_in_hand > 0 or (flying and own_men == 3)
    enemy_anywhere = enemy_in_hand > 0 or (flying and enemy_men == 3)
    ours = standing(own, enemy, empty, beside_empty, own_anywhere, enemy_anywhere)
    closings, steps = ours[0], ours[6]
    if steps == 0 and not own_anywhere:
        return LOST
    row = row_of(own_in_hand, own_men + own_in_hand, enemy_men + enemy_in_hand)
    theirs = standing(enemy, own, empty, beside_empty, enemy_anywhere, own_anywhere)
    enemy_closings = theirs[0]
    value = weights[row] + weigh(ours, row + 1, weights)
    value += weigh(theirs, row + 1 + STANDING, weights)
    if closings:
        value += weights[row + 19]
    if enemy_closings:
        value += weights[row + 20]
        out_of_reach = 0 if own_anywhere else enemy_closings & ~neighbours_of(own)
        if out_of_reach or enemy_closings & (enemy_closings - 1):
            value += weights[row + 21]
    return int(value)
