"""What workers do, on a worker that only records what it receives."""

import pickle
import subprocess
import sys
from types import SimpleNamespace

import distributed
import pytest
from rules_oracle import random_tables
from solved import solved_folder

from merels.errors import MerelsError
from merels.solver.cluster.workers import Order, join_on_worker, rate_on_worker, solve_on_worker
from merels.solver.parts import cut_table
from merels.solver.placing import PlacingSolver
from merels.solver.run import MemoryStore, PairFinished, TableSaved
from merels.solver.workspace import Progress
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

MOVING = Pair.of(TableKey(3, 3))
PLACING = TableKey(3, 3, 6, 6)


class Worker:
    """Stands in for the worker of a cluster."""

    address = "tcp://worker:1"
    state = SimpleNamespace(nthreads=3)

    def __init__(self):
        self.logged = []

    def log_event(self, topic, message):
        self.logged.append((topic, *pickle.loads(message)))


@pytest.fixture
def worker(monkeypatch):
    worker = Worker()
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    return worker


class Folder(TableFolder):
    """A folder that remembers with how many threads it was used."""

    asked = ()

    def with_threads(self, threads):
        self.asked += (threads,)
        return super().with_threads(threads)


@pytest.fixture
def order(tmp_path):
    folder = Folder(tmp_path)
    with folder.mark() as mark:
        yield Order(folder, 2, mark)


def test_a_pair_is_solved_and_saved(worker, order):
    saved, finished = solve_on_worker(order, MOVING)
    path = order.store.path_of(MOVING.first)
    assert path.read_bytes() == (solved_folder() / path.name).read_bytes()
    assert saved == [TableSaved(MOVING.first, path.stat().st_size)]
    assert isinstance(finished, PairFinished)
    assert finished.pair == MOVING


def test_progress_is_sent_under_the_name_of_the_run(worker, order):
    solve_on_worker(order, MOVING)
    assert {topic for topic, *_ in worker.logged} == {order.mark.stem} == {order.topic}
    assert {part for _, part, _ in worker.logged} == {None}
    assert all(isinstance(event, Progress) for *_, event in worker.logged)


@pytest.mark.parametrize(("threads", "expected"), [(2, 2), (None, 3)])
def test_a_task_uses_its_threads_or_all_of_the_worker(worker, order, threads, expected):
    solve_on_worker(Order(order.store, threads, order.mark), MOVING)
    assert order.store.asked == (expected,)


def test_parts_are_rated_and_joined(worker, order):
    tables = random_tables(PLACING.successors)
    for key, slots in tables.items():
        order.store.save(key, slots)
    parts = cut_table(PLACING, 2, order.mark)
    rated = [rate_on_worker(order, part) for part in parts]
    assert all(part.path.exists() for part in parts)
    assert {part for _, part, _ in worker.logged} == {0, 1}
    worker.logged.clear()
    saved, finished = join_on_worker(order, parts, rated)
    assert {(part, event.phase) for _, part, event in worker.logged} == {(None, "writing")}
    assert [event.key for event in saved] == [PLACING]
    assert (finished.pair, finished.edges) == (Pair.of(PLACING), 0)
    assert finished.seconds > max(rated) > 0
    whole = MemoryStore()
    whole.tables.update(tables)
    ((_, expected),) = PlacingSolver(PLACING, whole, 2).solve()
    assert (order.store.load_slots(PLACING) == expected).all()


def test_a_worker_that_does_not_see_the_folder_is_named(worker, order):
    order.mark.unlink()
    with pytest.raises(MerelsError, match="the worker at tcp://worker:1 does not share") as caught:
        solve_on_worker(order, MOVING)
    assert repr(str(order.store.path)) in str(caught.value)
    assert list(order.store.path.iterdir()) == []


def test_a_task_stops_once_its_run_has_ended(worker, order, monkeypatch):
    def log_event(_topic, _message):
        order.mark.unlink()

    monkeypatch.setattr(worker, "log_event", log_event)
    with pytest.raises(MerelsError, match="the run has ended"):
        solve_on_worker(order, MOVING)
    assert list(order.store.path.iterdir()) == []


# Workers on this machine: what the tests of whole runs do not cover.

# Counts the compiled forms of all kernels, before and after a run that needs every one of them.
COMPILE_THEN_SOLVE = """
import sys
from pathlib import Path
from merels import Variant
from merels.cli import main
from merels.solver.cluster.workers import compile_kernels
from merels.solver.parts import PartsJoiner, cut_table, rate_part
from merels.values.layout.plan import Plan, all_tables
from merels.solver.run import solve_tables
from merels.values.layout.key import TableKey
from merels.values.folder import TableFolder

THREE_MEN = Variant(men=3)

def solve_in_parts(key, folder):
    parts = cut_table(key, 2, folder.path / "run.part")
    for part in parts:
        rate_part(part, folder, threads=2)
    for table, slots in PartsJoiner(parts, folder, threads=2).solve():
        folder.save(table, slots)

def compiled_forms():
    return {
        f"{kernel.__module__}.{kernel.__name__}": len(kernel.signatures)
        for name, module in list(sys.modules.items())
        if name.startswith("merels.")
        for kernel in vars(module).values()
        if hasattr(kernel, "signatures") and hasattr(kernel, "py_func")
    }

compile_kernels()
before = compiled_forms()
assert sum(before.values()) > 5, before
assert main(["solve", "--men", "8", "--tables", sys.argv[1]]) == 0
folder = TableFolder(Path(sys.argv[1]), threads=2)
solve_tables(Plan.for_tables(all_tables(THREE_MEN), folder.has), folder, threads=2)
solve_in_parts(TableKey(2, 3, 1, 0, THREE_MEN), folder)
after = compiled_forms()
print(sorted(name for name in after if after[name] != before.get(name, 0)))
"""


def test_kernels_are_compiled_before_workers_start(tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", COMPILE_THEN_SOLVE, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "[]\n"
