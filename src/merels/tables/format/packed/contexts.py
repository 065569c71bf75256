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

MOST: Final = 4
"""How many neighbours of a sort have contexts of their own."""

# Masks over the three squares: corners have even numbers, and a step down leads from a middle
# point (odd) to that of the next square, or along a square except from its first point.
CORNERS: Final = 0x555555
MIDDLES: Final = 0xAAAAAA
FIRSTS: Final = 0x010101
LASTS: Final = 0x808080


class Patterns(NamedTuple):
    """Classes of patterns of men: those that a symmetry maps to each other are one class.

    ``digits``: the bits of a number as digits of base 3. ``squares``, ``sides``: the class of each
    pattern on a square, and on one side of all three squares, by its digits: 1 is an own man, 2 an
    enemy.
    """

    digits: Int64s
    squares: Int64s
    sides: Int64s


def classify(images: list[list[int]]) -> Int64s:
    """Return the class of each pattern; ``images`` are permutations of its points."""
    points = len(images[0])
    powers = 3 ** np.arange(points)
    digits = np.arange(3**points)[:, None] // powers % 3
    smallest = np.min([digits[:, image] @ powers for image in images], axis=0)
    classes: Int64s = np.unique(smallest, return_inverse=True)[1].astype(np.int64)
    return classes


def _build_patterns() -> Patterns:
    turns = [[(sign * i + t) % 8 for i in range(8)] for sign in (1, -1) for t in range(0, 8, 2)]
    mirrors = [
        [3 * square + place for square in squares for place in places]
        for squares in ((0, 1, 2), (2, 1, 0))
        for places in ((0, 1, 2), (2, 1, 0))
    ]
    digits = [sum(3**bit for bit in range(9) if n >> bit & 1) for n in range(1 << 9)]
    return Patterns(np.array(digits, dtype=np.int64), classify(turns), classify(mirrors))


PATTERNS: Final = _build_patterns()

SIZES: Final = (
    4**4,  # threats and mills of both sides
    LEVELS,  # first neighbour with the same threats
    LEVELS,  # second
    STEPS**2,  # third and fourth
    STEPS * SIGNS,  # first neighbour with other threats
    STEPS * SIGNS,  # second
    STEPS * SIGNS,  # third
    LEVELS * SIGNS,  # mean of the neighbours with the same threats
    LEVELS * SIGNS,  # mean of those with others
    STEPS * SIGNS,  # the slot before
    int(PATTERNS.squares.max()) + 1,  # the men on the middle square
    int(PATTERNS.squares.max()) + 1,  # on the outer and inner squares, a context each
    int(PATTERNS.sides.max()) + 1,  # on the four sides, a context each
)
STARTS: Final = (0, *accumulate(SIZES))
TOTAL: Final = STARTS[-1]
COUNT: Final = len(SIZES) + 1 + 3
"""How many contexts a position has: those with the same weights count one by one."""


class Play(NamedTuple):
    """How the sides of a table move: whether their men can go anywhere."""

    own_roams: bool
    enemy_roams: bool


class Notes(NamedTuple):
    """What is noted on the way through a block.

    ``known``: for each rank of the row, the level of its value and 128 times the sign of its
    threats, 0 if it has not been coded. ``contexts``: those of the position.
    """

    known: UInt16s
    contexts: Int64s


@inlined
def turn(men: int, places: int) -> int:
    """Return the points whose next ``places`` point along their square is in ``men``."""
    low = (0xFF >> places) * FIRSTS
    return (men >> places & low) | (men << (8 - places) & ~low & FULL)


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
def side_of(men: int) -> int:
    """Return the men on the first side of each square as nine bits."""
    return (men & 7) | (men >> 5 & 7 << 3) | (men >> 10 & 7 << 6)


# Neighbours of one sort are summed up in one number: the levels of the first four in 7 bits each,
# how many there are in 6 bits, the sum of all their levels above.
COUNT_SHIFT: Final = 7 * MOST
SUM_SHIFT: Final = COUNT_SHIFT + 6


@inlined
def add_level(levels: int, level: int) -> int:
    """Add a neighbour to those of its sort."""
    count = levels >> COUNT_SHIFT & 63
    if count < MOST:
        levels |= level << 7 * count
    return levels + (1 << COUNT_SHIFT) + (level << SUM_SHIFT)


@inlined
def level_of(levels: int, number: int) -> int:
    """Return the level of one of the first neighbours, 0 if there are fewer."""
    return levels >> 7 * number & 127


@inlined
def step_of(levels: int, number: int) -> int:
    """Return the level of one of the first neighbours in steps."""
    return level_of(levels, number) + 3 >> 2


@inlined
def mean_of(levels: int) -> int:
    """Return the mean of the levels, 0 if there are none."""
    count = levels >> COUNT_SHIFT & 63
    return (2 * (levels >> SUM_SHIFT) + count) // (2 * count) if count else 0


@inlined
def add_neighbours(
    movers: int,
    step: int,
    enemy: int,
    free: int,
    sign: int,
    tables: BoardTables,
    known: UInt16s,
    found: tuple[int, int],
) -> tuple[int, int]:
    """Add the neighbours with one of ``movers`` a step further down, to those of their sort."""
    alike, other = found
    while movers:
        man = movers & -movers
        movers ^= man
        moved = extract_bits(enemy ^ man ^ man >> step, free)
        neighbour = int(known[rank_of(moved, tables)])
        if neighbour:
            if neighbour >> 7 == sign:
                alike = add_level(alike, neighbour & 127)
            else:
                other = add_level(other, neighbour & 127)
    return alike, other


@inlined
def describe(
    own: int,
    enemy: int,
    before: int,
    play: Play,
    patterns: Patterns,
    tables: BoardTables,
    notes: Notes,
) -> int:
    """Note the contexts of a position, numbered throughout; return the sign of its threats.

    ``before`` is the level of the slot before.
    """
    free = FULL & ~own
    empty = free & ~enemy
    known, out = notes.known, notes.contexts
    closing = closing_points(own, play.own_roams) & empty
    threats = popcount(closing)
    enemy_threats = popcount(closing_points(enemy, play.enemy_roams) & empty)
    sign = min(threats, 2) * 3 + min(enemy_threats, 2)
    found = 0, 0
    movers = enemy & empty << 1 & ~FIRSTS
    found = add_neighbours(movers, 1, enemy, free, sign, tables, known, found)
    movers = enemy & empty << 7 & LASTS
    found = add_neighbours(movers, 7, enemy, free, sign, tables, known, found)
    movers = enemy & empty << 8 & MIDDLES
    alike, other = add_neighbours(movers, 8, enemy, free, sign, tables, known, found)
    both = min(threats, 3) * 4 + min(enemy_threats, 3)
    mills = min(count_mills(own), 3) * 4 + min(count_mills(enemy), 3)
    out[0] = both * 16 + mills
    out[1] = STARTS[1] + level_of(alike, 0)
    out[2] = STARTS[2] + level_of(alike, 1)
    out[3] = STARTS[3] + step_of(alike, 2) * STEPS + step_of(alike, 3)
    out[4] = STARTS[4] + step_of(other, 0) * SIGNS + sign
    out[5] = STARTS[5] + step_of(other, 1) * SIGNS + sign
    out[6] = STARTS[6] + step_of(other, 2) * SIGNS + sign
    out[7] = STARTS[7] + mean_of(alike) * SIGNS + sign
    out[8] = STARTS[8] + mean_of(other) * SIGNS + sign
    out[9] = STARTS[9] + (before + 3 >> 2) * SIGNS + sign
    digits, squares, sides = patterns
    out[10] = STARTS[10] + squares[digits[own >> 8 & 255] + 2 * digits[enemy >> 8 & 255]]
    out[11] = STARTS[11] + squares[digits[own & 255] + 2 * digits[enemy & 255]]
    out[12] = STARTS[11] + squares[digits[own >> 16] + 2 * digits[enemy >> 16]]
    out[13] = STARTS[12] + sides[digits[side_of(own)] + 2 * digits[side_of(enemy)]]
    own, enemy = turn(own, 2), turn(enemy, 2)
    out[14] = STARTS[12] + sides[digits[side_of(own)] + 2 * digits[side_of(enemy)]]
    own, enemy = turn(own, 2), turn(enemy, 2)
    out[15] = STARTS[12] + sides[digits[side_of(own)] + 2 * digits[side_of(enemy)]]
    own, enemy = turn(own, 2), turn(enemy, 2)
    out[16] = STARTS[12] + sides[digits[side_of(own)] + 2 * digits[side_of(enemy)]]
    return int(sign)
