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

from merels._jit import deposit_bits, extract_bits, inlined, kernel, lowest_bit, popcount
from merels.board.geometry import FULL
from merels.board.ranking import BoardTables, Int32s, Int64s, image_of, rank_of

Bytes: TypeAlias = npt.NDArray[np.uint8]
States: TypeAlias = npt.NDArray[np.uint16]

# A state is two bytes: how many quiet moves may still hold the position, and what the best removal
# gives (0: there is none, or it draws; else a score).
SAFE: Final = 128  # added to the count where a removal wins or draws: it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 200  # at most 54 quiet moves can be subtracted from WON
LOST_NOW: Final = 1

# What a removal is worth to the side that removes: lower is better, so the best is the smallest.
DRAWN: Final = 128
NO_REMOVAL: Final = 256

MOST_MOVES: Final = 54  # three men that fly to 18 points
LINE_WORDS: Final = 8  # words that are searched at once; rows are padded to whole lines


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
    levels: Bytes  # levels[score, orbit] is 1 where the orbit's row may hold the score


class Removals(NamedTuple):
    """The table that a removal leads to, its scores rated; empty where a removal wins the game."""

    representatives: Int32s
    places: Int32s
    ratings: Bytes
    stride: int


class Row(NamedTuple):
    """Working space for the row at hand: everything that depends on the men that stay."""

    lines: Int64s  # mills without a man that stays; entry 16 is their number
    images: Int64s  # the men that stay under each symmetry
    pairs: Int64s  # the pairs of neighbours that are free; entry 32 is the set of their numbers
    removal: Int64s  # for each byte of an arrangement, its image beside the men less one


@kernel
def new_row() -> Row:
    """Return working space."""
    return Row(
        np.zeros(17, np.int64),
        np.zeros(16, np.int64),
        np.zeros(33, np.int64),
        np.zeros(768, np.int64),
    )


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


@kernel
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
    at = start + rank_of(extract_bits(images[symmetry], others_free), tables)
    target.values[at] = value
    target.levels[value, orbit] = 1
    others = target.stabilizers[orbit] & ~1
    while others:
        then = tables.compose[lowest_bit(others), symmetry]
        others &= others - 1
        at = start + rank_of(extract_bits(images[then], others_free), tables)
        target.values[at] = value


@kernel
def prepare_removal(fixed: int, point: int, removals: Removals, board: Board, row: Row) -> int:
    """Set up ``row.removal`` for taking the man on ``point``; return the orbit of the others."""
    place = removals.places[rank_of(fixed & ~(1 << point), board.tables)]
    orbit, symmetry = place >> 4, place & 15
    free = FULL & ~removals.representatives[orbit]
    left, bit = FULL & ~fixed, 0
    while left:
        image = image_of(left & -left, symmetry, board.tables)
        spread(row.removal, bit, extract_bits(image, free))
        left &= left - 1
        bit += 1
    return int(orbit)


@kernel
def rate_removals(
    fixed: int,
    closed: Int32s,
    removals: Removals,
    board: Board,
    row: Row,
    ratings: Int32s,
) -> None:
    """Write what the best removal is worth after each arrangement of ``closed``, all with mills."""
    ratings[: len(closed)] = NO_REMOVAL
    together = 0
    for mill in board.mills:
        if fixed & mill == mill:
            together |= mill
    takeable = fixed & ~together
    if takeable == 0:
        takeable = fixed
    while takeable:
        orbit = prepare_removal(fixed, lowest_bit(takeable), removals, board, row)
        takeable &= takeable - 1
        start = orbit * removals.stride
        for i in range(len(closed)):
            image = look_up(row.removal, closed[i])
            rating = int(np.int64(removals.ratings[start + rank_of(image, board.tables)]))
            ratings[i] = min(int(ratings[i]), rating)


class Counts(NamedTuple):
    """Working space for counting the positions of a row."""

    quiet: Int32s  # quiet moves of each position
    best: Int32s  # its best removal
    closed: Int32s  # arrangements with a mill
    ratings: Int32s  # what a removal is worth after each of those


@kernel
def count_row(free: int, walk: Walk, board: Board, row: Row, counts: Counts) -> int:
    """Count all moves of each position as quiet; list and count the arrangements with a mill."""
    places = extract_bits(free, free)
    closed = 0
    for number in range(len(walk.arrangements)):
        men = int(walk.arrangements[number])
        if walk.flies:
            moves = popcount(men) * popcount(places & ~men)
        else:
            mask = deposit_bits(men, free)
            moves = popcount(pairs_touched(mask, mask, board.firsts, board.seconds) & row.pairs[32])
        counts.quiet[number] = moves
        counts.best[number] = NO_REMOVAL
        if men_in_mills(men, row.lines):
            counts.closed[closed] = men
            closed += 1
    return closed


@kernel
def count_closing_moves(
    closed: int, free: int, walk: Walk, board: Board, row: Row, counts: Counts
) -> None:
    """Take the moves that close a mill from the quiet ones, and note the best of them.

    Every step back of a man in a mill leads to a position that can close it.
    """
    places = extract_bits(free, free)
    steps = np.zeros(MOST_MOVES, np.int64)
    for i in range(closed):
        men = int(counts.closed[i])
        moved = men_in_mills(men, row.lines)
        if walk.flies:
            made = write_flights(men, moved, places & ~men, steps)
        else:
            touched = pairs_touched(
                deposit_bits(men, free), deposit_bits(moved, free), board.firsts, board.seconds
            )
            made = write_steps(men, touched & row.pairs[32], row.pairs, steps)
        for step in range(made):
            before = rank_of(steps[step], board.tables)
            counts.quiet[before] -= 1
            counts.best[before] = min(counts.best[before], counts.ratings[i])


@kernel
def begin_rows(
    first: int, last: int, walk: Walk, removals: Removals, target: Target, board: Board
) -> int:
    """Count the moves of every position in some rows; store what is decided at once.

    Return the number of quiet moves in all.
    """
    row, tables = new_row(), board.tables
    arrangements, size = walk.arrangements, len(walk.arrangements)
    counts = Counts(
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),  # stays 0, the best there is, where a removal wins the game
    )
    edges = 0
    for block in range(first, last):
        fixed = int(walk.representatives[block])
        free = FULL & ~fixed
        prepare_row(fixed, board, row)
        closed = count_row(free, walk, board, row, counts)
        if len(removals.ratings):
            rate_removals(fixed, counts.closed[:closed], removals, board, row, counts.ratings)
        count_closing_moves(closed, free, walk, board, row, counts)
        start = block * walk.stride
        for number in range(size):
            edges += counts.quiet[number]
            state, value = begin_state(int(counts.quiet[number]), int(counts.best[number]))
            walk.states[start + number] = state
            if value:
                store(int(arrangements[number]), value, free, row.images, target, tables)
    return edges


@inlined
def begin_state(quiet: int, rating: int) -> tuple[int, int]:
    """Return the first state of a position, and its value (perhaps to be bettered) or 0."""
    if rating == NO_REMOVAL:
        return quiet, (LOST_NOW if quiet == 0 else 0)
    if rating < DRAWN:
        value = 2 * rating + 2
        return quiet + SAFE | value << 8, value
    if rating == DRAWN:
        return quiet + SAFE, 0
    value = 2 * (256 - rating) + 1
    return quiet | value << 8, (value if quiet == 0 else 0)


@kernel
def propagate_rows(
    blocks: Int64s, level: int, decided: Int64s, walk: Walk, target: Target, board: Board
) -> int:
    """Tell the positions before those of one level about them; store what this decides.

    ``decided`` are the values of the positions after the moves, eight in a word, in the same rows
    as the states of the positions before. Return the number of moves traced back.
    """
    row = new_row()
    firsts, seconds, tables = board.firsts, board.seconds, board.tables
    steps = np.zeros(MOST_MOVES, np.int64)
    edges = 0
    for block in blocks:
        fixed = int(walk.representatives[block])
        free = FULL & ~fixed
        places = extract_bits(free, free)
        prepare_row(fixed, board, row)
        start = block * walk.stride
        for line in range(start >> 3, (start + walk.stride) >> 3, LINE_WORDS):
            if not has_level(decided, line, level):
                continue
            for word in range(line, line + LINE_WORDS):
                equal = bytes_equal(decided[word], level)
                while equal:
                    number = (word << 3) + (lowest_bit(equal) >> 3) - start
                    equal &= equal - 1
                    men = int(walk.arrangements[number])
                    # A man in a mill came there by closing it: that was no quiet move.
                    moved = men & ~men_in_mills(men, row.lines)
                    if walk.flies:
                        made = write_flights(men, moved, places & ~men, steps)
                    else:
                        touched = pairs_touched(
                            deposit_bits(men, free), deposit_bits(moved, free), firsts, seconds
                        )
                        made = write_steps(men, touched & row.pairs[32], row.pairs, steps)
                    edges += made
                    for step in range(made):
                        at = start + rank_of(steps[step], tables)
                        value = tell(level, at, walk.states)
                        if value:
                            store(steps[step], value, free, row.images, target, tables)
    return edges


@inlined
def bytes_equal(word: int, level: int) -> int:
    """Return the top bit of each byte of a word that equals the level."""
    sevens = 0x7F7F7F7F7F7F7F7F
    different = word ^ 0x0101010101010101 * level
    return ~(((different & sevens) + sevens) | different | sevens)


@inlined
def has_level(decided: Int64s, line: int, level: int) -> bool:
    """Whether one of eight words holds the level: without a branch, so that it is vectorised."""
    found = 0
    for word in range(line, line + LINE_WORDS):
        found |= bytes_equal(decided[word], level)
    return found != 0


@inlined
def tell(level: int, at: int, states: States) -> int:
    """Tell a position that one of its moves has a score; return the value this decides, or 0."""
    state = int(np.int64(states[at]))
    removal = state >> 8
    if level & 1 == 0:
        # The move loses. When the last quiet move does, only losing removals are left.
        states[at] = state - 1
        return int(max(level + 1, removal)) if state & 255 == 1 else 0
    if state & 255 >= WON_AT_LEAST:
        return 0
    states[at] = state | WON
    # A removal that wins as quickly has been stored already.
    return 0 if removal & 1 == 0 and 0 < removal <= level + 1 else level + 1
