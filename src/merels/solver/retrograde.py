"""Retrograde kernels: positions are decided backwards from the ends of the game.

A table holds the positions of ``mover`` men (to move) against ``rest`` men. It is kept in two
orders, both dense: one row for each orbit of one side's men, one entry in it for each arrangement
of the other side's men on the points that are left free.

- *Values*, by the mover's orbit: 0 undecided, else the score. This is the order of the file.
- *States*, by the orbit of the side at rest: what is still unknown of the position's moves.

A move changes the mover's men alone. So the positions before and after a quiet move share a row:
the later one is found in the values, by its mover, where the earlier one is found in the states, by
its side at rest. All counting is done inside such a row, which fits the cache; only a position that
has just been decided is carried over to the other order, once.

Within a row men are given by their arrangement: the free points pushed together into low bits.
Rows whose orbit has symmetries of its own hold each class of equal positions several times. Every
copy is counted and decided on its own, so that no edge needs a weight.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import deposit_bits, extract_bits, kernel, lowest_bit, popcount
from merels.board.geometry import FULL
from merels.board.ranking import BoardTables, Int32s, Int64s, image_of, rank_of

Bytes: TypeAlias = npt.NDArray[np.uint8]
States: TypeAlias = npt.NDArray[np.uint16]

# A state is two bytes: how many quiet moves may still hold the position, and what the best removal
# gives (0: there is none, or it draws; else a score).
SAFE: Final = 128  # added to the count where a removal wins or draws: it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 200  # fewer than 55 quiet moves can be subtracted from WON
LOST_NOW: Final = 1

# Results of a removal, for the side that removes: lower is better, so the best is the smallest.
DRAWN: Final = 128
NO_REMOVAL: Final = 999


class Side(NamedTuple):
    """Orbits of one side's men: see `merels.board.orbits.Orbits`."""

    representatives: Int32s
    stabilizers: Int32s
    places: Int32s


class Geometry(NamedTuple):
    """The board for kernels: neighbours of each point, and the 16 mills."""

    neighbours: Int64s
    mills: Int64s


class Row(NamedTuple):
    """Working space for the row at hand: everything that depends on the fixed men alone."""

    near: Int64s  # for each free point, where a man there may go
    lines: Int64s  # mills without a fixed man; entry 16 is their number
    images: Int64s  # the fixed men under each symmetry
    removal: Int64s  # for each byte of an arrangement, its image beside the fixed men less one


@kernel
def prepare_row(fixed: int, flies: bool, geometry: Geometry, tables: BoardTables, row: Row) -> None:
    """Set up ``row`` for the men that stay, the others moving (or flying) among the free points."""
    free = FULL & ~fixed
    count, left = 0, free
    while left:
        reach = free if flies else free & geometry.neighbours[lowest_bit(left)]
        row.near[count] = extract_bits(reach, free)
        left &= left - 1
        count += 1
    count = 0
    for mill in geometry.mills:
        if mill & fixed == 0:
            row.lines[count] = extract_bits(mill, free)
            count += 1
    row.lines[16] = count
    for symmetry in range(16):
        row.images[symmetry] = image_of(fixed, symmetry, tables)


@kernel
def men_in_mills(men: int, row: Row) -> int:
    """Return the men of an arrangement that stand in mills."""
    together = 0
    for i in range(row.lines[16]):
        line = row.lines[i]
        if men & line == line:
            together |= line
    return int(together)


@kernel
def store(
    men: int,
    value: int,
    fixed: int,
    side: Side,
    tables: BoardTables,
    row: Row,
    values: Bytes,
    stride: int,
    levels: Bytes,
) -> None:
    """Carry a decided position over: write its value in the order of the mover's orbits."""
    place = side.places[rank_of(deposit_bits(men, FULL & ~fixed), tables)]
    orbit, symmetry = place >> 4, place & 15
    free = FULL & ~side.representatives[orbit]
    values[orbit * stride + rank_of(extract_bits(row.images[symmetry], free), tables)] = value
    levels[value, orbit] = 1
    others = side.stabilizers[orbit] & ~1
    while others:
        then = tables.compose[lowest_bit(others), symmetry]
        others &= others - 1
        values[orbit * stride + rank_of(extract_bits(row.images[then], free), tables)] = value


@kernel
def prepare_removal(fixed: int, point: int, side: Side, tables: BoardTables, row: Row) -> int:
    """Set up ``row.removal`` for taking the man on ``point``; return the orbit of the others."""
    place = side.places[rank_of(fixed & ~(1 << point), tables)]
    orbit, symmetry = place >> 4, place & 15
    free = FULL & ~side.representatives[orbit]
    left, bit = FULL & ~fixed, 0
    while left:
        image = extract_bits(image_of(left & -left, symmetry, tables), free)
        left &= left - 1
        # Each half of a byte's table that has the bit is the other half and the bit's image.
        start, size = bit & ~7, 1 << (bit & 7)
        for i in range(size):
            row.removal[(start << 5) + size + i] = row.removal[(start << 5) + i] | image
        bit += 1
    return int(orbit)


@kernel
def rate_removals(
    fixed: int,
    arrangements: Int32s,
    smaller: Side,
    smaller_values: Bytes,
    smaller_stride: int,
    order: Int32s,
    geometry: Geometry,
    tables: BoardTables,
    row: Row,
    closed: Int32s,
    best: Int32s,
) -> None:
    """For each arrangement with a mill, write to ``best`` what the best removal is worth."""
    count = 0
    for number in range(len(arrangements)):
        if men_in_mills(arrangements[number], row):
            closed[count] = number
            best[number] = NO_REMOVAL
            count += 1
    together = 0
    for mill in geometry.mills:
        if fixed & mill == mill:
            together |= mill
    takeable = fixed & ~together
    if takeable == 0:
        takeable = fixed
    while takeable:
        orbit = prepare_removal(fixed, lowest_bit(takeable), smaller, tables, row)
        takeable &= takeable - 1
        start = orbit * smaller_stride
        for i in range(count):
            men = arrangements[closed[i]]
            image = (
                row.removal[men & 255]
                | row.removal[256 + (men >> 8 & 255)]
                | row.removal[512 + (men >> 16)]
            )
            rating = order[smaller_values[start + rank_of(image, tables)]]
            best[closed[i]] = min(best[closed[i]], rating)


@kernel
def count_moves(men: int, best: Int32s, tables: BoardTables, row: Row) -> tuple[int, int]:
    """Return the number of quiet moves and the rating of the best removal."""
    quiet, left = 0, men
    while left:
        quiet += popcount(row.near[lowest_bit(left)] & ~men)
        left &= left - 1
    rating = NO_REMOVAL
    for i in range(row.lines[16]):
        line = row.lines[i]
        target = line & ~men
        if target & (target - 1) == 0 and target:
            # Two men stand on the line: every other man that reaches the third point closes it.
            origins = row.near[lowest_bit(target)] & men & ~line
            while origins:
                after = men ^ target ^ (origins & -origins)
                rating = min(rating, best[rank_of(after, tables)])
                origins &= origins - 1
                quiet -= 1
    return quiet, rating


@kernel
def begin_rows(
    first: int,
    last: int,
    flies: bool,
    fixed_side: Side,
    moving_side: Side,
    smaller: Side,
    smaller_values: Bytes,
    smaller_stride: int,
    arrangements: Int32s,
    order: Int32s,
    geometry: Geometry,
    tables: BoardTables,
    states: States,
    state_stride: int,
    values: Bytes,
    stride: int,
    levels: Bytes,
) -> int:
    """Count the moves of every position in some rows of states; store what is decided at once.

    Return the number of quiet moves in all.
    """
    row = Row(
        np.zeros(24, np.int64),
        np.zeros(17, np.int64),
        np.zeros(16, np.int64),
        np.zeros(768, np.int64),
    )
    closed = np.zeros(len(arrangements), np.int32)
    best = np.zeros(len(arrangements), np.int32)  # stays 0, the quickest win, if a removal wins
    edges = 0
    for block in range(first, last):
        fixed = int(fixed_side.representatives[block])
        prepare_row(fixed, flies, geometry, tables, row)
        if len(smaller_values):
            rate_removals(
                fixed,
                arrangements,
                smaller,
                smaller_values,
                smaller_stride,
                order,
                geometry,
                tables,
                row,
                closed,
                best,
            )
        for number in range(len(arrangements)):
            men = int(arrangements[number])
            quiet, rating = count_moves(men, best, tables, row)
            edges += quiet
            value = 0
            count, removal = quiet, 0
            if rating == NO_REMOVAL:
                if quiet == 0:
                    value = LOST_NOW
            elif rating < DRAWN:
                removal = 2 * rating + 2
                count += SAFE
                value = removal
            elif rating == DRAWN:
                count += SAFE
            else:
                removal = 2 * (256 - rating) + 1
                if quiet == 0:
                    value = removal
            states[block * state_stride + number] = count | removal << 8
            if value:
                store(men, value, fixed, moving_side, tables, row, values, stride, levels)
    return edges


@kernel
def propagate_rows(
    blocks: Int64s,
    level: int,
    flies: bool,
    fixed_side: Side,
    moving_side: Side,
    arrangements: Int32s,
    geometry: Geometry,
    tables: BoardTables,
    decided: Int64s,
    states: States,
    row_stride: int,
    values: Bytes,
    stride: int,
    levels: Bytes,
) -> int:
    """Tell the positions before those of one level about them; store what this decides.

    ``decided`` are the values of the positions after the moves, eight in a word, and ``states``
    those of the positions before them: the same rows. ``values`` and ``levels`` belong to the
    latter. Return the number of moves traced back.
    """
    row = Row(
        np.zeros(24, np.int64),
        np.zeros(17, np.int64),
        np.zeros(16, np.int64),
        np.zeros(768, np.int64),
    )
    lost = level & 1
    ones = np.int64(0x0101010101010101)
    sevens = np.int64(0x7F7F7F7F7F7F7F7F)
    pattern = ones * level
    edges = 0
    for block in blocks:
        fixed = int(fixed_side.representatives[block])
        prepare_row(fixed, flies, geometry, tables, row)
        start = block * row_stride
        for word in range(row_stride >> 3):
            different = decided[(start >> 3) + word] ^ pattern
            # The top bit of each byte that equals the level.
            equal = ~(((different & sevens) + sevens) | different | sevens)
            while equal:
                number = (word << 3) + (lowest_bit(equal) >> 3)
                equal &= equal - 1
                men = int(arrangements[number])
                movers = men & ~men_in_mills(men, row)
                while movers:
                    target = movers & -movers
                    origins = row.near[lowest_bit(movers)] & ~men
                    movers ^= target
                    edges += popcount(origins)
                    while origins:
                        before = men ^ target ^ (origins & -origins)
                        origins &= origins - 1
                        at = start + rank_of(before, tables)
                        state = np.int64(states[at])
                        if lost:
                            if state & 255 < WON_AT_LEAST:
                                removal = state >> 8
                                states[at] = state | WON
                                if removal & 1 or removal == 0 or removal > level + 1:
                                    store(
                                        before,
                                        level + 1,
                                        fixed,
                                        moving_side,
                                        tables,
                                        row,
                                        values,
                                        stride,
                                        levels,
                                    )
                        else:
                            states[at] = state - 1
                            if state & 255 == 1:
                                store(
                                    before,
                                    max(level + 1, state >> 8),
                                    fixed,
                                    moving_side,
                                    tables,
                                    row,
                                    values,
                                    stride,
                                    levels,
                                )
    return edges
