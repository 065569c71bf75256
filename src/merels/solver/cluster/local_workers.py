"""Dask workers on this machine, each a process of its own."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import distributed

from merels._machine import count_processors
from merels.rules.variant import Variant
from merels.solver.parts import PartsJoiner, cut_table, rate_part
from merels.solver.run import MemoryStore, solve_pair
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan
from merels.values.layout.statistics import gather_statistics


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
        """Start a worker for each one that has died."""
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
    # The smallest placing table that needs a pair that needs another pair, with those two.
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
