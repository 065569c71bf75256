"""Contexts predict a position's value: from its men, and from the values of its neighbours.

A neighbour is a position in which one enemy man stands a step further down, on a point of a lower
number: its slot comes earlier, so its value is known. ``docs/table-format.md`` lists the contexts.

Left out, with the bits that each saves for a position of 7-8, of 2.05 to 2.13: the steps of both
sides, 0.0002; blocked men, 0.0027; the first two neighbours as a pair, 0.0024; corners, none; means
by the number of neighbours, 0.0044; pairs of means, 0.0027; triples of neighbours, 0.0035. Squares
by orientation instead of by class cost 0.0099, weights for each side 0.0188.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import extract_bits, highest_bit, inlined, popcount
from merels.board.board import FULL
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of

Int16s: TypeAlias = npt.NDArray[np.int16]
UInt16s: TypeAlias = npt.NDArray[np.uint16]
Squares: TypeAlias = tuple[int, int, int]
Sides: TypeAlias = tuple[int, int, int, int]

LEVELS: Final = 93
"""Levels of values: 0 is unknown, then from lost soon to won soon."""

STEPS: Final = 24
"""Steps of four levels each, for contexts that combine several; 0 is unknown again."""

SIGNS: Final = 9
"""Threats of both sides: no threat, one, more."""

# Masks over the three squares: corners have even numbers, and a step down leads from a middle point
# (odd) to the middle point of the next square, or along a square except from its first point.
CORNERS: Final = 0x555555
MIDDLES: Final = 0xAAAAAA
FIRSTS: Final = 0x010101
LASTS: Final = 0x808080

# All steps down as bits of one number, in the order of the format: along squares in bits 1 to 23,
# from last to first points in bits 24, 32 and 40, between squares in bits 48 to 63.
LAST_SHIFT: Final = 17
MIDDLE_SHIFT: Final = 40
STEPS_DOWN: Final[Int32s] = np.array(
    [0, *(3 << point for point in range(23))]
    + [0x81 << point for point in range(24)]
    + [0x101 << point for point in range(16)],
    dtype=np.int32,
)
"""The two points of each step, by its bit; not all are steps of the board."""


class LinePatterns(NamedTuple):
    """Classes of patterns of men: patterns that a symmetry maps to each other are one class.

    ``digits``: the bits of a number as digits of base 3. ``squares``, ``sides``: the class of each
    pattern on a square, and on one side of all three squares, by its digits: 1 is an own man, 2 an
    enemy man. ``steps``: `STEPS_DOWN`. Numbers are narrow, so that the nearest cache has room for
    them.
    """

    digits: Int32s
    squares: Int16s
    sides: Int16s
    steps: Int32s


def classify(images: list[list[int]]) -> Int16s:
    """Return the class of each pattern; ``images`` are permutations of its points."""
    points = len(images[0])
    powers = 3 ** np.arange(points)
    digits = np.arange(3**points)[:, None] // powers % 3
    smallest = np.min([digits[:, image] @ powers for image in images], axis=0)
    classes: Int16s = np.unique(smallest, return_inverse=True)[1].astype(np.int16)
    return classes


def _build_patterns() -> LinePatterns:
    turns = [[(sign * i + t) % 8 for i in range(8)] for sign in (1, -1) for t in range(0, 8, 2)]
    mirrors = [
        [3 * square + place for square in squares for place in places]
        for squares in ((0, 1, 2), (2, 1, 0))
        for places in ((0, 1, 2), (2, 1, 0))
    ]
    digits = [sum(3**bit for bit in range(9) if n >> bit & 1) for n in range(1 << 9)]
    return LinePatterns(
        np.array(digits, dtype=np.int32), classify(turns), classify(mirrors), STEPS_DOWN
    )


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
    LEVELS * SIGNS,  # mean of the neighbours with other threats
    STEPS * SIGNS,  # the slot before
    int(PATTERNS.squares.max()) + 1,  # the men on the middle square
    int(PATTERNS.squares.max()) + 1,  # on the outer and inner squares, a context each
    int(PATTERNS.sides.max()) + 1,  # on the four sides, a context each
)
STARTS: Final = (0, *accumulate(SIZES))
TOTAL: Final = STARTS[-1]
COUNT: Final = len(SIZES) + 1 + 3
"""How many contexts a position has: contexts with the same weights count one by one."""


class Play(NamedTuple):
    """How the sides of a table move: whether their men can go anywhere."""

    own_roams: bool
    enemy_roams: bool


class Notes(NamedTuple):
    """The notes taken on the way through a block.

    ``known``: for each rank of the row, the level of its value and 128 times the sign of its
    threats, 0 if it has not been coded. ``contexts``: the position's.
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


class Neighbours(NamedTuple):
    """Neighbours of one sort: their levels in 7 bits each, the first lowest, number and sum.

    Of more than nine, ``levels`` has the first nine.
    """

    levels: int
    number: int
    total: int


NOBODY: Final = Neighbours(0, 0, 0)


@inlined
def put_first(level: int, is_there: int, others: Neighbours) -> Neighbours:
    """Return the neighbours, with another in front if ``is_there`` is 1.

    There is no branch: whether threats are the same is hard to predict.
    """
    return Neighbours(
        others.levels << 7 * is_there | level * is_there,
        others.number + is_there,
        others.total + level * is_there,
    )


@inlined
def level_of(neighbours: Neighbours, number: int) -> int:
    """Return the level of one of the first neighbours, 0 if there are fewer."""
    return neighbours.levels >> 7 * number & 127


@inlined
def step_of(neighbours: Neighbours, number: int) -> int:
    """Return the level of one of the first neighbours in steps."""
    return level_of(neighbours, number) + 3 >> 2


@inlined
def mean_of(neighbours: Neighbours) -> int:
    """Return the mean of the levels, 0 if there are none."""
    twice = 2 * neighbours.number
    # Narrow unsigned numbers are divided in half the time.
    return int(np.uint32(2 * neighbours.total + neighbours.number) // np.uint32(max(twice, 1)))


@inlined
def find_neighbours(
    enemy: int, free: int, sign: int, steps: Int32s, tables: BoardTables, known: UInt16s
) -> tuple[Neighbours, Neighbours]:
    """Return the alike neighbours, and the different neighbours.

    ``steps``: the two points of each step down, as `STEPS_DOWN` has them. One loop finds all
    neighbours, from the last to the first, so its end is mispredicted only once.
    """
    empty = free & ~enemy
    left = (
        (enemy & empty << 1 & ~FIRSTS)
        | (enemy & empty << 7 & LASTS) << LAST_SHIFT
        | (enemy & empty << 8 & MIDDLES) << MIDDLE_SHIFT
    )
    alike, different = NOBODY, NOBODY
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        moved = extract_bits(enemy ^ steps[np.uint64(place)], free)
        # Signed, since comparing signed and unsigned numbers would make fractions of them.
        neighbour = int(np.int64(known[np.uint64(rank_of(moved, tables))]))
        level, is_known = neighbour & 127, int(neighbour != 0)
        is_alike = is_known & int(neighbour >> 7 == sign)
        alike = put_first(level, is_alike, alike)
        different = put_first(level, is_known ^ is_alike, different)
    return alike, different


class ContextRow(NamedTuple):
    """The facts that depend only on the own men, the same for all positions of a row.

    ``free``: the points without own men. ``closing``: where the own men close a mill. ``mills``:
    how many mills they have, up to three. ``squares``, ``sides``: their digits.
    """

    free: int
    closing: int
    mills: int
    squares: Squares
    sides: Sides


@inlined
def digits_of(
    men: int, patterns: LinePatterns
) -> tuple[tuple[int, int, int], tuple[int, int, int, int]]:
    """Return the digits of men on the three squares, and on the four sides."""
    digits = patterns.digits
    second, third, fourth = turn(men, 2), turn(men, 4), turn(men, 6)
    return (
        (int(digits[men & 255]), int(digits[men >> 8 & 255]), int(digits[men >> 16])),
        (
            int(digits[side_of(men)]),
            int(digits[side_of(second)]),
            int(digits[side_of(third)]),
            int(digits[side_of(fourth)]),
        ),
    )


@inlined
def row_of(own: int, play: Play, patterns: LinePatterns) -> ContextRow:
    """Return the facts that the positions of a row share."""
    squares, sides = digits_of(own, patterns)
    closing = closing_points(own, play.own_roams)
    return ContextRow(FULL & ~own, closing, min(count_mills(own), 3), squares, sides)


@inlined
def describe(
    row: ContextRow,
    enemy: int,
    before: int,
    play: Play,
    patterns: LinePatterns,
    tables: BoardTables,
    notes: Notes,
) -> int:
    """Note the contexts of a position, numbered throughout; return the sign of its threats.

    ``before`` is the level of the slot before.
    """
    empty = row.free & ~enemy
    out = notes.contexts
    threats = popcount(row.closing & empty)
    enemy_threats = popcount(closing_points(enemy, play.enemy_roams) & empty)
    sign = min(threats, 2) * 3 + min(enemy_threats, 2)
    alike, different = find_neighbours(enemy, row.free, sign, patterns.steps, tables, notes.known)
    both = min(threats, 3) * 4 + min(enemy_threats, 3)
    out[0] = both * 16 + row.mills * 4 + min(count_mills(enemy), 3)
    out[1] = STARTS[1] + level_of(alike, 0)
    out[2] = STARTS[2] + level_of(alike, 1)
    out[3] = STARTS[3] + step_of(alike, 2) * STEPS + step_of(alike, 3)
    out[4] = STARTS[4] + step_of(different, 0) * SIGNS + sign
    out[5] = STARTS[5] + step_of(different, 1) * SIGNS + sign
    out[6] = STARTS[6] + step_of(different, 2) * SIGNS + sign
    out[7] = STARTS[7] + mean_of(alike) * SIGNS + sign
    out[8] = STARTS[8] + mean_of(different) * SIGNS + sign
    out[9] = STARTS[9] + (before + 3 >> 2) * SIGNS + sign
    (outer, middle, inner), sides = digits_of(enemy, patterns)
    out[10] = STARTS[10] + patterns.squares[np.uint64(row.squares[1] + 2 * middle)]
    out[11] = STARTS[11] + patterns.squares[np.uint64(row.squares[0] + 2 * outer)]
    out[12] = STARTS[11] + patterns.squares[np.uint64(row.squares[2] + 2 * inner)]
    for i in range(4):
        out[13 + i] = STARTS[12] + patterns.sides[np.uint64(row.sides[i] + 2 * sides[i])]
    return int(sign)
