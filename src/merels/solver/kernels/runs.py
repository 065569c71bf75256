"""Runs: neighbouring arrangements that differ in the eight lowest points alone.

Arrangements are sets of free points, ranked by their highest points first. So arrangements that
share all men above the eight lowest points are neighbours, and they come in the same order whatever
these men are. What holds for the lowest points is looked up once for a whole run, and bytes of two
runs are compared many at a time. With fewer free points than eight there is one run, the beginning
of a longer one.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, lowest_bit, popcount
from merels._machine import BLOCK
from merels.board.board import MOST_LINES
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of, subsets

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

    There are ``men`` on ``points`` that are free of men at rest.
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
