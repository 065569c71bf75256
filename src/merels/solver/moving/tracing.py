"""The second phase: trace decided positions back to their predecessors, score by score.

See `merels.solver.moving.states` for the two orders that a table is kept in.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, lowest_bit, prefetch
from merels.board.geometry import FULL
from merels.board.index.ranking import BoardTables, Int64s, rank_of
from merels.solver.moving.states import (
    SEGMENTS,
    WON,
    WON_AT_LEAST,
    States,
    Target,
    Walk,
    store_pending,
)
from merels.solver.row_kernels import (
    MOST_PENDING,
    Board,
    Row,
    men_in_mills,
    pairs_touched,
    prepare_row,
    write_flights,
    write_steps,
)

LINE_WORDS: Final = 8  # words that are searched at once; rows are padded to whole lines


@bare_kernel
def propagate_segments(
    segments: Int64s,
    segment_bits: int,
    level: int,
    decided: Int64s,
    walk: Walk,
    target: Target,
    board: Board,
    row: Row,
) -> int:
    """Trace the positions of one score, ``level``, back; store what this decides.

    ``decided`` are the values of the positions after the moves, eight to a word, in the same rows
    as the states of the positions before. Only ``segments`` of these rows are searched. Return the
    number of moves traced back.
    """
    firsts, seconds, tables = board.firsts, board.seconds, board.tables
    steps, pending = row.steps, row.pending
    block, start, free, places, waiting, edges = -1, 0, FULL, 0, 0, 0
    for segment in segments:
        if segment // SEGMENTS != block:
            settle(waiting, level, free, walk.states, target, tables, row)
            block, waiting = segment // SEGMENTS, 0
            start = block * walk.stride
            fixed = int(walk.representatives[block])
            free = FULL & ~fixed
            places = extract_bits(free, free)
            prepare_row(fixed, board, row)
        begin = start + (segment % SEGMENTS << segment_bits)
        end = min(begin + (1 << segment_bits), start + walk.stride)
        for line in range(begin >> 3, end >> 3, LINE_WORDS):
            if not has_level(decided, line, level):
                continue
            for word in range(line, line + LINE_WORDS):
                equal = bytes_equal(decided[word], level)
                while equal:
                    number = (word << 3) + (lowest_bit(equal) >> 3) - start
                    equal &= equal - 1
                    men = int(walk.arrangements[number])
                    # A man in a mill got there by closing it, which was not a quiet move.
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
                        prefetch(walk.states, at)
                        pending[waiting] = steps[step] | at << 24
                        waiting += 1
                    if waiting > MOST_PENDING:
                        settle(waiting, level, free, walk.states, target, tables, row)
                        waiting = 0
    settle(waiting, level, free, walk.states, target, tables, row)
    return edges


@bare_kernel
def settle(
    count: int,
    level: int,
    free: int,
    states: States,
    target: Target,
    tables: BoardTables,
    row: Row,
) -> None:
    """Update the positions that have been collected, and store those that are decided now.

    Their states were prefetched when they were collected, and are in the cache by now.
    """
    decided = 0
    for i in range(count):
        entry = row.pending[i]
        value = apply_successor(level, entry >> 24, states)
        row.pending[decided] = entry & FULL | value << 24
        decided += value != 0
    store_pending(decided, free, row, target, tables)


@inlined
def bytes_equal(word: int, level: int) -> int:
    """Return the top bit of each byte of a word that equals the level."""
    sevens = 0x7F7F7F7F7F7F7F7F
    different = word ^ 0x0101010101010101 * level
    return ~(((different & sevens) + sevens) | different | sevens)


@inlined
def has_level(decided: Int64s, line: int, level: int) -> bool:
    """Whether one of eight words holds the level; branch-free, so that it is vectorised."""
    found = 0
    for word in range(line, line + LINE_WORDS):
        found |= bytes_equal(decided[word], level)
    return found != 0


@inlined
def apply_successor(level: int, at: int, states: States) -> int:
    """Apply a decided successor to a position; return the value that this decides, or 0."""
    state = int(np.int64(states[at]))
    count, capture = state & 255, state >> 8
    if level & 1 == 0:
        # This move loses. If it was the last quiet move, only losing captures are left.
        states[at] = state - 1
        return int(max(level + 1, capture)) if count == 1 else 0
    # This move wins, unless a win is known already or a capture wins as quickly.
    known = count >= WON_AT_LEAST
    states[at] = state if known else state | WON
    as_quick = capture & 1 == 0 and 0 < capture <= level + 1
    return 0 if known or as_quick else level + 1
