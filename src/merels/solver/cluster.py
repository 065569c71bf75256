"""A run on a cluster: the plan carried out by dask workers that share a folder.

This process holds the folder's lock and decides, from the plan, what may start. Pairs are tasks.
Workers keep nothing: what a pair needs they read from the folder, and what they make they put
there, whole or not at all. So a worker may die at any time; its pair is begun anew elsewhere.
"""

from __future__ import annotations

import logging
import pickle
import re
import time
from collections.abc import Collection, Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Protocol, Self, TypeAlias

import distributed
from distributed.comm.core import CommClosedError
from distributed.utils import silence_logging_cmgr

from merels.errors import MerelsError, NotationError
from merels.solver.local_workers import LocalWorkers, compile_kernels
from merels.solver.plan import Pair, Plan, pair_of
from merels.solver.progress import Progress
from merels.solver.resources import (
    available_memory,
    format_bytes,
    memory_need,
)
from merels.solver.run import (
    Event,
    Listener,
    PairFinished,
    PairStarted,
    TableSaved,
    TableStore,
    check_memory,
    solve_pair,
)

MEMORY: Final = "MEMORY"
"""The resource that workers offer and pairs take, in bytes."""

CONNECTING_SECONDS: Final = 10.0
WORKERS_SECONDS: Final = 30.0
"""How long the cluster may be without a worker that is large enough."""

POLLING_SECONDS: Final = 0.5

START_A_WORKER: Final = "dask worker {address} --memory-limit 0 --resources MEMORY=BYTES"

Result: TypeAlias = tuple[list[TableSaved], PairFinished]
Task: TypeAlias = "distributed.Future[Result]"


class SharedStore(TableStore, Protocol):
    """A store in a folder that all workers see; it can be sent to them."""

    def with_threads(self, threads: int) -> Self:
        """Return the same store, read and written on another number of threads."""

    def mark(self) -> AbstractContextManager[Path]:
        """Keep a file of a unique name in the folder for the time of a run."""

    def remove_leftovers(self) -> None:
        """Delete what killed workers left behind; only under the lock."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the workers are: at a scheduler, or on this machine, ``workers`` of them."""

    text: str
    workers: int | None = None


def parse_address(text: str) -> Address:
    """Read ``tcp://HOST:PORT``, ``tls://HOST:PORT`` or ``local:N``.

    >>> parse_address("local:2")
    Address(text='local:2', workers=2)

    Raises `NotationError`.
    """
    if local := re.fullmatch(r"local:([1-9][0-9]{0,3})", text):
        return Address(text, int(local[1]))
    host = r"\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+"
    remote = re.fullmatch(rf"(?:tcp|tls)://(?:{host}):([0-9]{{1,5}})", text)
    if remote and 0 < int(remote[1]) < 1 << 16:
        return Address(text)
    raise NotationError(
        f"{text!r} is no address of a cluster; write tcp://HOST:PORT, or local:N to start N "
        "workers on this machine"
    )


def solve_on_cluster(
    address: Address,
    plan: Plan,
    store: SharedStore,
    threads: int | None = None,
    memory: int | None = None,
    listener: Listener = lambda _: None,
) -> None:
    """Carry out a plan on a cluster; finished pairs stay finished whatever happens later.

    A pair runs on ``threads`` threads, by default on as many as its worker has. ``memory`` bounds
    what this machine's workers share, or what a pair may take elsewhere.
    """
    store.release(plan.still_needed())
    if plan.finished:
        return
    try:
        with (
            silence_logging_cmgr(logging.CRITICAL),
            _workers(address, plan, memory) as workers,
            _connect(workers.address if workers else address.text) as client,
            store.mark() as mark,
        ):
            _Run(address, client, workers, plan, store, threads, mark, listener).carry_out()
    except (CancelledError, CommClosedError) as error:
        raise MerelsError(
            f"the cluster at {address.text!r} has gone; what was done is kept, and the same "
            "command goes on from there"
        ) from error
    finally:
        store.remove_leftovers()
    store.release(plan.still_needed())


@contextmanager
def _workers(address: Address, plan: Plan, memory: int | None) -> Iterator[LocalWorkers | None]:
    """Start the workers that are to run on this machine, if any; check what can be checked now."""
    if address.workers is None:
        if memory is not None:
            check_memory(plan, memory)
        yield None
        return
    whole = available_memory() if memory is None else memory
    largest = max(plan.pairs, key=memory_need)
    need = memory_need(largest)
    share = need if whole is None else whole // address.workers
    if need > share:
        raise MerelsError(
            f"table {largest[0].name} needs {format_bytes(need)} of memory, and each of "
            f"{address.workers} workers would have {format_bytes(share)}; start fewer workers"
        )
    compile_kernels()
    with LocalWorkers(address.workers, {MEMORY: share}) as workers:
        yield workers


@contextmanager
def _connect(address: str) -> Iterator[distributed.Client]:
    try:
        client = distributed.Client(address, timeout=CONNECTING_SECONDS)
    except (OSError, ValueError) as error:
        raise MerelsError(
            f"no cluster answers at {address!r} within {CONNECTING_SECONDS:g} seconds; start one "
            "with: dask scheduler"
        ) from error
    with client:
        yield client


@dataclass(slots=True)
class _Run:
    """The effects that the plan asks for, on a cluster."""

    address: Address
    client: distributed.Client
    workers: LocalWorkers | None
    plan: Plan
    store: SharedStore
    threads: int | None
    mark: Path
    listener: Listener
    running: dict[Task, Pair] = field(default_factory=dict)
    progress: SimpleQueue[bytes] = field(default_factory=SimpleQueue)

    def carry_out(self) -> None:
        """Solve pair after pair, side by side where the plan allows."""
        self._await_workers(self.plan.pairs)
        self._check_versions()
        self.client.subscribe_topic(self.mark.stem, lambda event: self.progress.put(event[1]))
        while not self.plan.finished:
            for pair in self.plan.ready():
                self.plan.start(pair)
                self.listener(PairStarted(pair, memory_need(pair)))
                self.running[self._submit(pair)] = pair
            for task in self._await_some():
                self._finish(self.running.pop(task), task)

    def _check_versions(self) -> None:
        found: Any = self.client.get_versions(packages=["merels"])
        ours = found["client"]["packages"]["merels"]
        places = {f"the worker at {name}": state for name, state in found["workers"].items()}
        for place, state in {"the scheduler": found["scheduler"], **places}.items():
            theirs = state["packages"]["merels"]
            if theirs != ours:
                raise MerelsError(
                    f"{place} has {f'Merels {theirs}' if theirs else 'no Merels'}, and this run "
                    f"has {ours}; install the same on every machine of the cluster"
                )

    def _submit(self, pair: Pair) -> Task:
        return self.client.submit(
            solve_on_worker,
            pair,
            self.store,
            self.threads,
            self.mark,
            key=f"{pair[0].name}-{self.mark.stem}",
            resources={MEMORY: memory_need(pair)},
            pure=False,
        )

    def _finish(self, pair: Pair, task: Task) -> None:
        try:
            saved, finished = task.result()
        except distributed.KilledWorker as error:
            raise MerelsError(
                f"table {pair[0].name}: {error.allowed_failures + 1} workers died while they "
                "solved it; their logs may say why"
            ) from None
        for event in saved:
            self.listener(event)
        self.plan.finish(pair)
        self.store.release(self.plan.still_needed())
        self.listener(finished)

    def _await_some(self) -> set[Task]:
        """Wait until a pair is done; meanwhile tell of progress and look after the workers."""
        done: set[Task] = set()
        while not done:
            try:
                done = distributed.wait(
                    list(self.running), timeout=POLLING_SECONDS, return_when="FIRST_COMPLETED"
                ).done
            except TimeoutError:
                self._await_workers(self.running.values())
            self._tell_progress()
        return done

    def _tell_progress(self) -> None:
        while not self.progress.empty():
            progress: Progress = pickle.loads(self.progress.get())
            if pair_of(progress.key) in self.running.values():  # else it comes too late
                self.listener(progress)

    def _await_workers(self, pairs: Collection[Pair]) -> None:
        """Wait until there is a worker for each of some pairs.

        Raises `MerelsError` after some time: dask itself would wait for ever.
        """
        largest = max(pairs, key=memory_need)
        deadline = time.monotonic() + WORKERS_SECONDS
        while True:
            if self.workers is not None:
                self.workers.replace_dead()
            problem = self._find_problem(largest)
            if problem is None:
                return
            if time.monotonic() > deadline:
                raise MerelsError(problem)
            time.sleep(0.1)

    def _find_problem(self, pair: Pair) -> str | None:
        """Return why no worker can take a pair, or None."""
        workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        offers = [offer for worker in workers if (offer := worker["resources"].get(MEMORY))]
        start = "start one with: " + START_A_WORKER.format(address=self.address.text)
        if not workers:
            return f"the cluster at {self.address.text!r} has no workers; {start}"
        if not offers:
            return f"no worker of {self.address.text!r} offers {MEMORY}; {start}"
        if max(offers) < memory_need(pair):
            return (
                f"table {pair[0].name} needs {format_bytes(memory_need(pair))} of memory, and the "
                f"largest worker of {self.address.text!r} offers {format_bytes(int(max(offers)))}"
            )
        return None


def solve_on_worker(pair: Pair, store: SharedStore, threads: int | None, mark: Path) -> Result:
    """Solve a pair; what a task of the cluster does."""
    worker: Any = distributed.get_worker()
    if not mark.exists():
        raise MerelsError(
            f"the worker at {worker.address} does not share the folder {str(mark.parent)!r}: all "
            "workers must see it under this name"
        )
    saved = []

    def listen(event: Event) -> None:
        if isinstance(event, TableSaved):
            saved.append(event)
        else:
            worker.log_event(mark.stem, pickle.dumps(event))
        if not mark.exists():
            raise MerelsError("the run has ended")  # and nobody waits for this pair

    threads = threads or int(worker.state.nthreads)
    finished = solve_pair(pair, store.with_threads(threads), threads, listen)
    return saved, finished
