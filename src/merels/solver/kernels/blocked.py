"""Moves where a side that cannot move passes, and the other side must open a way for it.

A row has the men at rest, and these are blocked if the men that move stand on every free point next
to them: on the *ways out*, a set that belongs to the row. So one look at an arrangement tells
whether its side must open a way, and a step opens one if it leaves a way out. Such steps capture
nothing. If no step opens a way, all of them are allowed, and capture nothing either.

A pass changes no man: the positions before and after it have the same place in the same row.
"""

from __future__ import annotations

from typing import Final

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, popcount
from merels.board.board import MOST_POINTS
from merels.solver.kernels.row import (
    PAIRS,
    KernelBoard,
    Row,
    men_on,
    pairs_and_lines,
    write_flights,
)

OPEN: Final = 3 << MOST_POINTS
"""The ways out of a side that is never blocked: no arrangement has them, or all but one."""


@bare_kernel
def find_ways_out(fixed: int, flies: bool, board: KernelBoard) -> int:
    """Return the free points next to the men at rest; `OPEN` if these fly."""
    if flies:
        return OPEN
    free = board.tables.full & ~fixed
    touched = pairs_and_lines(fixed, board)[0]
    return int(extract_bits(men_on(touched, board.pairs) & free, free))


@inlined
def may_block(men: int, ways_out: int) -> bool:
    """Return whether the men at rest are blocked, or could be before the last step."""
    lacking = ways_out & ~men
    return lacking & (lacking - 1) == 0


@bare_kernel
def count_openings(
    men: int, free: int, ways_out: int, flies: bool, board: KernelBoard, row: Row
) -> int:
    """Count the steps that open a way for the men at rest, which are blocked."""
    if flies:
        return popcount(ways_out) * (popcount(free) - popcount(men))
    touched = pairs_and_lines(deposit_bits(men, free), board)[0] & row.pairs[PAIRS]
    return popcount(touched & pairs_and_lines(deposit_bits(ways_out, free), board)[0])


@bare_kernel
def count_ways(
    men: int, free: int, ways_out: int, flies: bool, board: KernelBoard, row: Row
) -> int:
    """Count the steps of an arrangement while the men at rest are blocked."""
    openings = count_openings(men, free, ways_out, flies, board, row)
    if openings or flies:
        return openings or popcount(men) * (popcount(free) - popcount(men))
    return popcount(pairs_and_lines(deposit_bits(men, free), board)[0] & row.pairs[PAIRS])


@bare_kernel
def write_ways_back(
    men: int, free: int, ways_out: int, flies: bool, board: KernelBoard, row: Row
) -> int:
    """Write the arrangements before a quiet move or a pass that led to ``men``; return how many."""
    touched, lines = pairs_and_lines(deposit_bits(men, free), board)
    in_mills = extract_bits(men_on(lines, board.mills), free)
    if flies:
        made = write_flights(men, men, extract_bits(free, free) & ~men, row.steps)
    else:
        touched &= row.pairs[PAIRS]
        if touched == 0:
            row.steps[0] = men
            return 1
        made = 0
        for number in range(len(board.pairs)):
            if touched >> number & 1:
                row.steps[made] = men ^ row.pairs[number]
                made += 1
    count = 0
    for step in range(made):
        before = int(row.steps[step])
        if ways_out & ~before:
            is_quiet = men & ~before & in_mills == 0
        elif before & ~men & ways_out:
            is_quiet = True
        else:
            is_quiet = count_openings(before, free, ways_out, flies, board, row) == 0
        row.steps[count] = before
        count += is_quiet
    return count
