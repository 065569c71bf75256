"""What all solving kernels share: one row of a dense table, and moves within it.

The men of one side stay where they are throughout a row, while the men of the other side move.
The moving men are given by their *arrangement*: the free points, pushed together into low bits.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, extract_bits, inlined, lowest_bit, popcount
from merels._system import BLOCK
from merels.board import board as geometry
from merels.board.board import MOST_LINES, MOST_POINTS, THREE_SQUARES, Board
from merels.board.index.dense import Bytes
from merels.board.index.ranking import (
    MOST_SYMMETRIES,
    BoardTables,
    Int32s,
    Int64s,
    board_tables,
    image_of,
    orbits_of,
    rank_of,
    subsets,
)

MOST_MEN: Final = 12  # of a side, in any variant
MOST_MOVES: Final = 66  # three men that fly to 22 points
MOST_PENDING: Final = 1024  # positions whose memory is fetched before the first is used: 9 %

# Steps are written four at a time, some too many, which saves 7 %: a loop over one to twelve steps
# costs more in mispredicted ends than in useless steps.
UNROLLED: Final = 4

PAIRS: Final = 64  # where a row has the set of its pairs, at most 60

MEN_BITS: Final = MOST_POINTS
ALL_MEN: Final = (1 << MEN_BITS) - 1


class KernelBoard(NamedTuple):
    """The board for kernels.

    ``pairs`` are the pairs of neighbours as two bits each. ``links`` are byte tables of a mask, the
    last of nine bits; the low bits of an entry are the pairs that have one point in the byte, the
    bits above are the mills that lack a point in it.
    """

    mills: Int64s
    pairs: Int64s
    links: Int64s
    lines_shift: int
    all_pairs: int
    all_lines: int
    ways: int  # the most mills through a point, rounded up to an even number
    protected: bool  # whether men in mills are safe while others are not
    tables: BoardTables


@cache
def build_board(
    board: geometry.Board = THREE_SQUARES, *, captures: bool = True, protected: bool = True
) -> KernelBoard:
    """Return a board as kernels need it; without ``captures`` it has no mills."""
    mills = board.mills if captures else ()
    pairs = [1 << p | 1 << q for p, q in board.steps]
    links = np.zeros(1024, np.uint64)
    for number in range(1024):
        part = min(number >> 8, 2)
        byte, shift = number - (part << 8), part << 3
        places = board.full >> shift & (511 if part == 2 else 255)
        entry = 0
        for bit, pair in enumerate(pairs):
            entry |= ((pair >> shift & places & byte).bit_count() & 1) << bit
        for bit, mill in enumerate(mills):
            entry |= (mill >> shift & places & ~byte != 0) << bit + len(pairs)
        links[number] = entry
    through = max(map(len, board.mills_through))
    return KernelBoard(
        np.array(mills, dtype=np.int64),
        np.array(pairs, dtype=np.int64),
        links.view(np.int64),
        len(pairs),
        (1 << len(pairs)) - 1,
        (1 << len(mills)) - 1,
        through + through % 2,
        protected,
        board_tables(board),
    )


class CaptureRow(NamedTuple):
    """Working space for the captures in a row, one for each of the men that stay."""

    images: Int64s  # [man, i]: byte tables of the images of arrangements
    lows: Int64s  # [low, man]: for the lowest byte, the rank of the image, or the image itself
    starts: Int64s  # where the row begins that the capture leads to
    above: Int64s  # in the current run, what the points above the lowest add


class Row(NamedTuple):
    """Working space for the current row: everything that depends on the men that stay."""

    lines: Int64s  # mills without a man that stays; the last entry is their number
    images: Int64s  # the men that stay under each symmetry
    pairs: Int64s  # the pairs of neighbours that are free; entry 64 is the set of their numbers
    captures: CaptureRow
    steps: Int64s  # arrangements that one step leads to
    pending: Int64s  # positions to update or store: the arrangement, then the place or the value


def new_row() -> Row:
    """Return working space for one thread."""
    most = MOST_MOVES + UNROLLED
    sizes = (MOST_LINES + 1, MOST_SYMMETRIES, PAIRS + 1, most, MOST_PENDING + most)
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
def prepare_row(fixed: int, board: KernelBoard, row: Row) -> None:
    """Set up ``row`` for the men that stay; other men move among the free points."""
    free = board.tables.full & ~fixed
    count = 0
    for mill in board.mills:
        if mill & fixed == 0:
            row.lines[count] = extract_bits(mill, free)
            count += 1
    row.lines[MOST_LINES] = count
    for symmetry in range(len(board.tables.compose)):
        row.images[symmetry] = image_of(fixed, symmetry, board.tables)
    row.pairs[PAIRS] = 0
    for number in range(len(board.pairs)):
        pair = board.pairs[number]
        if pair & fixed == 0:
            row.pairs[number] = extract_bits(pair, free)
            row.pairs[PAIRS] |= 1 << number


@inlined
def pairs_and_lines(mask: int, board: KernelBoard) -> tuple[int, int]:
    """Return the pairs that men hold exactly one point of, and the mills that they hold.

    The pairs are joined by exclusive or: a pair with both points in the mask drops out. This
    halved the time of counting moves, compared with a loop over men and targets. Byte tables of the
    moves, made for each row, take 1.4 µs a visit and do not pay.
    """
    links = board.links
    a, b, c = links[mask & 255], links[256 + (mask >> 8 & 255)], links[512 + (mask >> 16)]
    return (a ^ b ^ c) & board.all_pairs, ~(a | b | c) >> board.lines_shift & board.all_lines


@inlined
def men_on(lines: int, mills: Int64s) -> int:
    """Return the points of some mills."""
    men = 0
    while lines:
        men |= mills[lowest_bit(lines)]
        lines &= lines - 1
    return men


@inlined
def write_steps(men: int, touched: int, pairs: Int64s, all_pairs: int, out: Int64s) -> int:
    """Write the arrangements after a step along each of the pairs; return how many there are.

    Steps can be taken back, so these are the arrangements before as well as after it.
    """
    count = popcount(touched)
    touched |= ~all_pairs
    # Some steps too many, where the next steps go.
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


# Carrying positions over, from the order of the side at rest to the order of the side to move.

SYMMETRIC: Final = 1 << MEN_BITS
SYMMETRY_SHIFT: Final = MEN_BITS + 1
ORBIT_SHIFT: Final = MEN_BITS + 5


class Destinations(NamedTuple):
    """Where positions go, by the men of the side to move.

    ``packed``, by the rank of these men: the points that the representative of their orbit leaves
    free (25 bits), whether it has symmetries of its own (1), the symmetry that leads to it (4), and
    the number of the orbit. All facts are in one number, which takes one access to memory: 3 ns a
    position.
    """

    packed: Int64s
    stabilizers: Int32s
    stride: int


@lru_cache(maxsize=4)
def pack_places(men: int, board: Board = THREE_SQUARES) -> Int64s:
    """Return ``Destinations.packed`` for sets of this many men."""
    orbits = orbits_of(men, board)
    orbit, symmetry = np.divmod(orbits.places.astype(np.int64), 16)
    free = board.full & ~orbits.representatives.astype(np.int64)
    free[orbits.stabilizers != 1] |= SYMMETRIC
    packed: Int64s = free[orbit] | symmetry << SYMMETRY_SHIFT | orbit << ORBIT_SHIFT
    return packed


@inlined
def orbit_of(packed: int) -> int:
    """Return the number of the orbit."""
    return packed >> ORBIT_SHIFT


@inlined
def rank_at(packed: int, images: Int64s, tables: BoardTables) -> int:
    """Return the rank of the men at rest, given by their images under each symmetry."""
    image = images[np.uint64(packed >> SYMMETRY_SHIFT & 15)]
    return rank_of(extract_bits(image, packed & ALL_MEN), tables)


@inlined
def next_rank(others: int, packed: int, images: Int64s, tables: BoardTables) -> int:
    """Return the rank under the next symmetry that keeps the men of the side to move."""
    then = tables.compose[lowest_bit(others), packed >> SYMMETRY_SHIFT & 15]
    return rank_of(extract_bits(images[then], packed & ALL_MEN), tables)


# Runs: neighbouring arrangements that differ in the eight lowest points alone.
#
# Arrangements are sets of free points, ranked by their highest points first. So arrangements
# that share all men above the eight lowest points are neighbours, and they come in the same order
# for any men above. The facts about the lowest points are looked up once for a whole run, and bytes
# of two runs are compared many at a time. With fewer free points than eight there is one run, the
# beginning of a longer run.

LOW: Final = 8  # points whose arrangements make a run
LOW_POINTS: Final = (1 << LOW) - 1
LONGEST: Final = 70
CHOICE: Final = -(-LONGEST // BLOCK) * BLOCK  # bytes for a run in whole blocks

UInt16s: TypeAlias = npt.NDArray[np.uint16]


class Runs(NamedTuple):
    """The arrangements of the lowest points, numbered by their men first and by rank second."""

    starts: Int64s  # the number of the first arrangement of j men
    lengths: Int64s  # how many arrangements of j men there are
    masks: Bytes  # all arrangements, padded
    having: Int64s  # [s, j, w]: which arrangements of j men contain set s, in words of 64 bits
    after: UInt16s  # [number, i]: where a placing leads: CHOICE * point + the rank after it


def build_runs(points: int = LOW) -> Runs:
    """Return the runs if ``points`` are free, found by trying every point."""
    return _build_runs(min(points, LOW))


@cache
def _build_runs(points: int) -> Runs:
    groups = [[int(mask) for mask in subsets(LOW, men)] for men in range(LOW + 1)]
    sizes = np.array([len(group) for group in groups], dtype=np.int64)
    lengths = np.array([comb(points, men) for men in range(LOW + 1)], dtype=np.int64)
    masks = np.zeros((1 << LOW) + BLOCK, dtype=np.uint8)
    masks[: 1 << LOW] = np.concatenate(groups)
    having = np.zeros((1 << LOW, LOW + 1, 2), dtype=np.uint64)
    for contained in range(1 << LOW):
        for men, group in enumerate(groups):
            for rank, mask in enumerate(group[: lengths[men]]):
                if mask & contained == contained:
                    having[contained, men, rank // 64] |= np.uint64(1 << rank % 64)
    ranks = {mask: rank for group in groups for rank, mask in enumerate(group)}
    after = np.zeros((1 << LOW, LOW), dtype=np.uint16)
    for number, mask in enumerate(masks[: 1 << LOW].tolist()):
        free = [point for point in range(points) if not mask >> point & 1]
        for i in range(LOW if free else 0):
            point = free[i % len(free)]
            after[number, i] = CHOICE * point + ranks[mask | 1 << point]
    starts = np.cumsum(sizes) - sizes
    return Runs(starts, lengths, masks, having.view(np.int64), after)


@bare_kernel
def list_mills(
    points: int,
    men: int,
    lines: Int64s,
    runs: Runs,
    tables: BoardTables,
    closed: Int32s,
    numbers: Int32s,
) -> int:
    """Write the arrangements with a mill, and their ranks; return how many there are.

    The arrangements have ``men`` on ``points`` that are free of men at rest.
    """
    count = 0
    for high in range(1 << max(0, points - LOW)):
        low_men = men - popcount(high)
        if low_men < 0 or low_men > LOW:
            continue
        words = 0, 0
        for i in range(lines[MOST_LINES]):
            if lines[i] >> LOW & ~high == 0:
                having = runs.having[lines[i] & LOW_POINTS, low_men]
                words = words[0] | having[0], words[1] | having[1]
        if words[0] | words[1] == 0:
            continue
        begin = rank_of(high << LOW | (1 << low_men) - 1, tables)
        first = runs.starts[low_men]
        for word in range(2):
            left = words[word]
            while left:
                rank = word << 6 | lowest_bit(left)
                left &= left - 1
                closed[np.uint64(count)] = high << LOW | runs.masks[np.uint64(first + rank)]
                numbers[np.uint64(count)] = begin + rank
                count += 1
    return count
