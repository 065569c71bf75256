"""A table in figures: its wins, draws and losses, and the longest win and loss."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from merels._jit import kernel
from merels.board.index.dense import Bytes, Slots
from merels.board.index.ranking import Int64s
from merels.values.layout.key import TableKey

MOST_SCORES: Final = 1 << 16

RESULTS: Final[Bytes] = np.array(
    [0] + [2 - score % 2 for score in range(1, MOST_SCORES)], dtype=np.uint8
)
"""The result of each score: 0 draw, 1 loss, 2 win."""


@dataclass(frozen=True, slots=True)
class Extreme:
    """The longest win or loss of a table: its plies, and a position with this value."""

    plies: int
    fen: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of a table. ``histogram[score]`` counts the positions with each score."""

    histogram: tuple[int, ...]
    wins: int
    draws: int
    losses: int
    longest_win: Extreme | None
    longest_loss: Extreme | None

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return self.wins + self.draws + self.losses


@kernel
def count_scores(slots: Bytes, counts: Int64s) -> None:
    """Add to ``counts`` how often each score occurs."""
    # Four counters, so that runs of equal scores do not wait for each other.
    partial = np.zeros((4, 256), np.int64)
    whole = len(slots) & ~3
    for i in range(0, whole, 4):
        partial[0, slots[i]] += 1
        partial[1, slots[i + 1]] += 1
        partial[2, slots[i + 2]] += 1
        partial[3, slots[i + 3]] += 1
    for i in range(whole, len(slots)):
        partial[0, slots[i]] += 1
    counts += partial.sum(axis=0)


@kernel
def find_first(slots: Slots, score: int) -> int:
    """Return the first slot with a score, or -1."""
    for i in range(len(slots)):
        if slots[i] == score:
            return i
    return -1


def histogram_of(slots: Slots, threads: int = 1) -> Int64s:
    """Return how often each score occurs, for all scores of one byte and any larger scores."""
    if slots.itemsize > 1:
        return np.bincount(slots, minlength=256)
    counts = np.zeros((threads, 256), dtype=np.int64)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count_scores, np.array_split(slots, threads), counts))
    total: Int64s = counts.sum(axis=0)
    return total


def gather_statistics(key: TableKey, slots: Slots, threads: int = 1) -> Statistics:
    """Return the figures of a solved table."""
    counts = histogram_of(slots, threads)
    present = np.flatnonzero(counts)
    won, lost = present[(present > 0) & (present % 2 == 0)], present[present % 2 == 1]
    last = int(present[-1]) if len(present) else 0
    return Statistics(
        histogram=tuple(int(n) for n in counts[: last + 1]),
        wins=int(counts[won].sum()),
        draws=int(counts[0]),
        losses=int(counts[lost].sum()),
        longest_win=_extreme(key, slots, won),
        longest_loss=_extreme(key, slots, lost),
    )


def _extreme(key: TableKey, slots: Slots, scores: Int64s) -> Extreme | None:
    if len(scores) == 0:
        return None
    score = int(scores[-1])
    masks = key.index.masks_of(find_first(slots, score))
    return Extreme(score - 1, key.position(*masks).fen())
