"""The static value of a position, as the side to move sees it, in hundredths of a man.

A weighted sum of what stands on the board (`merels.engine.patterns` explains the words). The
weights depend on the men in hand and on the men of both sides; `merels.engine.weights` reads them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from merels._jit import inlined, popcount

# isort: split
import numpy as np
import numpy.typing as npt

from merels.board.geometry import FULL
from merels.engine.compiled.lines import (
    closable_by,
    completing_points,
    count_steps,
    neighbours_of,
)
from merels.engine.patterns import MIDDLE

Int64s: TypeAlias = npt.NDArray[np.int64]

LOST: Final = -32000
"""The value of a side that cannot move."""

TERMS: Final = 16
"""Terms of the sum, weights of a row."""

MEN: Final = 13
"""0 to 12 men, in hand or in all."""


@inlined
def row_of(own_in_hand: int, own_men: int, enemy_men: int) -> int:
    """Return where the weights of a position begin; men are counted board and hand together."""
    return ((own_in_hand * MEN + own_men) * MEN + enemy_men) * TERMS


@inlined
def formation(
    men: int, empty: int, beside_empty: int, anywhere: bool
) -> tuple[int, int, int, int, int, int]:
    """Return mills, twos, closings (a mask), doubles, steps and blocked men of a side.

    ``anywhere``: the side places or flies.
    """
    ahead, behind, astride, across = completing_points(men)
    completing = ahead | behind | astride | across
    twos = completing & empty
    mills = popcount(men & astride) + popcount(men & across & MIDDLE)
    if anywhere:
        closings = twos
        doubles = 0
    else:
        closings = closable_by(men, empty, ahead, behind, astride, across)
        milled = men & completing
        doubles = 0
        if closings and milled:
            doubles = popcount(closable_by(milled, empty, ahead, behind, astride, across))
    return (
        mills,
        popcount(twos),
        closings,
        doubles,
        count_steps(men, empty),
        popcount(men & ~beside_empty),
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
    mills, twos, closings, doubles, steps, blocked = formation(
        own, empty, beside_empty, own_anywhere
    )
    if steps == 0 and not own_anywhere:
        return LOST
    row = row_of(own_in_hand, own_men + own_in_hand, enemy_men + enemy_in_hand)
    value = (
        weights[row]
        + weights[row + 1] * mills
        + weights[row + 2] * twos
        + weights[row + 3] * popcount(closings)
        + weights[row + 4] * doubles
        + weights[row + 5] * steps
        + weights[row + 6] * blocked
    )
    mills, twos, enemy_closings, doubles, steps, blocked = formation(
        enemy, empty, beside_empty, enemy_anywhere
    )
    value += (
        weights[row + 7] * mills
        + weights[row + 8] * twos
        + weights[row + 9] * popcount(enemy_closings)
        + weights[row + 10] * doubles
        + weights[row + 11] * steps
        + weights[row + 12] * blocked
    )
    if closings:
        value += weights[row + 13]
    if enemy_closings:
        value += weights[row + 14]
        out_of_reach = 0 if own_anywhere else enemy_closings & ~neighbours_of(own)
        if out_of_reach or enemy_closings & (enemy_closings - 1):
            value += weights[row + 15]
    return int(value)
