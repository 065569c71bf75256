"""Verifying the values of one table against the positions after its moves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from merels.board.index.dense import Bytes, row_length
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import Int64s, board_tables, subsets
from merels.board.masks import Mask
from merels.solver.loading import expand_table
from merels.solver.verify.kernels import BOARD, LOST_NOW, Dense, Moves, Scale, check_rows
from merels.tables.key import TableKey

HIGHEST_SUCCESSOR: Final = 254
"""A position before one of score 255 would need a score that does not fit a byte."""

WRONG_SHOWN: Final = 10
"""How many wrong positions are reported in full."""

CHUNKS_PER_THREAD: Final = 16

Report: TypeAlias = Callable[[float], None]
"""Called with the share that is done, 0 to 1."""


def _build_scale(score_before: Callable[[int], int], order: list[int]) -> Scale:
    """Return a scale; ``order`` lists the mover's scores from worst to best, rated from 1 up."""
    rating = np.zeros(256, dtype=np.uint8)
    for score in range(HIGHEST_SUCCESSOR + 1):
        rating[score] = 1 + order.index(score_before(score))
    scores = np.full(256, LOST_NOW, dtype=np.uint8)
    scores[1 : 1 + len(order)] = order
    return Scale(rating, scores)


DISTANCES: Final = _build_scale(
    lambda score: score + 1 if score else 0,
    [*range(3, 256, 2), 0, *range(HIGHEST_SUCCESSOR, 0, -2)],
)
"""Exact scores, one ply more: from quick to slow losses, then draws, then slow to quick wins."""

RESULTS: Final = _build_scale(lambda score: 1 + score % 2 if score else 0, [1, 0, 2])
"""Results only: 1 lost, 0 drawn, 2 won, whatever the distance after the move."""


@dataclass(frozen=True, slots=True, order=True)
class WrongScore:
    """A position whose stored score does not follow from its moves."""

    slot: int
    own: Mask
    enemy: Mask
    stored: int
    expected: int


def make_dense(key: TableKey, slots: Bytes, threads: int) -> Dense:
    """Unpack the slots of a table for `find_wrong_scores`."""
    orbits = orbits_of(key.own)
    with ThreadPoolExecutor(threads) as pool:
        values = expand_table(key, slots, pool, threads)
    return Dense(orbits.representatives, orbits.places, values, row_length(key.index))


def moves_of(key: TableKey) -> Moves:
    """Return the moves of a table."""
    free = 24 - key.enemy
    return Moves(
        subsets(free, key.own), subsets(free, key.own_after), key.is_placing, key.own_flies
    )


def find_wrong_scores(
    key: TableKey,
    table: Dense,
    successors: list[Dense],
    scale: Scale,
    threads: int,
    report: Report = lambda _: None,
    sample: int | None = None,
) -> list[WrongScore]:
    """Return up to `WRONG_SHOWN` positions with wrong scores, by slot; none if all are right.

    ``successors`` are the tables of `TableKey.successors`; no score in them may exceed
    `HIGHEST_SUCCESSOR`. With ``sample``, only rows chosen at random are checked, with at least that
    many positions in total.
    """
    quiet, *captures = successors
    no_capture = quiet._replace(values=quiet.values[:0])
    arguments = (
        moves_of(key),
        (table, quiet, captures[0] if captures else no_capture),
        BOARD,
        board_tables(),
        scale,
    )

    def check(rows: Int64s) -> Int64s:
        # Room for all 16 images of each: those with the same men at rest are found as well.
        wrong = np.zeros((16 * WRONG_SHOWN, 4), dtype=np.int64)
        return wrong[: check_rows(rows, *arguments, wrong)]

    rows = _choose_rows(key, sample)
    chunks = np.array_split(rows, min(len(rows), threads * CHUNKS_PER_THREAD))
    found: set[WrongScore] = set()
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(check, chunk) for chunk in chunks]
        for done, job in enumerate(as_completed(jobs), start=1):
            found.update(_describe(key, *entry) for entry in job.result().tolist())
            report(done / len(jobs))
    return sorted(found)[:WRONG_SHOWN]


def sample_size(key: TableKey, sample: int | None) -> int:
    """Return how many positions a sample has; the whole table, if that is smaller."""
    return key.index.size if sample is None else min(key.index.size, sample)


def _choose_rows(key: TableKey, sample: int | None) -> Int64s:
    """Return the rows to check, in ascending order."""
    rows = np.arange(len(orbits_of(key.enemy)))
    if sample is None:
        return rows
    chosen = -(-sample // len(subsets(24 - key.enemy, key.own)))
    if chosen >= len(rows):
        return rows
    return np.sort(np.random.default_rng().choice(rows, chosen, replace=False))


def _describe(key: TableKey, own: int, enemy: int, stored: int, expected: int) -> WrongScore:
    slot = key.index.slot_of(own, enemy)
    return WrongScore(slot, *key.index.masks_of(slot), stored, expected)
