"""Carrying out a plan on this machine, one pair after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from merels._machine import available_memory
from merels.errors import MerelsError
from merels.solver.kernels.width import Scores
from merels.solver.loading import TableSource, solve_in_width
from merels.solver.moving import MovingSolver
from merels.solver.placing import PlacingSolver
from merels.solver.workspace import Progress, Workspace, format_bytes, memory_need
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan


class TableStore(TableSource, Protocol):
    """Where solved tables are saved and loaded."""

    def save(self, key: TableKey, slots: Scores) -> int:
        """Save a solved table, whole or not at all; return its size in bytes."""

    def release(self, still_needed: set[TableKey]) -> None:
        """Drop tables that were kept only for others and are no longer needed."""


class MemoryStore:
    """A store in memory."""

    def __init__(self) -> None:
        self.tables: dict[TableKey, Scores] = {}

    def score_bytes(self, key: TableKey) -> int:
        """Return the bytes of each of a table's scores."""
        return self.tables[key].itemsize

    def load_slots(self, key: TableKey, out: Scores | None = None) -> Scores:
        """Return a copy of a table's scores."""
        if out is None:
            return self.tables[key].copy()
        out[:] = self.tables[key]
        return out

    def save(self, key: TableKey, slots: Scores) -> int:
        """Keep a table."""
        self.tables[key] = slots.copy()
        return slots.nbytes

    def release(self, still_needed: set[TableKey]) -> None:
        """Keep everything."""


@dataclass(frozen=True, slots=True)
class PairStarted:
    """Work on a pair has begun."""

    pair: Pair
    memory: int


@dataclass(frozen=True, slots=True)
class TableSaved:
    """A table is on disk."""

    key: TableKey
    size: int


@dataclass(frozen=True, slots=True)
class PairFinished:
    """A pair is solved, and its tables are on disk."""

    pair: Pair
    seconds: float
    edges: int


Event: TypeAlias = PairStarted | TableSaved | PairFinished | Progress
Listener: TypeAlias = Callable[[Event], None]


def check_memory(plan: Plan, limit: int | None) -> None:
    """Raise `MerelsError` unless every pair of the plan fits into memory.

    ``limit`` is in bytes; None means the free memory of this machine.
    """
    free = available_memory() if limit is None else limit
    for number, pair in enumerate(plan.pairs, start=1):
        need = memory_need(*plan.pairs[:number])
        if free is not None and need > free:
            source = "this machine has" if limit is None else "--memory allows"
            raise MerelsError(
                f"table {pair.first.name} needs {format_bytes(need)} of memory and {source} "
                f"{format_bytes(free)}; solve fewer tables (--men), or set the limit with --memory"
            )


def solve_pair(
    pair: Pair,
    store: TableStore,
    threads: int,
    listener: Listener = lambda _: None,
    workspace: Workspace | None = None,
) -> PairFinished:
    """Solve one pair and save its tables, in the memory of ``workspace`` if scores take one byte.

    If that is too few for the longest games, the pair is solved again with two.
    """
    begin = time.perf_counter()
    edges = 0

    def listen(progress: Progress) -> None:
        nonlocal edges
        edges += progress.edges
        listener(progress)

    def solve(space: Workspace) -> None:
        solver = (
            PlacingSolver(pair.first, store, threads, space)
            if pair.is_placing
            else MovingSolver(pair, store, threads, space)
        )
        for key, slots in solver.solve(listen):
            listener(TableSaved(key, store.save(key, slots)))

    solve_in_width(pair, pair.needed, store, solve, workspace)
    return PairFinished(pair, time.perf_counter() - begin, edges)


def solve_tables(
    plan: Plan,
    store: TableStore,
    threads: int,
    memory: int | None = None,
    listener: Listener = lambda _: None,
) -> None:
    """Carry out a plan; pairs that are finished stay finished, whatever happens later."""
    check_memory(plan, memory)
    store.release(plan.still_needed())
    workspace = Workspace(plan.pairs)
    while not plan.finished:
        pair = plan.ready()[0]
        plan.start(pair)
        listener(PairStarted(pair, memory_need(pair)))
        finished = solve_pair(pair, store, threads, listener, workspace)
        plan.finish(pair)
        store.release(plan.still_needed())
        listener(finished)
