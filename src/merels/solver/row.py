"""Rows of a table: the frame in which positions are decided backwards from the ends of the game.

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

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, lowest_bit
from merels.board.geometry import FULL, MILLS, NEIGHBOURS, POINTS, points_of
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, board_tables, image_of, rank_of

States: TypeAlias = npt.NDArray[np.uint16]

# A state is two bytes: how many quiet moves may still hold the position, and what the best removal
# gives (0: there is none, or it draws; else a score).
SAFE: Final = 128  # added to the count where a removal wins or draws: it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 200  # at most 54 quiet moves can be subtracted from WON

MOST_MOVES: Final = 54  # three men that fly to 18 points
MOST_PENDING: Final = 1024

# Late scores are rare: a row is searched for them only in those of its segments that have any.
SEGMENTS: Final = 8


class Board(NamedTuple):
    """The board for kernels.

    ``pairs`` are the 32 pairs of neighbours as two bits each; ``firsts`` and ``seconds`` tell for
    each byte of a mask which pairs have their lower, or their higher, point in it.
    """

    mills: Int64s
    pairs: Int64s
    firsts: Int64s
    seconds: Int64s
    tables: BoardTables


@cache
def build_board() -> Board:
    """Return the board as the kernels need it."""
    pairs = [1 << p | 1 << q for p in POINTS for q in points_of(NEIGHBOURS[p]) if p < q]
    firsts, seconds = np.zeros(768, np.int64), np.zeros(768, np.int64)
    for number, pair in enumerate(pairs):
        for table, point in zip((firsts, seconds), points_of(pair), strict=True):
            for byte in range(256):
                if byte >> point % 8 & 1:
                    table[point // 8 * 256 + byte] |= 1 << number
    mills, numbered = np.array(MILLS, dtype=np.int64), np.array(pairs, dtype=np.int64)
    return Board(mills, numbered, firsts, seconds, board_tables())


class Walk(NamedTuple):
    """Rows to walk through: the men that stay, and the states of the positions beside them."""

    representatives: Int32s  # the men that stay, row by row
    arrangements: Int32s  # the men that move, by rank
    flies: bool  # whether those that move may go anywhere
    states: States
    stride: int


class Target(NamedTuple):
    """Where positions of the walk are carried over to: values in the order of the movers."""

    representatives: Int32s
    stabilizers: Int32s
    places: Int32s
    values: Bytes
    stride: int
    levels: Bytes  # levels[score, segment] is 1 where the segment may hold the score
    segment_bits: int


class Row(NamedTuple):
    """Working space for the row at hand: everything that depends on the men that stay."""

    lines: Int64s  # mills without a man that stays; entry 16 is their number
    images: Int64s  # the men that stay under each symmetry
    pairs: Int64s  # the pairs of neighbours that are free; entry 32 is the set of their numbers
    removal: Int64s  # for each byte of an arrangement, its image beside the men less one
    steps: Int64s  # arrangements that one step leads to
    pending: Int64s  # positions to tell or to store: the arrangement, then the place or the value


def segment_bits_of(stride: int) -> int:
    """Return how many low bits of a rank are inside a segment, at most `SEGMENTS` to a row.

    Segments are whole lines of 64 bytes.
    """
    return max(6, (stride - 1).bit_length() - (SEGMENTS - 1).bit_length())


def new_row() -> Row:
    """Return working space for one thread."""
    sizes = (17, 16, 33, 768, MOST_MOVES, MOST_PENDING + MOST_MOVES)
    return Row(*(np.zeros(size, dtype=np.int64) for size in sizes))


@inlined
def spread(table: Int64s, bit: int, image: int) -> None:
    """Extend byte tables by one bit of the arrangement: sets that have it gain its image."""
    start, size = (bit >> 3) << 8, 1 << (bit & 7)
    for i in range(start, start + size):
        table[i + size] = table[i] | image


@inlined
def look_up(table: Int64s, men: int) -> int:
    """Return the image of an arrangement under byte tables."""
    return int(table[men & 255] | table[256 + (men >> 8 & 255)] | table[512 + (men >> 16)])


@bare_kernel
def prepare_row(fixed: int, board: Board, row: Row) -> None:
    """Set up ``row`` for the men that stay, the others moving among the free points."""
    free = FULL & ~fixed
    count = 0
    for mill in board.mills:
        if mill & fixed == 0:
            row.lines[count] = extract_bits(mill, free)
            count += 1
    row.lines[16] = count
    for symmetry in range(16):
        row.images[symmetry] = image_of(fixed, symmetry, board.tables)
    row.pairs[32] = 0
    for number in range(32):
        pair = board.pairs[number]
        if pair & fixed == 0:
            row.pairs[number] = extract_bits(pair, free)
            row.pairs[32] |= 1 << number


@inlined
def men_in_mills(men: int, lines: Int64s) -> int:
    """Return the men of an arrangement that stand in mills."""
    together = 0
    for i in range(lines[16]):
        line = lines[i]
        if men & line == line:
            together |= line
    return int(together)


@inlined
def pairs_touched(men: int, moved: int, firsts: Int64s, seconds: Int64s) -> int:
    """Return the numbers of the pairs of which ``men`` hold one point, a man of ``moved`` there.

    Both are masks of the board; see `Board` for the tables.
    """
    one = look_up(firsts, men) ^ look_up(seconds, men)
    return one & (look_up(firsts, moved) | look_up(seconds, moved))


@inlined
def write_steps(men: int, touched: int, pairs: Int64s, out: Int64s) -> int:
    """Write the arrangements that a step along each of the pairs makes of ``men``; return how many.

    Steps can be taken back, so these are the arrangements before as well as after it.
    """
    count = 0
    while touched:
        out[count] = men ^ pairs[lowest_bit(touched)]
        touched &= touched - 1
        count += 1
    return count


@inlined
def write_flights(men: int, moved: int, empty: int, out: Int64s) -> int:
    """Write the arrangements that a flight of a man of ``moved`` makes of ``men``, as above."""
    count = 0
    while moved:
        rest = men ^ (moved & -moved)
        moved &= moved - 1
        left = empty
        while left:
            out[count] = rest | (left & -left)
            left &= left - 1
            count += 1
    return count


@inlined
def store(
    men: int, value: int, free: int, images: Int64s, target: Target, tables: BoardTables
) -> None:
    """Carry a decided position over: write its value in the order of the mover's orbits."""
    place = target.places[rank_of(deposit_bits(men, free), tables)]
    orbit, symmetry = place >> 4, place & 15
    start, others_free = orbit * target.stride, FULL & ~target.representatives[orbit]
    rank = rank_of(extract_bits(images[symmetry], others_free), tables)
    target.values[start + rank] = value
    target.levels[value, orbit * SEGMENTS + (rank >> target.segment_bits)] = 1
    others = target.stabilizers[orbit] & ~1
    while others:
        then = tables.compose[lowest_bit(others), symmetry]
        others &= others - 1
        rank = rank_of(extract_bits(images[then], others_free), tables)
        target.values[start + rank] = value
        target.levels[value, orbit * SEGMENTS + (rank >> target.segment_bits)] = 1


@bare_kernel
def store_pending(count: int, free: int, row: Row, target: Target, tables: BoardTables) -> None:
    """Store what has been collected.

    Done in a loop of its own, so that the far-off reads and writes of many positions overlap.
    """
    for i in range(count):
        entry = row.pending[i]
        store(entry & FULL, entry >> 24, free, row.images, target, tables)
