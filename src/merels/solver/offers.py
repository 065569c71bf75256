"""What is practical to solve on this machine: time, memory and disk space of each goal."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from merels._machine import available_memory
from merels.errors import MerelsError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.solver.benchmark import CALIBRATION_MEN, Calibration
from merels.solver.workspace import format_bytes, memory_need
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_moving_tables, all_tables

BITS_PER_POSITION: Final = 4.2
"""For tables whose size is not known from a finished run. No large table takes more."""

WDL_SHARE: Final = 0.25
"""Of the size of an exact table. A fifth is usual, but the estimate must not be too low."""

WITHOUT_VALUES: Final = 1 << 10
"""Bytes of the file of a table that is left out. No such file has more."""

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
    """When all is solved."""
    peak: int
    """At most at any time: some tables are kept only until others are built on them."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """How a run stores tables: their kind, and all of them or the small set."""

    kind: Kind = Kind.DISTANCE
    full: bool = False

    def stored_bytes(self, key: TableKey, sizes: Sizes) -> int:
        """Return roughly how many bytes the file of a table takes for good."""
        if key.is_left_out and not self.full:
            return WITHOUT_VALUES
        exact = exact_bytes(key, sizes)
        return exact if self.kind is Kind.DISTANCE else int(exact * WDL_SHARE)

    def work_bytes(self, key: TableKey, sizes: Sizes) -> int:
        """Return roughly how many bytes a table takes besides while others need it."""
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
        # As in the run itself: what no later pair needs is deleted.
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
    """What this machine has too little of."""

    resource: Literal["memory", "disk"]
    free: int
    """Bytes."""

    def __str__(self) -> str:
        name = "memory" if self.resource == "memory" else "disk space"
        return f"only {format_bytes(self.free)} of {name} free"


@dataclass(frozen=True, slots=True)
class Offer:
    """A goal that is not reached yet, and what it takes on this machine."""

    goal: Goal
    targets: list[TableKey]
    """All its tables, the solved ones included."""
    tables: int
    """Still to be solved."""
    positions: int
    """Still to be solved."""
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
    """Return what there is too little of, None if there is enough."""
    if free_memory is not None and memory > free_memory:
        return Obstacle("memory", free_memory)
    return Obstacle("disk", free_disk) if disk.peak > free_disk else None
