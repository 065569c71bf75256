"""Estimating how long solving takes on this machine, by solving for about a second.

A few small tables are solved in memory and compared with a known run. Large tables slow down by
about the same ratio, so the estimate is the time of the known run times that ratio.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from merels.solver.run import MemoryStore, solve_pair
from merels.solver.workspace import Workspace
from merels.tables.key import TableKey
from merels.tables.plan import Pair, Plan, all_moving_tables

MEN: Final = 8
"""The small tables: all moving tables with at most this many men in total."""

# Processor time of the known run, in seconds; docs/performance.md describes its machine.
KNOWN_CALIBRATION: Final = 0.65
"""For the small tables."""

KNOWN_MOVING: Final = 770.0 / 8_904_593_601
KNOWN_PLACING: Final = 801.0 / 17_838_514_173
"""Per position, over all moving and all placing tables."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How this machine compares with the known run; at 2.0 a thread takes twice as long."""

    ratio: float
    threads: int

    def seconds(self, pairs: Iterable[Pair]) -> float:
        """Estimate how long it takes to solve pairs, one after the other."""
        return self.ratio * known_seconds(pairs) / self.threads


def known_seconds(pairs: Iterable[Pair]) -> float:
    """Return the processor time that pairs took in the known run."""
    return sum(pair.slots * (KNOWN_PLACING if pair.is_placing else KNOWN_MOVING) for pair in pairs)


def calibrate(threads: int) -> Calibration:
    """Solve the small tables twice and compare the faster time with the known run.

    Takes about a second, and some ten more if code has to be compiled first.
    """
    store = MemoryStore()
    for key in (TableKey(3, 3), TableKey(4, 3)):  # compile before the clock starts
        solve_pair(Pair.of(key), store, threads)
    seconds = min(_measure(store, threads) for _ in range(2))
    return Calibration(threads * seconds / KNOWN_CALIBRATION, threads)


def _measure(store: MemoryStore, threads: int) -> float:
    """Return how many seconds the small tables take."""
    plan = Plan.for_tables(all_moving_tables(men=MEN), is_done=lambda _: False)
    workspace = Workspace(plan.pairs)
    begin = time.perf_counter()
    for pair in plan.pairs:
        solve_pair(pair, store, threads, workspace=workspace)
    return time.perf_counter() - begin
