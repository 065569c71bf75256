"""What all solving kernels share: one row of a dense table, and moves within it.

The men of one side stay where they are throughout a row, while the men of the other side move.
These are given by their *arrangement*: the free points, pushed together into low bits.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, extract_bits, inlined, lowest_bit, popcount
from merels.board.geometry import FULL, MILLS, NEIGHBOURS, POINTS
from merels.board.index.ranking import BoardTables, Int64s, board_tables, image_of
from merels.board.masks import points_of

MOST_MEN: Final = 12  # of a side, in any variant
MOST_MOVES: Final = 54  # three men that fly to 18 points
MOST_PENDING: Final = 1024

UNROLLED: Final = 4

LINES_SHIFT: Final = 32
ALL_PAIRS: Final = (1 << LINES_SHIFT) - 1
ALL_LINES: Final = (1 << len(MILLS)) - 1


class Board(NamedTuple):
    """The board for kernels.

    ``pairs`` are the 32 pairs of neighbours as two bits each. ``links`` are byte tables of a mask;
    of each byte, the low 32 bits are the pairs that have one point in it, the others the mills that
    it lacks a point of.
    """

    mills: Int64s
    pairs: Int64s
    links: Int64s
    tables: BoardTables


@cache
def build_board() -> Board:
    """Return the board as the kernels need it."""
    pairs = [1 << p | 1 << q for p in POINTS for q in points_of(NEIGHBOURS[p]) if p < q]
    links = np.zeros(768, np.int64)
    for number in range(768):
        byte, shift = number & 255, number >> 8 << 3
        for bit, pair in enumerate(pairs):
            links[number] |= ((pair >> shift & byte).bit_count() & 1) << bit
        for bit, mill in enumerate(MILLS):
            links[number] |= (mill >> shift & 255 & ~byte != 0) << bit + LINES_SHIFT
    mills, numbered = np.array(MILLS, dtype=np.int64), np.array(pairs, dtype=np.int64)
    return Board(mills, numbered, links, board_tables())


class CaptureRow(NamedTuple):
    """Working space for the captures in a row, one for each of the men that stay."""

    images: Int64s  # [man, i]: byte tables of the images of arrangements
    lows: Int64s  # [low, man]: for the lowest byte, the rank of the image, or the image itself
    starts: Int64s  # where the row begins that the capture leads to
    above: Int64s  # in the current run, what the points above the lowest add


class Row(NamedTuple):
    """Working space for the current row: everything that depends on the men that stay."""

    lines: Int64s  # mills without a man that stays; entry 16 is their number
    images: Int64s  # the men that stay under each symmetry
    pairs: Int64s  # the pairs of neighbours that are free; entry 64 is the set of their numbers
    captures: CaptureRow
    steps: Int64s  # arrangements that one step leads to
    pending: Int64s  # positions to update or store: the arrangement, then the place or the value


def new_row() -> Row:
    """Return working space for one thread."""
    sizes = (17, 16, 65, MOST_MOVES + UNROLLED, MOST_PENDING + MOST_MOVES + UNROLLED)
    lines, images, pairs, steps, pending = (np.zeros(size, dtype=np.int64) for size in sizes)
    shapes = ((MOST_MEN, 768), (256, MOST_MEN), MOST_MEN, MOST_MEN)
    captures = CaptureRow(*(np.zeros(shape, dtype=np.int64) for shape in shapes))
    return Row(lines, images, pairs, captures, steps, pending)


@inlined
def spread(table: Int64s, bit: int, image: int) -> None:
    """Extend byte tables by one bit of the arrangement: sets with this bit gain its image."""
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
    row.pairs[64] = 0
    for number in range(32):
        pair = board.pairs[number]
        if pair & fixed == 0:
            row.pairs[number] = extract_bits(pair, free)
            row.pairs[64] |= 1 << number


@inlined
def pairs_and_lines(mask: int, links: Int64s) -> tuple[int, int]:
    """Return the pairs that men hold exactly one point of, and the mills that they hold.

    The pairs are joined by exclusive or: a pair with both points in the mask drops out.
    """
    a, b = links[mask & 255], links[256 + (mask >> 8 & 255)]
    c = links[512 + (mask >> 16 & 255)]
    return (a ^ b ^ c) & ALL_PAIRS, ~(a | b | c) >> LINES_SHIFT & ALL_LINES


@inlined
def men_on(lines: int, mills: Int64s) -> int:
    """Return the points of some mills."""
    men = 0
    while lines:
        men |= mills[lowest_bit(lines)]
        lines &= lines - 1
    return men


@inlined
def write_steps(men: int, touched: int, pairs: Int64s, out: Int64s) -> int:
    """Write the arrangements after a step along each of the pairs; return how many there are.

    Steps can be taken back, so these are the arrangements before as well as after it.
    """
    count = popcount(touched)
    touched |= ~ALL_PAIRS
    # Some too many, where the next ones go: processors cannot predict where a loop ends.
    for step in range(0, count, UNROLLED):
        for number in range(step, step + UNROLLED):
            out[number] = men ^ pairs[lowest_bit(touched)]
            touched &= touched - 1
    return count


@inlined
def write_flights(men: int, moved: int, empty: int, out: Int64s) -> int:
    """Write the arrangements after each flight of a man of ``moved``, as `write_steps` does."""
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
