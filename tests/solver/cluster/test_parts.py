"""Placing tables that several workers of a cluster share."""

import itertools
import shutil
import signal
from contextlib import ExitStack

import psutil
import pytest
from cluster_processes import Scheduler, files_of
from rules_oracle import random_tables
from small_opening import THREE_MEN, solved_opening

from merels._files import DRAFT_SUFFIX
from merels.errors import MerelsError
from merels.solver import parts as placing_parts
from merels.solver.cluster import run as cluster
from merels.solver.cluster.run import parse_address, solve_on_cluster
from merels.solver.parts import cut_table
from merels.solver.run import PairFinished, PairStarted, RunStore, TableSaved, solve_tables
from merels.solver.workspace import Progress
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair, Plan, all_tables

SMALL = TableKey(3, 3, 5, 5)
LARGE = TableKey(4, 4, 5, 5)
"""It takes a second, so that there is a middle."""

PARTS = 6
"""More than are done before one hears of the first."""


@pytest.fixture(scope="module")
def shared():
    """A cluster that no test damages."""
    with ExitStack() as stack:
        scheduler = Scheduler(stack)
        for _ in range(2):
            scheduler.start_worker()
        scheduler.await_workers(2)
        yield scheduler


@pytest.fixture
def two_workers(shared):
    """The address of the cluster that no test damages."""
    return shared.address


@pytest.fixture
def early_progress(monkeypatch):
    monkeypatch.setattr(cluster, "POLLING_SECONDS", 0.02)


def cut_into(count, monkeypatch):
    """Cut every placing table, however small."""
    monkeypatch.setattr(cluster, "count_parts", lambda *_: count)


def folder_before(key, path):
    """Return a folder with all tables that solving a table needs, with random scores."""
    folder = TableFolder(path)
    for needed, slots in random_tables(key.successors).items():
        folder.save(needed, slots)
    return folder


def solved_alone(key, path):
    """Return the file that a single machine writes for a table."""
    folder = folder_before(key, path / "alone")
    solve_tables(Plan([Pair.of(key)]), folder, threads=2)
    return folder.path_of(key).read_bytes()


def parts_in(path):
    """Return the parts of tables in the folder, without drafts."""
    return sorted(
        file.name for file in path.glob(f"run.*+*{DRAFT_SUFFIX}") if file.name.count(".") == 4
    )


def test_a_whole_game_equals_that_of_a_single_machine(two_workers, tmp_path, monkeypatch):
    alone, together = TableFolder(solved_opening()), TableFolder(tmp_path)
    shutil.copy(alone.path_of(TableKey(3, 3, variant=THREE_MEN)), tmp_path)
    cut_into(3, monkeypatch)
    plan = Plan.for_tables(all_tables(THREE_MEN), together.has)
    assert {pair.first for pair in plan.pairs} == all_placing_tables(THREE_MEN)
    events = []
    solve_on_cluster(parse_address(two_workers), plan, together, listener=events.append)
    assert files_of(together.path) == files_of(alone.path)
    for pair in plan.pairs:
        kinds = [type(event) for event in events if pair == pair_told(event)]
        assert [kind for kind in kinds if kind is not Progress] == [
            PairStarted,
            TableSaved,
            PairFinished,
        ]


def pair_told(event):
    return Pair.of(event.key) if isinstance(event, TableSaved | Progress) else event.pair


def test_a_large_table_is_shared(two_workers, tmp_path, monkeypatch, early_progress):
    monkeypatch.setattr(placing_parts, "SMALLEST_PART", LARGE.index.size // 4)
    folder = folder_before(LARGE, tmp_path / "together")
    progress, seen = [], set()

    def listen(event):
        seen.update(name.split(".", 2)[2] for name in parts_in(folder.path))
        if isinstance(event, Progress):
            progress.append(event)
        if isinstance(event, PairFinished):
            assert event.seconds > 0

    solve_on_cluster(parse_address(two_workers), Plan([Pair.of(LARGE)]), folder, 1, listener=listen)
    assert folder.path_of(LARGE).read_bytes() == solved_alone(LARGE, tmp_path)
    # As many parts as workers, although four would be large enough.
    assert seen == {f"{LARGE.name}.{number}{DRAFT_SUFFIX}" for number in range(2)}
    assert parts_in(folder.path) == []
    # Of both parts together, then of the one that joins them.
    assert [phase for phase, _ in itertools.groupby(p.phase for p in progress)] == [
        "placing",
        "writing",
    ]
    done = [p.slots_done for p in progress if p.phase == "placing"]
    assert done == sorted(done)
    assert done[0] == 0
    assert LARGE.index.size - 2 <= done[-1] <= LARGE.index.size


def test_a_small_table_is_not_shared(two_workers, tmp_path, early_progress):
    folder = folder_before(SMALL, tmp_path / "together")
    seen = []

    def listen(_event):
        seen.extend(parts_in(folder.path))

    solve_on_cluster(parse_address(two_workers), Plan([Pair.of(SMALL)]), folder, listener=listen)
    assert folder.path_of(SMALL).read_bytes() == solved_alone(SMALL, tmp_path)
    assert seen == []


def test_parts_are_next_to_the_exact_tables_if_only_results_are_kept(
    two_workers, tmp_path, monkeypatch
):
    cut_into(2, monkeypatch)
    folder = folder_before(SMALL, tmp_path)
    seen = []

    def listen(event):
        if isinstance(event, TableSaved):
            seen.extend(parts_in(tmp_path / "work"))

    store = RunStore(folder, Kind.WDL, full=True)
    solve_on_cluster(parse_address(two_workers), Plan([Pair.of(SMALL)]), store, listener=listen)
    assert len(seen) == 2
    assert store.is_done(SMALL)
    assert set(files_of(tmp_path)) == {
        folder.path_of(SMALL, Kind.WDL).name,
        *(folder.path_of(key).name for key in SMALL.successors),
    }


class PartKiller:
    """A listener that kills the worker after some parts, in the middle of the next one."""

    def __init__(self, path, find_workers):
        self._path = path
        self._find_workers = find_workers
        self.killed = None
        self.done = {}

    def __call__(self, event):
        parts = {name: identify(self._path / name) for name in parts_in(self._path)}
        if isinstance(event, Progress) and 0 < len(parts) < PARTS and self.killed is None:
            self.done = parts
            (worker,) = self._find_workers()
            worker.send_signal(signal.SIGKILL)
            self.killed = worker.pid
        if isinstance(event, TableSaved):
            assert len(parts) == PARTS
            assert self.done.items() <= parts.items()  # they have not been rated again


def identify(path):
    """Return what identifies a file, so that a test notices if it was written again."""
    return path.stat().st_ino, path.stat().st_mtime_ns


def test_a_killed_worker_loses_one_part(tmp_path, monkeypatch, early_progress):
    cut_into(PARTS, monkeypatch)
    others = psutil.Process().children()
    folder = folder_before(LARGE, tmp_path / "together")

    def find_workers():
        return [child for child in psutil.Process().children() if child not in others]

    killer = PartKiller(folder.path, find_workers)
    solve_on_cluster(parse_address("local:1"), Plan([Pair.of(LARGE)]), folder, 1, listener=killer)
    assert killer.killed is not None
    assert folder.path_of(LARGE).read_bytes() == solved_alone(LARGE, tmp_path)
    assert parts_in(folder.path) == []


def test_parts_of_a_run_that_ends_early_are_removed(
    two_workers, tmp_path, monkeypatch, early_progress
):
    cut_into(PARTS, monkeypatch)
    folder = folder_before(LARGE, tmp_path)
    before = files_of(tmp_path)

    def listen(_event):
        if parts_in(tmp_path):
            raise MerelsError("enough")

    with pytest.raises(MerelsError, match="enough"):
        solve_on_cluster(
            parse_address(two_workers), Plan([Pair.of(LARGE)]), folder, 1, listener=listen
        )
    assert files_of(tmp_path) == before


def test_a_part_that_cannot_be_written_is_named(shared, tmp_path, monkeypatch):
    cut_into(2, monkeypatch)
    folder = folder_before(SMALL, tmp_path)
    with (
        shared.limit_files(cut_table(SMALL, 2, tmp_path)[0].size - 1),
        pytest.raises(MerelsError, match=r"cannot write '.*\.part': File too large"),
    ):
        solve_on_cluster(parse_address(shared.address), Plan([Pair.of(SMALL)]), folder)
    assert not folder.has(SMALL)
