"""How fast this machine solves a fixed set of tables, and what is practical to solve on it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np

from merels._jit import kernel
from merels._system import available_memory
from merels.board.index.dense import Bytes
from merels.errors import MerelsError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.solver.run import MemoryStore, solve_pair
from merels.solver.workspace import Workspace, format_bytes, memory_need
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair, Plan, all_moving_tables, all_tables

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


def measure_solver(threads: int) -> dict[str, SolverMeasurement]:
    """Solve the fixed set in memory, and measure the speed of memory in the same run.

    Moving tables are measured as ``solver``. The ``placing`` tables are the tables with one man in
    hand that lead into the set.
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
    return {
        "solver": _measure_tables(moving, lambda _: False, store, threads, accesses),
        "placing": _measure_tables(placing, moving.__contains__, store, threads, accesses),
    }


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

    Takes about a second, and some ten seconds more if code has to be compiled first.
    """
    store = MemoryStore()
    for key in (TableKey(3, 3), TableKey(4, 3)):  # compile before the clock starts
        solve_pair(Pair.of(key), store, threads)
    tables = all_moving_tables(men=CALIBRATION_MEN)
    measured = [_measure_tables(tables, lambda _: False, store, threads, 0) for _ in range(2)]
    seconds = min(each.seconds for each in measured)
    return Calibration(threads * seconds / KNOWN_CALIBRATION, threads)


# What is practical to solve on this machine: time, memory and disk space of each goal.

BITS_PER_POSITION: Final = 4.2
"""For tables whose size is not known from a finished run. No large table takes more."""

WDL_SHARE: Final = 0.25
"""The share of an exact table's size. A fifth is usual, but the estimate must not be too low."""

WITHOUT_VALUES: Final = 1 << 10
"""Bytes of the file of a table that is left out. No file of a left-out table has more."""

Done: TypeAlias = Callable[[TableKey], bool]
Sizes: TypeAlias = Mapping[str, int]
Goal: TypeAlias = Literal["small", "endgames", "all"]
GOALS: Final[tuple[Goal, ...]] = ("small", "endgames", "all")


def tables_of(goal: Goal, variant: Variant = NINE_MENS_MORRIS) -> list[TableKey]:
    """Return the tables of a goal.

    >>> [len(tables_of(goal)) for goal in GOALS]
    [6, 49, 318]
    """
    if goal == "all":
        return all_tables(variant)
    return all_moving_tables(variant, CALIBRATION_MEN if goal == "small" else None)


@dataclass(frozen=True, slots=True)
class DiskNeed:
    """Bytes on disk."""

    stored: int
    """When all tables are solved."""
    peak: int
    """At most at any time: some tables are kept only until other tables are built on them."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """How a run stores tables: their kind, and all tables or the small set."""

    kind: Kind = Kind.DISTANCE
    full: bool = False

    def stored_bytes(self, key: TableKey, sizes: Sizes) -> int:
        """Return roughly how many bytes the file of a table takes for good."""
        if key.is_left_out and not self.full:
            return WITHOUT_VALUES
        exact = exact_bytes(key, sizes)
        return exact if self.kind is Kind.DISTANCE else int(exact * WDL_SHARE)

    def work_bytes(self, key: TableKey, sizes: Sizes) -> int:
        """Return roughly how many more bytes a table takes while other tables need it."""
        is_stored = self.kind is Kind.DISTANCE and (self.full or not key.is_left_out)
        return 0 if is_stored else exact_bytes(key, sizes)


SMALL_SET: Final = StoredSet()


def exact_bytes(key: TableKey, sizes: Sizes) -> int:
    """Return roughly how many bytes the exact values of a table take."""
    return sizes.get(key.name, int(key.index.size * BITS_PER_POSITION / 8))


def estimate_disk(plan: Plan, sizes: Sizes, stored_set: StoredSet = SMALL_SET) -> DiskNeed:
    """Return roughly how many bytes the tables of a plan will take.

    ``sizes`` are the bytes of exact tables, by name, as far as they are known.
    """
    last_use = {key: pair for pair in plan.pairs for key in pair.needed}
    stored = peak = 0
    work: dict[TableKey, int] = {}
    for pair in plan.pairs:
        for key in pair.tables:
            stored += stored_set.stored_bytes(key, sizes)
            work[key] = stored_set.work_bytes(key, sizes)
        peak = max(peak, stored + sum(work.values()))
        # As in the run itself: tables that no later pair needs are deleted.
        for key in [*pair.tables, *pair.needed]:
            if last_use.get(key) in (None, pair):
                work.pop(key, None)
    return DiskNeed(stored, peak)


def free_space(folder: Path) -> int:
    """Return the free bytes on the disk where a folder is or will be."""
    path = folder.absolute()
    existing = next(place for place in (path, *path.parents) if place.exists())
    return shutil.disk_usage(existing).free


def check_disk(plan: Plan, folder: Path, sizes: Sizes, stored_set: StoredSet = SMALL_SET) -> None:
    """Raise `MerelsError` if the tables of a plan will not fit on the disk."""
    need, free = estimate_disk(plan, sizes, stored_set).peak, free_space(folder)
    if need > free:
        raise MerelsError(
            f"the tables need about {format_bytes(need)}, but {str(folder)!r} has only "
            f"{format_bytes(free)} free; free some space, or choose another folder with --tables"
        )


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The resource that this machine has too little of."""

    resource: Literal["memory", "disk"]
    free: int
    """Bytes."""

    def __str__(self) -> str:
        name = "memory" if self.resource == "memory" else "disk space"
        return f"only {format_bytes(self.free)} of {name} free"


@dataclass(frozen=True, slots=True)
class Offer:
    """A goal that is not reached yet, and its costs on this machine."""

    goal: Goal
    targets: list[TableKey]
    """All its tables, solved tables included."""
    tables: int
    """How many tables are still to be solved."""
    positions: int
    """How many positions are still to be solved."""
    seconds: float
    memory: int
    disk: DiskNeed
    obstacle: Obstacle | None = None
    """Why it is not possible here, None if it is."""


def list_offers(
    folder: Path,
    targets: Mapping[Goal, list[TableKey]],
    is_done: Done,
    speed: Calibration,
    sizes: Sizes,
    stored_set: StoredSet = SMALL_SET,
) -> list[Offer]:
    """Return the goals that are not reached yet, in the order of ``targets``."""
    free_memory, free_disk = available_memory(), free_space(folder)
    offers = []
    for goal, tables in targets.items():
        plan = Plan.for_tables(tables, is_done)
        if not plan.pairs:
            continue
        memory, disk = memory_need(*plan.pairs), estimate_disk(plan, sizes, stored_set)
        offers.append(
            Offer(
                goal,
                tables,
                sum(len(pair.tables) for pair in plan.pairs),
                plan.slots_left(),
                speed.seconds(plan.pairs),
                memory,
                disk,
                find_obstacle(memory, disk, free_memory, free_disk),
            )
        )
    return offers


def find_obstacle(
    memory: int, disk: DiskNeed, free_memory: int | None, free_disk: int
) -> Obstacle | None:
    """Return the resource that is too small, None if there is enough."""
    if free_memory is not None and memory > free_memory:
        return Obstacle("memory", free_memory)
    return Obstacle("disk", free_disk) if disk.peak > free_disk else None
