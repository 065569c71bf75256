"""What workers do, on a worker that only records what it receives."""

import pickle
from types import SimpleNamespace

import distributed
import pytest
from rules_oracle import random_tables
from solved import solved_folder

from merels.errors import MerelsError
from merels.solver.cluster.tasks import Order, join_on_worker, rate_on_worker, solve_on_worker
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
    assert all(part.is_rated for part in parts)
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
