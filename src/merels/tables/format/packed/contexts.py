"""Contexts: what a position's value is predicted from, its men and the values of its neighbours.

A neighbour is a position in which one enemy man stands a step further down, on a point of a lower
number: its slot comes earlier, so its value is known. ``docs/table-format.md`` lists the contexts.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import extract_bits, inlined, popcount
from merels.board.geometry import FULL
from merels.board.index.ranking import BoardTables, Int64s, rank_of

UInt16s: TypeAlias = npt.NDArray[np.uint16]

LEVELS: Final = 93
"""Levels of values: 0 is unknown, then from lost soon to won soon."""

STEPS: Final = 24
"""Steps of four levels each, for contexts that combine several; 0 is unknown again."""

SIGNS: Final = 9
"""Threats of both sides: none, one, more."""

SQUARE: Final = 3**8

SIZES: Final = (
    4**4,  # threats and mills of both sides
    24**2,  # moves of both sides by a step
    4**2 * 8**2,  # threats that can be parried, blocked men of both sides
    STEPS**2,  # first and second neighbour with the same threats
    STEPS**2,  # third and fourth
    STEPS * SIGNS,  # first neighbour with other threats
    STEPS * SIGNS,  # second
    STEPS * SIGNS,  # third
    LEVELS * SIGNS,  # mean of the neighbours with the same threats
    LEVELS * SIGNS,  # mean of those with others
    STEPS * SIGNS,  # the slot before
    SQUARE,  # the men on the outer square
    SQUARE,  # the middle one
    SQUARE,  # the inner one
)
STARTS: Final = (0, *accumulate(SIZES))
COUNT: Final = len(SIZES)
TOTAL: Final = STARTS[-1]

MOST: Final = 4
"""How many neighbours of each sort have contexts of their own."""

# Masks over the three squares: corners have even numbers, and a step down leads from a middle
# point (odd) to that of the next square, or along a square except from its first point.
CORNERS: Final = 0x555555
MIDDLES: Final = 0xAAAAAA
FIRSTS: Final = 0x010101
LASTS: Final = 0x808080

DIGITS: Final[Int64s] = np.array(
    [sum(3**bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], dtype=np.int64
)
"""A byte's bits as digits of base 3."""


class Play(NamedTuple):
    """How the sides of a table move: whether their men can go anywhere."""

    own_roams: bool
    enemy_roams: bool


class Notes(NamedTuple):
    """What is noted on the way through a block.

    ``known``: for each rank of the row, the level of its value and 128 times the sign of its
    threats, 0 if it has not been coded. ``found``: for the neighbours with the same sign as the
    position, then for those with another, their levels in steps, five bits each, their number and
    the sum of their levels. ``contexts``: those of the position.
    """

    known: UInt16s
    found: Int64s
    contexts: Int64s


@inlined
def turn(men: int, places: int) -> int:
    """Return the points whose next ``places`` point along their square is in ``men``."""
    low = (0xFF >> places) * FIRSTS
    return (men >> places & low) | (men << (8 - places) & ~low & FULL)


@inlined
def near(men: int) -> int:
    """Return the points next to one of ``men``."""
    middles = men & MIDDLES
    return turn(men, 1) | turn(men, 7) | middles >> 8 | (middles << 8 & FULL)


@inlined
def closing_points(men: int, roams: bool) -> int:
    """Return the points where a move by one of ``men`` would close a mill, if they are empty."""
    after, before = turn(men, 1), turn(men, 7)
    across = turn(men, 2) & after, turn(men, 6) & before
    middles = men & MIDDLES
    inner, outer = middles >> 8, middles << 8 & FULL
    crossing = (inner & middles >> 16) | (inner & outer) | (outer & middles << 16 & FULL)
    if roams:
        return (CORNERS & (across[0] | across[1])) | (MIDDLES & after & before) | crossing
    return (
        (CORNERS & ((across[0] & before) | (across[1] & after)))
        | (MIDDLES & after & before & (inner | outer))
        | (crossing & (after | before))
    )


@inlined
def count_mills(men: int) -> int:
    """Return the number of mills of ``men``."""
    middles = men & MIDDLES
    along = middles & turn(men, 1) & turn(men, 7)
    return popcount(along) + popcount(middles & middles >> 8 & middles >> 16)


@inlined
def count_steps(men: int, empty: int) -> int:
    """Return the number of steps to a neighbouring point that ``men`` can make."""
    middles = men & MIDDLES
    return (
        popcount(turn(men, 1) & empty)
        + popcount(turn(men, 7) & empty)
        + popcount(middles >> 8 & empty)
        + popcount(middles << 8 & empty)
    )


@inlined
def mean(total: int, count: int) -> int:
    """Return the mean of levels, 0 if there are none."""
    return (2 * total + count) // (2 * count) if count else 0


@inlined
def add_neighbours(
    movers: int,
    step: int,
    enemy: int,
    free: int,
    sign: int,
    tables: BoardTables,
    notes: Notes,
) -> None:
    """Note the levels of the neighbours with one of ``movers`` a step further down."""
    found = notes.found
    while movers:
        man = movers & -movers
        movers ^= man
        moved = extract_bits(enemy ^ man ^ man >> step, free)
        known = int(notes.known[rank_of(moved, tables)])
        if known:
            level = known & 127
            sort = 0 if known >> 7 == sign else 3
            if found[sort + 1] < MOST:
                found[sort] |= (level + 3 >> 2) << 5 * found[sort + 1]
            found[sort + 1] += 1
            found[sort + 2] += level


@inlined
def describe(
    own: int,
    enemy: int,
    before: int,
    play: Play,
    digits: Int64s,
    tables: BoardTables,
    notes: Notes,
) -> int:
    """Note the contexts of a position, all numbered together; return the sign of its threats.

    ``before`` is the level of the slot before, ``digits`` is `DIGITS`.
    """
    free = FULL & ~own
    empty = free & ~enemy
    closing = closing_points(own, play.own_roams) & empty
    threats = popcount(closing)
    enemy_threats = popcount(closing_points(enemy, play.enemy_roams) & empty)
    sign = min(threats, 2) * 3 + min(enemy_threats, 2)
    notes.found[:] = 0
    add_neighbours(enemy & empty << 1 & ~FIRSTS, 1, enemy, free, sign, tables, notes)
    add_neighbours(enemy & empty << 7 & LASTS, 7, enemy, free, sign, tables, notes)
    add_neighbours(enemy & empty << 8 & MIDDLES, 8, enemy, free, sign, tables, notes)
    alike, alike_count, alike_sum, other, other_count, other_sum = notes.found
    both = min(threats, 3) * 4 + min(enemy_threats, 3)
    mills = min(count_mills(own), 3) * 4 + min(count_mills(enemy), 3)
    parried = threats if play.enemy_roams else popcount(closing & near(enemy))
    reach = near(empty)
    blocked = min(popcount(own & ~reach), 7) * 8 + min(popcount(enemy & ~reach), 7)
    out = notes.contexts
    out[0] = both * 16 + mills
    out[1] = min(count_steps(own, empty), 23) * 24 + min(count_steps(enemy, empty), 23)
    out[2] = (min(parried, 3) * 4 + min(threats, 3)) * 64 + blocked
    out[3] = (alike & 31) * STEPS + (alike >> 5 & 31)
    out[4] = (alike >> 10 & 31) * STEPS + (alike >> 15 & 31)
    out[5] = (other & 31) * SIGNS + sign
    out[6] = (other >> 5 & 31) * SIGNS + sign
    out[7] = (other >> 10 & 31) * SIGNS + sign
    out[8] = mean(alike_sum, alike_count) * SIGNS + sign
    out[9] = mean(other_sum, other_count) * SIGNS + sign
    out[10] = (before + 3 >> 2) * SIGNS + sign
    out[11] = digits[own & 255] + 2 * digits[enemy & 255]
    out[12] = digits[own >> 8 & 255] + 2 * digits[enemy >> 8 & 255]
    out[13] = digits[own >> 16] + 2 * digits[enemy >> 16]
    for i in range(COUNT):
        out[i] += STARTS[i]
    return int(sign)
