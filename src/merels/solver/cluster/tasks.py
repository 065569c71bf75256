"""What workers do: solve a pair, rate a part of a placing table, or join its parts."""

from __future__ import annotations

import pickle
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, Self, TypeAlias

import distributed

from merels.errors import MerelsError
from merels.solver.kernels.width import TooLongError
from merels.solver.parts import Part, PartsJoiner, rate_part
from merels.solver.run import Event, PairFinished, TableSaved, TableStore, solve_pair
from merels.solver.workspace import Progress
from merels.values.layout.plan import Pair

Result: TypeAlias = tuple[list[TableSaved], PairFinished]

Message: TypeAlias = tuple[int | None, Progress]
"""A worker's progress, with the number of the part that it rates, if any."""


class SharedStore(TableStore, Protocol):
    """A store in a folder that all workers see; it can be sent to them."""

    def with_threads(self, threads: int) -> Self:
        """Return the same store, read and written on a different number of threads."""

    def mark(self) -> AbstractContextManager[Path]:
        """Keep a file with a unique name in the folder while a run lasts."""

    def remove_leftovers(self) -> None:
        """Delete what killed workers left behind. The caller holds the lock."""


@dataclass(frozen=True, slots=True)
class Order:
    """What all tasks of a run have in common.

    ``threads`` is None if a task may use all threads of its worker. ``mark`` is a file that exists
    while the run lasts; parts of tables are kept beside it.
    """

    store: SharedStore
    threads: int | None
    mark: Path

    @property
    def topic(self) -> str:
        """The name of the run; its workers send messages under this topic."""
        return self.mark.stem


class _Task:
    """A task on its worker.

    Raises `MerelsError` if the worker does not see the folder.
    """

    def __init__(self, order: Order, part: int | None = None) -> None:
        self._worker: Any = distributed.get_worker()
        self._order = order
        self._part = part
        if not order.mark.exists():
            raise MerelsError(
                f"the worker at {self._worker.address} does not share the folder "
                f"{str(order.mark.parent)!r}: all workers must see it under this name"
            )
        self.threads = order.threads or int(self._worker.state.nthreads)
        self.store = order.store.with_threads(self.threads)
        self.saved: list[TableSaved] = []

    def listen(self, event: Event) -> None:
        """Pass an event on; raise `MerelsError` if the run has ended."""
        if isinstance(event, TableSaved):
            self.saved.append(event)
        else:
            self._worker.log_event(self._order.topic, pickle.dumps((self._part, event)))
        if not self._order.mark.exists():
            raise MerelsError("the run has ended")


def solve_on_worker(order: Order, pair: Pair) -> Result:
    """Solve a pair."""
    task = _Task(order)
    finished = solve_pair(pair, task.store, task.threads, task.listen)
    return task.saved, finished


def rate_on_worker(order: Order, part: Part) -> float:
    """Rate a part of a placing table; return how many seconds that took."""
    task = _Task(order, part.number)
    begin = time.perf_counter()
    rate_part(part, task.store, task.threads, task.listen)
    return time.perf_counter() - begin


def join_on_worker(order: Order, parts: list[Part], rated: list[float]) -> Result:
    """Join the parts of a placing table; ``rated`` are the seconds that each part took."""
    task = _Task(order)
    begin = time.perf_counter()

    def report(progress: Progress) -> None:
        task.listen(replace(progress, phase="writing"))

    pair = Pair.of(parts[0].key)
    try:
        for key, slots in PartsJoiner(parts, task.store, task.threads).solve(report):
            task.listen(TableSaved(key, task.store.save(key, slots)))
    except TooLongError:  # for one byte
        solve_pair(pair, task.store, task.threads, task.listen)
    seconds = max(rated) + time.perf_counter() - begin
    return task.saved, PairFinished(pair, seconds, edges=0)
