"""A run: the plan carried out on this machine, one pair after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from merels._machine import available_memory
from merels.board.index.dense import Bytes
from merels.errors import MerelsError
from merels.solver.loading import TableSource
from merels.solver.moving.solver import MovingSolver
from merels.solver.placing.solver import PlacingSolver
from merels.solver.progress import Progress
from merels.solver.resources import format_bytes, memory_need
from merels.solver.workspace import Workspace
from merels.tables.key import TableKey
from merels.tables.plan import Pair, Plan


class TableStore(TableSource, Protocol):
    """Where solved tables go to and come from."""

    def save(self, key: TableKey, slots: Bytes) -> int:
        """Keep a solved table, whole or not at all; return its size in bytes."""

    def release(self, still_needed: set[TableKey]) -> None:
        """Drop what was kept only for other tables and is not needed any more."""


@dataclass(frozen=True, slots=True)
class PairStarted:
    """A pair is begun."""

    pair: Pair
    memory: int


@dataclass(frozen=True, slots=True)
class TableSaved:
    """A table is on disk."""

    key: TableKey
    size: int


@dataclass(frozen=True, slots=True)
class PairFinished:
    """A pair is solved and on disk."""

    pair: Pair
    seconds: float
    edges: int


Event: TypeAlias = PairStarted | TableSaved | PairFinished | Progress
Listener: TypeAlias = Callable[[Event], None]


def check_memory(plan: Plan, limit: int | None) -> None:
    """Raise `MerelsError` unless every pair of the plan fits.

    ``limit`` is in bytes; None stands for the memory that this machine has free.
    """
    free = available_memory() if limit is None else limit
    for number, pair in enumerate(plan.pairs, start=1):
        need = memory_need(*plan.pairs[:number])
        if free is not None and need > free:
            source = "this machine has" if limit is None else "--memory allows"
            raise MerelsError(
                f"table {pair.first.name} needs {format_bytes(need)} of memory and {source} "
                f"{format_bytes(free)}; solve fewer tables (--men), or say --memory with what may "
                "be used"
            )


def solve_pair(
    pair: Pair,
    store: TableStore,
    threads: int,
    listener: Listener = lambda _: None,
    workspace: Workspace | None = None,
) -> PairFinished:
    """Solve one pair and save its tables; ``workspace`` is the memory to do it in."""
    begin = time.perf_counter()
    edges = 0

    def listen(progress: Progress) -> None:
        nonlocal edges
        edges += progress.edges
        listener(progress)

    solver = (
        PlacingSolver(pair.first, store, threads, workspace)
        if pair.is_placing
        else MovingSolver(pair, store, threads, workspace)
    )
    for key, slots in solver.solve(listen):
        listener(TableSaved(key, store.save(key, slots)))
    return PairFinished(pair, time.perf_counter() - begin, edges)


def solve_tables(
    plan: Plan,
    store: TableStore,
    threads: int,
    memory: int | None = None,
    listener: Listener = lambda _: None,
) -> None:
    """Carry out a plan; finished pairs stay finished whatever happens later."""
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
