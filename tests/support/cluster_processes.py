"""Clusters of real processes on this machine, and listeners that kill their workers."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import distributed
from busy import busy_seconds

from merels.solver.cluster.run import MEMORY
from merels.solver.run import PairStarted
from merels.solver.workspace import Progress
from merels.values.folder import LOCK_NAME, TableFolder

ENOUGH = 4 << 30
STARTING_SECONDS = 300


@contextmanager
def process(module, *arguments, launcher=(sys.executable, "-m"), **options):
    """Run a dask command; kill it at the end if necessary."""
    command = [*launcher, f"distributed.cli.{module}", *map(str, arguments)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet, **options) as running:
        try:
            yield running
        finally:
            running.kill()


def wait_until(condition, seconds=STARTING_SECONDS):
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)
    return found


class Scheduler:
    """A scheduler and its workers, each a process, with more variables in their environment."""

    def __init__(self, stack, **environment):
        self._stack = stack
        self.workers = []
        self._environment = os.environ | environment
        # It chooses its port: one that a test finds free may be another's by the time it starts.
        file = Path(stack.enter_context(TemporaryDirectory())) / "scheduler.json"
        self.process = stack.enter_context(
            process(
                "dask_scheduler",
                *("--host", "127.0.0.1", "--port", 0, "--scheduler-file", file, "--no-dashboard"),
                env=self._environment,
            )
        )
        self.address = wait_until(lambda: read_address(file))

    def start_worker(self, memory=ENOUGH, threads=1, **options):
        offer = () if memory is None else ("--resources", f"{MEMORY}={memory}")
        worker = self._stack.enter_context(
            process(
                "dask_worker",
                *(self.address, "--nthreads", threads, "--memory-limit", 0, *offer),
                *("--no-nanny", "--no-dashboard"),
                env=self._environment,
                **options,
            )
        )
        self.workers.append(worker)
        return worker

    @contextmanager
    def limit_files(self, size):
        """Let workers write no file of more bytes, as on a full disk; later there is room."""
        before = [resource.prlimit(each.pid, resource.RLIMIT_FSIZE) for each in self.workers]
        for worker, (_, most) in zip(self.workers, before, strict=True):
            resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (size, most))
        try:
            yield
        finally:
            for worker, limits in zip(self.workers, before, strict=True):
                resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, limits)

    def await_workers(self, count):
        with distributed.Client(self.address) as client:
            client.wait_for_workers(count, timeout=STARTING_SECONDS)


def read_address(file):
    """Return the address that a scheduler has written, None as long as it has not."""
    with suppress(OSError, ValueError):
        return json.loads(file.read_text())["address"]
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def files_of(path):
    """Return the contents of all files except the lock, also of the folders of other variants."""
    files = (file for file in path.rglob("*") if file.is_file() and file.name != LOCK_NAME)
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


class DeadlyFolder(TableFolder):
    """A folder that kills whoever saves a table; a cluster that is sent one needs `IMPORTING`."""

    def save(self, key, slots):
        os.kill(os.getpid(), signal.SIGKILL)

    def with_threads(self, threads):
        return DeadlyFolder(self.path, threads, self.files)


IMPORTING = {"PYTHONPATH": str(Path(__file__).parent)}
"""What the environment of a cluster needs to import this module."""


class Killer:
    """A listener that kills the worker of a pair halfway."""

    def __init__(self, find_workers):
        self._find_workers = find_workers
        self._idle = {}
        self.killed = []

    def __call__(self, event):
        if isinstance(event, PairStarted):
            self._idle = {worker.pid: busy_seconds(worker) for worker in self._find_workers()}
        if isinstance(event, Progress) and event.phase != "loading":
            self._kill()

    def _kill(self):
        alive = [worker for worker in self._find_workers() if worker.pid not in self.killed]
        if not alive:
            return  # progress of the killed worker; the next one is not up yet
        worker = max(alive, key=self._work_of)
        if not self.killed and self._work_of(worker) > 0.2:
            worker.send_signal(signal.SIGKILL)
            self.killed.append(worker.pid)

    def _work_of(self, worker):
        return busy_seconds(worker) - self._idle.get(worker.pid, 0.0)
