"""How fast this machine solves a fixed set of tables, and how fast its memory is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from merels._jit import kernel
from merels.board.index.dense import Bytes
from merels.solver.run import MemoryStore, solve_pair
from merels.solver.workspace import Workspace
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair, Plan, all_moving_tables

MEN: Final = 10
"""The fixed set: all moving tables with at most this many men, and placing tables above them."""

MEMORY_BITS: Final = 28
"""Random accesses go to 256 MiB, far more than a processor's cache holds."""

ACCESSES: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class SolverMeasurement:
    """How much was done and how fast; ``slots`` and ``edges`` are the same on every machine."""

    slots: int
    edges: int
    seconds: float
    threads: int
    accesses_per_second: float

    @property
    def slots_per_second(self) -> float:
        """Positions solved per second."""
        return self.slots / self.seconds

    @property
    def edges_per_second(self) -> float:
        """Moves examined per second, forwards and backwards."""
        return self.edges / self.seconds


@kernel
def touch_randomly(memory: Bytes, count: int, seed: int) -> int:
    """Change ``count`` bytes at random places."""
    state = seed
    for _ in range(count):
        state = state * 6364136223846793005 + 1442695040888963407
        memory[state >> 33 & (len(memory) - 1)] += 1
    return int(state)


def measure_memory(threads: int) -> float:
    """Return how many random memory accesses this machine makes per second."""
    memory = np.ones(1 << MEMORY_BITS, dtype=np.uint8)
    touch_randomly(memory, 1, 1)  # compile before the clock starts
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(touch_randomly, memory, ACCESSES, seed) for seed in range(threads)]
        for job in jobs:
            job.result()
    return threads * ACCESSES / (time.perf_counter() - begin)


@dataclass(frozen=True, slots=True)
class SolverMeasurements:
    """The measurements of both phases of the game."""

    moving: SolverMeasurement
    placing: SolverMeasurement


def measure_solver(threads: int) -> SolverMeasurements:
    """Solve the fixed set in memory, and measure the speed of memory in the same run.

    The placing tables are the tables with one man in hand that lead into the set.
    """
    moving = all_moving_tables(men=MEN)
    placing = [
        key
        for key in all_placing_tables()
        if key.in_hand == 1 and key.total < MEN and set(key.successors) <= set(moving)
    ]
    store = MemoryStore()
    for key in (TableKey(3, 3), TableKey(4, 3), TableKey(3, 3, 1, 0)):
        solve_pair(Pair.of(key), store, threads)  # compile before the clock starts
    accesses = measure_memory(threads)
    return SolverMeasurements(
        _measure_tables(moving, lambda _: False, store, threads, accesses),
        _measure_tables(placing, moving.__contains__, store, threads, accesses),
    )


def _measure_tables(
    tables: list[TableKey],
    is_done: Callable[[TableKey], bool],
    store: MemoryStore,
    threads: int,
    accesses: float,
) -> SolverMeasurement:
    plan = Plan.for_tables(tables, is_done)
    workspace = Workspace(plan.pairs)
    begin = time.perf_counter()
    edges = sum(solve_pair(pair, store, threads, workspace=workspace).edges for pair in plan.pairs)
    return SolverMeasurement(
        slots=plan.slots_left(),
        edges=edges,
        seconds=time.perf_counter() - begin,
        threads=threads,
        accesses_per_second=accesses,
    )


# Estimating how long solving takes on this machine, by solving for about a second.

CALIBRATION_MEN: Final = 8
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
    plan = Plan.for_tables(all_moving_tables(men=CALIBRATION_MEN), is_done=lambda _: False)
    workspace = Workspace(plan.pairs)
    begin = time.perf_counter()
    for pair in plan.pairs:
        solve_pair(pair, store, threads, workspace=workspace)
    return time.perf_counter() - begin
