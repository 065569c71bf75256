"""Carrying out a plan on a cluster, by dask workers that share a folder.

This process holds the folder's lock and decides from the plan what may start. A pair is one task; a
large placing table is several tasks, the last of which joins the parts that the other tasks have
rated. Workers keep nothing: they read the tables that a task needs from the folder, and write their
results to it, whole or not at all. So a worker may die at any time; another worker starts its task
again.
"""

from __future__ import annotations

import logging
import pickle
import re
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

import distributed
from distributed.comm.core import CommClosedError
from distributed.utils import silence_logging_cmgr

from merels._system import available_memory
from merels.errors import MerelsError, NotationError
from merels.solver.cluster.workers import (
    LocalWorkers,
    Message,
    Order,
    Result,
    SharedStore,
    compile_kernels,
    join_on_worker,
    rate_on_worker,
    solve_on_worker,
)
from merels.solver.parts import Part, PartsJoiner, count_parts, cut_table
from merels.solver.run import Listener, PairStarted, check_memory
from merels.solver.workspace import format_bytes, memory_need
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan

MEMORY: Final = "MEMORY"
"""The resource that workers offer and tasks take, in bytes."""

CERTIFICATES: Final = (
    "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)
"""The settings of Dask for clients of clusters that ask for certificates."""

CONNECTING_SECONDS: Final = 10.0
WORKERS_SECONDS: Final = 30.0
"""How long to wait for a worker that is large enough."""

POLLING_SECONDS: Final = 0.5

START_A_WORKER: Final = "dask worker {address} --memory-limit 0 --resources MEMORY=BYTES"

Task: TypeAlias = "distributed.Future[Result]"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the workers are: at a scheduler, or on this machine, ``workers`` of them."""

    text: str
    workers: int | None = None


def parse_address(text: str) -> Address:
    """Parse ``tcp://HOST:PORT``, ``tls://HOST:PORT`` or ``local:N``.

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
        f"{text!r} is not the address of a cluster; write tcp://HOST:PORT, or local:N to start N "
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
    """Carry out a plan on a cluster; pairs that are finished stay finished, whatever happens later.

    A pair runs on ``threads`` threads, by default on all threads of its worker. ``memory`` limits
    what workers on this machine share, or what a pair may take on other machines.
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
            order = Order(store, threads, mark)
            _Run(address, client, workers, plan, order, listener).carry_out()
    except (CancelledError, CommClosedError) as error:
        raise MerelsError(
            f"lost the cluster at {address.text!r}; finished tables are kept, and the same command "
            "continues from there"
        ) from error
    finally:
        store.remove_leftovers()
    store.release(plan.still_needed())


@contextmanager
def _workers(address: Address, plan: Plan, memory: int | None) -> Iterator[LocalWorkers | None]:
    """Start the workers that run on this machine, if any, and check the memory."""
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
            f"table {largest.first.name} needs {format_bytes(need)} of memory, but each of "
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
            f"no cluster answered at {address!r} within {CONNECTING_SECONDS:g} seconds; start one "
            "with: dask scheduler"
        ) from error
    except TypeError as error:  # how Dask reports missing certificates
        raise MerelsError(
            f"{address!r} needs a certificate; name its files in {CERTIFICATES}"
        ) from error
    with client:
        yield client


@dataclass(slots=True)
class _Run:
    """One run on a cluster: the effects that the plan asks for."""

    address: Address
    client: distributed.Client
    workers: LocalWorkers | None
    plan: Plan
    order: Order
    listener: Listener
    running: dict[Task, Pair] = field(default_factory=dict)
    parts: dict[Pair, list[Part]] = field(default_factory=dict)
    done: dict[TableKey, dict[int, int]] = field(default_factory=dict)  # of each part, in slots
    messages: SimpleQueue[bytes] = field(default_factory=SimpleQueue)

    def carry_out(self) -> None:
        """Solve all pairs, side by side if the plan allows."""
        self._await_workers(self.plan.pairs)
        self._check_versions()
        self.client.subscribe_topic(self.order.topic, lambda event: self.messages.put(event[1]))
        while not self.plan.finished:
            ready = self.plan.ready()
            under_way = sum(pair.slots for pair in [*ready, *self.running.values()])
            for pair in ready:
                self.plan.start(pair)
                self.listener(PairStarted(pair, memory_need(pair)))
                self.running[self._begin(pair, under_way)] = pair
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
                    f"{place} has {f'Merels {theirs}' if theirs else 'no Merels'}, but this run "
                    f"has {ours}; install the same version on every machine of the cluster"
                )

    def _begin(self, pair: Pair, under_way: int) -> Task:
        """Submit the tasks that solve a pair; return the last of them."""
        name, need = pair.first.name, memory_need(pair)
        count = 1
        if pair.is_placing:
            workers = sum(offer >= need for offer in self._offers())
            count = count_parts(pair.slots, under_way, max(1, workers))
        if count == 1:
            return self._submit(name, need, pair.slots, solve_on_worker, pair)
        parts = self.parts[pair] = cut_table(pair.first, count, self.order.mark)
        seconds = [
            self._submit(f"{name}.{part.number}", part.memory, part.size, rate_on_worker, part)
            for part in parts
        ]
        need = PartsJoiner.memory(pair.first)
        return self._submit(name, need, pair.slots, join_on_worker, parts, seconds)

    def _submit(
        self, name: str, memory: int, slots: int, function: Callable[..., Any], *arguments: Any
    ) -> Task:
        """Submit a task; of the tasks that can run, the largest run first."""
        return self.client.submit(
            function,
            self.order,
            *arguments,
            key=f"{name}-{self.order.topic}",
            resources={MEMORY: memory},
            priority=slots,
            pure=False,
        )

    def _finish(self, pair: Pair, task: Task) -> None:
        try:
            saved, finished = task.result()
        except distributed.KilledWorker as error:
            raise MerelsError(
                f"table {pair.first.name}: {error.allowed_failures + 1} workers died while solving "
                "it; their logs may say why"
            ) from None
        for event in saved:
            self.listener(event)
        self.plan.finish(pair)
        # The worker that joins the parts does not delete them: if it dies, another worker needs
        # them.
        for part in self.parts.pop(pair, []):
            part.path.unlink(missing_ok=True)
        self.done.pop(pair.first, None)
        self.order.store.release(self.plan.still_needed())
        self.listener(finished)

    def _await_some(self) -> set[Task]:
        """Wait until a pair is done; meanwhile report progress and watch the workers."""
        done: set[Task] = set()
        while not done:
            try:
                done = distributed.wait(
                    list(self.running), timeout=POLLING_SECONDS, return_when="FIRST_COMPLETED"
                ).done
            except TimeoutError:
                self._await_workers(self.running.values())
            self._report_progress()
        return done

    def _report_progress(self) -> None:
        while not self.messages.empty():
            message: Message = pickle.loads(self.messages.get())
            part, progress = message
            if Pair.of(progress.key) not in self.running.values():
                continue  # too late
            if part is not None:
                done = self.done.setdefault(progress.key, {})
                done[part] = progress.slots_done
                progress = replace(progress, phase="placing", slots_done=sum(done.values()))
            self.listener(progress)

    def _await_workers(self, pairs: Collection[Pair]) -> None:
        """Wait until there is a worker large enough for each of some pairs.

        Raises `MerelsError` after `WORKERS_SECONDS`: dask itself would wait forever.
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
        """Return why no worker can take a pair, or None if one can."""
        offers = self._offers()
        start = "start one with: " + START_A_WORKER.format(address=self.address.text)
        if not offers:
            return f"the cluster at {self.address.text!r} has no workers; {start}"
        if not any(offers):
            return f"no worker of {self.address.text!r} offers {MEMORY}; {start}"
        if max(offers) < memory_need(pair):
            return (
                f"table {pair.first.name} needs {format_bytes(memory_need(pair))} of memory; the "
                f"largest worker of {self.address.text!r} offers {format_bytes(max(offers))}"
            )
        return None

    def _offers(self) -> list[int]:
        """Return the bytes that each worker offers, 0 if it does not say."""
        workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        return [int(worker["resources"].get(MEMORY, 0)) for worker in workers]
