"""Dask workers: what they do (solve a pair, rate a part, join parts), and workers started here."""

from __future__ import annotations

import logging
import pickle
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, Self, TypeAlias

import distributed

from merels._system import count_processors
from merels.errors import MerelsError
from merels.rules.variant import Variant
from merels.solver.kernels.rating import TooLongError
from merels.solver.parts import Part, PartsJoiner, cut_table, rate_part
from merels.solver.run import Event, MemoryStore, PairFinished, TableSaved, TableStore, solve_pair
from merels.solver.workspace import Progress
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan
from merels.values.layout.statistics import gather_statistics

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
        """Delete the files that killed workers left behind. The caller holds the lock."""


@dataclass(frozen=True, slots=True)
class Order:
    """The settings that all tasks of a run share.

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
    """Rate a part of a placing table; return how many seconds it took."""
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


# Dask workers on this machine, each a process of its own.


class LocalWorkers:
    """A scheduler in this process, with workers beside it; workers that die are replaced.

    This class starts and watches the workers instead of dask, so that Ctrl-C reaches this process
    alone and ends everything at once.
    """

    def __init__(self, count: int, resources: dict[str, int]) -> None:
        self._cluster = distributed.LocalCluster(
            n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
        )
        self.address: str = self._cluster.scheduler_address
        self._scratch = TemporaryDirectory(prefix="merels-workers-")
        offers = ",".join(f"{name}={amount}" for name, amount in resources.items())
        self._command = [
            *(sys.executable, "-m", "distributed.cli.dask_worker", self.address),
            *("--nthreads", str(max(1, count_processors() // count))),
            *("--resources", offers),
            *("--memory-limit", "0"),  # dask would pause full workers
            *("--local-directory", self._scratch.name),
            *("--no-nanny", "--no-dashboard"),
        ]
        self._processes = [self._start() for _ in range(count)]

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def replace_dead(self) -> None:
        """Start a worker for each worker that has died."""
        self._processes = [
            process if process.poll() is None else self._start() for process in self._processes
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        self._cluster.close()
        self._scratch.cleanup()


def compile_kernels() -> None:
    """Compile all solving kernels, so that workers find them in the cache.

    Otherwise each worker would compile the same kernels at the same time.
    """
    store = MemoryStore()
    # The smallest placing table above a pair that stands on another pair, with both pairs.
    placing = TableKey(3, 3, 1, 0, Variant(men=4))
    for pair in Plan.for_tables([placing], is_done=lambda _: False).pairs:
        solve_pair(pair, store, threads=1)
    for key, slots in store.tables.items():
        gather_statistics(key, slots)
    with TemporaryDirectory(prefix="merels-parts-") as folder:
        parts = cut_table(placing, 1, Path(folder, "run"))
        rate_part(parts[0], store, threads=1)
        for _ in PartsJoiner(parts, store, threads=1).solve():
            pass
