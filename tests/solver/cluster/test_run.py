"""Runs on a cluster of real processes, with all kinds of failures."""

import re
import shutil
import signal
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest
from cluster_processes import (
    IMPORTING,
    STARTING_SECONDS,
    DeadlyFolder,
    Killer,
    Scheduler,
    files_of,
    free_port,
    wait_until,
)
from solved import solved_folder

import merels
from merels.cli import main
from merels.errors import MerelsError, NotationError
from merels.solver.cluster import run as cluster
from merels.solver.cluster.run import parse_address, solve_on_cluster
from merels.solver.run import PairFinished, PairStarted, RunStore, TableSaved
from merels.solver.workspace import Progress, format_bytes, memory_need
from merels.values.folder import LOCK_NAME, TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan, all_moving_tables

EIGHT_MEN = 8


@pytest.fixture
def scheduler():
    with ExitStack() as stack:
        yield Scheduler(stack)


@pytest.fixture(scope="module")
def shared():
    """A cluster that no test damages."""
    with ExitStack() as stack:
        scheduler = Scheduler(stack)
        scheduler.start_worker(threads=2)
        scheduler.start_worker(threads=1)
        yield scheduler


@pytest.fixture
def two_workers(shared):
    """The address of the cluster that no test damages."""
    return shared.address


@pytest.fixture(scope="module")
def eight_men(tmp_path_factory):
    """The tables of at most eight men, solved in one process."""
    path = tmp_path_factory.mktemp("eight-men")
    assert main(["solve", "--men", str(EIGHT_MEN), "--tables", str(path)]) == 0
    return files_of(path)


def plan_for(folder, men=EIGHT_MEN):
    return Plan.for_tables(all_moving_tables(men=men), folder.has)


def solve(address, path, *arguments):
    return main(["solve", "--tables", str(path), "--cluster", address, *arguments])


# Addresses


@pytest.mark.parametrize(
    "text",
    ["tcp://localhost:8786", "tls://10.0.0.1:1", "tcp://[::1]:65535", "tcp://a-b.example:80"],
)
def test_addresses_of_schedulers(text):
    assert parse_address(text) == cluster.Address(text)


@pytest.mark.parametrize("count", [1, 2, 64])
def test_addresses_of_this_machine(count):
    assert parse_address(f"local:{count}").workers == count


@pytest.mark.parametrize(
    "text",
    [
        *("", "local", "local:", "local:0", "local:-1", "local:x", "local:2 ", "local:99999"),
        *("localhost:8786", "http://host:80", "tcp://host", "tcp://host:", "tcp://:8786"),
        *("tcp://host:0", "tcp://host:65536", "tcp://host:80/path", "tcp://ho st:80"),
    ],
)
def test_other_addresses_are_rejected_before_anything_is_done(text, tmp_path, capsys):
    with pytest.raises(NotationError, match="is not the address of a cluster"):
        parse_address(text)
    assert main(["solve", "--men", "6", "--tables", str(tmp_path), f"--cluster={text}"]) == 2
    assert capsys.readouterr().err.startswith(f"merels: {text!r} is not the address of a cluster; ")
    assert list(tmp_path.iterdir()) == []


# Runs without trouble


def test_files_equal_those_of_a_single_machine(two_workers, eight_men, tmp_path):
    folder = TableFolder(tmp_path)
    plan = plan_for(folder)
    events = []
    store = RunStore(folder, full=False)
    solve_on_cluster(parse_address(two_workers), plan, store, listener=events.append)
    assert files_of(tmp_path) == eight_men
    assert not (tmp_path / LOCK_NAME).exists()  # the caller takes it, workers never do
    assert plan.finished
    for pair in plan.pairs:
        of_pair = [event for event in events if event_pair(event) == pair]
        kinds = [PairStarted, *[TableSaved for _ in pair.tables], PairFinished]
        assert [type(event) for event in of_pair if not isinstance(event, Progress)] == kinds
        assert {event.phase for event in of_pair if isinstance(event, Progress)} >= {"counting"}
        assert [e.key for e in of_pair if isinstance(e, TableSaved)] == list(pair.tables)
    for event in events:
        if isinstance(event, TableSaved):
            assert event.size == len(eight_men[f"{event.key.name}.mtb"])


def event_pair(event):
    return Pair.of(event.key) if isinstance(event, TableSaved | Progress) else event.pair


def test_pairs_start_only_when_their_tables_exist(two_workers, tmp_path):
    folder = TableFolder(tmp_path)
    missing = []

    def listen(event):
        if isinstance(event, PairStarted):
            needed = [key.capture for key in event.pair.tables if key.enemy > 3]
            missing.extend(key for key in needed if not folder.has(key))

    solve_on_cluster(parse_address(two_workers), plan_for(folder), folder, listener=listen)
    assert missing == []


def test_the_command_solves_on_a_cluster_and_resumes(two_workers, eight_men, tmp_path, capsys):
    assert solve(two_workers, tmp_path, "--men", "7") == 0
    assert solve(two_workers, tmp_path, "--men", "8", "--threads", "2") == 0
    assert files_of(tmp_path) == eight_men
    output, messages = capsys.readouterr()
    assert output == ""
    assert [
        line.split(" solved ")[0].strip() for line in messages.splitlines() if "solved" in line
    ] == [
        "3-3",
        "4-3 and 3-4",
        "4-4",
        "5-3 and 3-5",
    ]
    assert solve(two_workers, tmp_path, "--men", "8") == 0
    assert "Nothing to do" in capsys.readouterr().err


@pytest.mark.parametrize(
    "variant",
    [
        pytest.param("three", marks=pytest.mark.soak),
        "three:placing=any-turn,flying=three-in-all",
    ],
)
def test_other_variants_are_solved_whole(variant, two_workers, tmp_path, capsys):
    """Their tables are in folders of their own; those with place-or-move rules have cycles."""
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert main(["solve", "--variant", variant, "--all", "--tables", str(alone)]) == 0
    assert solve(two_workers, together, "--variant", variant, "--all") == 0
    assert files_of(together) == files_of(alone)
    assert all(name.startswith("three/") for name in files_of(together))
    assert main(["verify", "--variant", variant, "--tables", str(together)]) == 0


def test_a_finished_plan_needs_no_cluster(tmp_path):
    folder = TableFolder(solved_folder())
    plan = plan_for(folder, men=7)
    solve_on_cluster(parse_address(f"tcp://127.0.0.1:{free_port()}"), plan, folder)


def test_results_only(two_workers, tmp_path, capsys):
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert main(["solve", "--wdl", "--men", "7", "--tables", str(alone)]) == 0
    assert solve(two_workers, together, "--wdl", "--men", "7") == 0
    assert files_of(together) == files_of(alone)
    assert set(files_of(alone)) == {"3-3.wdl.mtb", "4-3.wdl.mtb", "3-4.wdl.mtb"}


def test_relative_folders_reach_the_workers(two_workers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert solve(two_workers, "here", "--men", "6") == 0
    assert set(files_of(tmp_path / "here")) == {"3-3.mtb"}


def test_workers_on_this_machine(eight_men, tmp_path):
    others = psutil.Process().children()
    assert solve("local:2", tmp_path, "--men", str(EIGHT_MEN)) == 0
    assert files_of(tmp_path) == eight_men
    assert psutil.Process().children() == others


# Workers that die


PAIR = Plan.for_tables([TableKey(5, 4)], is_done=lambda key: key.total < 9).pairs[0]
"""It takes a second, so that there is a middle."""


@pytest.fixture(scope="module")
def before_the_pair(eight_men, tmp_path_factory):
    path = tmp_path_factory.mktemp("before-the-pair")
    for name, content in eight_men.items():
        (path / name).write_bytes(content)
    return path


@pytest.fixture(scope="module")
def after_the_pair(before_the_pair, tmp_path_factory):
    """What a single process writes."""
    path = tmp_path_factory.mktemp("after-the-pair")
    shutil.copytree(before_the_pair, path, dirs_exist_ok=True)
    assert main(["solve", "--table", "5,4", "--tables", str(path)]) == 0
    return files_of(path)


@pytest.fixture
def folder(before_the_pair, tmp_path, monkeypatch):
    """A folder in which the pair can be solved, with progress reported early."""
    monkeypatch.setattr(cluster, "POLLING_SECONDS", 0.02)
    shutil.copytree(before_the_pair, tmp_path, dirs_exist_ok=True)
    return TableFolder(tmp_path)


def test_a_run_survives_a_killed_worker(scheduler, folder, after_the_pair):
    processes = [scheduler.start_worker() for _ in range(2)]
    workers = [psutil.Process(process.pid) for process in processes]
    killer, store = Killer(lambda: workers), RunStore(folder, full=False)
    solve_on_cluster(
        parse_address(scheduler.address), Plan([PAIR]), store, threads=1, listener=killer
    )
    assert {p.pid: p.poll() for p in processes if p.poll()} == {killer.killed[0]: -signal.SIGKILL}
    assert files_of(folder.path) == after_the_pair


@pytest.mark.soak
def test_a_worker_killed_on_this_machine_is_replaced(folder, after_the_pair):
    others = psutil.Process().children()

    def find_workers():
        return [child for child in psutil.Process().children() if child not in others]

    killer, store = Killer(find_workers), RunStore(folder, full=False)
    solve_on_cluster(parse_address("local:1"), Plan([PAIR]), store, threads=1, listener=killer)
    assert len(killer.killed) == 1
    assert files_of(folder.path) == after_the_pair
    assert find_workers() == []


@pytest.mark.parametrize("more", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_a_pair_that_kills_its_workers_is_given_up(more, tmp_path):
    """After one worker, or after more; the last one lives."""
    with ExitStack() as stack:
        failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(more)}
        scheduler = Scheduler(stack, **failures, **IMPORTING)
        workers = [scheduler.start_worker() for _ in range(more + 2)]
        deadly = DeadlyFolder(tmp_path)
        with pytest.raises(
            MerelsError, match=f"table 3-3: {more + 1} workers died while solving it"
        ):
            solve_on_cluster(
                parse_address(scheduler.address), plan_for(deadly, men=6), deadly, threads=1
            )
        found = sorted(worker.poll() or 0 for worker in workers)
        assert found == [-signal.SIGKILL] * (more + 1) + [0]
    assert files_of(tmp_path) == {}


def test_a_scheduler_that_dies_ends_the_run(scheduler, folder, after_the_pair, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECTING_SECONDS", 2.0)
    scheduler.start_worker()

    def listen(event):
        if isinstance(event, Progress):
            scheduler.process.kill()

    with pytest.raises(MerelsError, match=f"lost the cluster at '{scheduler.address}'"):
        solve_on_cluster(
            parse_address(scheduler.address),
            Plan([PAIR]),
            RunStore(folder, full=False),
            threads=1,
            listener=listen,
        )
    # The worker runs independently and may have finished, but not half of it.
    tables = {path.name: path.read_bytes() for path in folder.path.glob("*.mtb")}
    assert tables.items() <= after_the_pair.items()


def test_unfinished_files_of_dead_workers_are_removed(two_workers, tmp_path):
    folder = TableFolder(tmp_path)

    def listen(event):
        if isinstance(event, PairFinished):
            (tmp_path / "9-9.mtb.0123456789abcdef.part").write_bytes(b"half")

    solve_on_cluster(parse_address(two_workers), plan_for(folder, men=6), folder, listener=listen)
    assert set(files_of(tmp_path)) == {"3-3.mtb"}


# Unsuitable clusters


def test_no_answer_at_the_address(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECTING_SECONDS", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    assert solve(address, tmp_path, "--men", "6") == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == (
        f"merels: no cluster answered at '{address}' within 0.5 seconds; start one with: "
        "dask scheduler"
    )


def test_a_cluster_that_asks_for_certificates(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECTING_SECONDS", 0.5)
    address = f"tls://127.0.0.1:{free_port()}"
    assert solve(address, tmp_path, "--men", "6") == 2
    last = capsys.readouterr().err.splitlines()[-1]
    settings = re.findall("DASK_[A-Z_]*[A-Z]", last)
    assert last.startswith(f"merels: '{address}' needs a certificate; name its files in DASK_")
    page = (Path(__file__).parents[3] / "docs" / "cluster.md").read_text()
    assert "Dask uses no passwords" in page
    assert len(settings) == 3
    assert all(f"export {setting}=" in page for setting in settings)


def test_clusters_without_the_right_workers(scheduler, tmp_path, capsys, monkeypatch):
    """One cluster that grows: no worker, one without memory, a small one, one large enough."""
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", 0.0)

    def complaint():
        assert solve(scheduler.address, tmp_path, "--men", "6") == 2
        return capsys.readouterr().err.splitlines()[-1]

    start = f"dask worker {scheduler.address} --memory-limit 0 --resources MEMORY=BYTES"
    assert complaint() == (
        f"merels: the cluster at '{scheduler.address}' has no workers; start one with: {start}"
    )
    scheduler.start_worker(memory=None)
    expected = f"no worker of '{scheduler.address}' offers MEMORY; start one with: {start}"
    wait_until(lambda: complaint() == f"merels: {expected}")
    scheduler.start_worker(memory=1 << 20)
    expected = f"the largest worker of '{scheduler.address}' offers 1.0 MiB"
    wait_until(lambda: complaint().endswith(f"; {expected}"))
    need = format_bytes(memory_need(Pair.of(TableKey(3, 3))))
    assert complaint().startswith(f"merels: table 3-3 needs {need} of memory; ")
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", STARTING_SECONDS)
    scheduler.start_worker()
    assert solve(scheduler.address, tmp_path, "--men", "6") == 0


@pytest.mark.parametrize(
    ("address", "memory", "message"),
    [
        ("local:4", "1G", "each of 4 workers would have 256.0 MiB; start fewer workers"),
        ("tcp://127.0.0.1:1", "256M", "--memory allows 256.0 MiB"),
    ],
)
def test_too_little_memory_is_rejected_at_once(address, memory, message, tmp_path, capsys):
    assert solve(address, tmp_path, "--men", "6", "--memory", memory) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("merels: table 3-3 needs ")
    assert message in last


class ElsewhereFolder(TableFolder):
    """A folder whose mark the workers do not see, as if it were not shared."""

    @contextmanager
    def mark(self):
        yield self.path / "run.elsewhere.part"

    def __reduce__(self):
        return TableFolder, (self.path, self.threads)


def test_a_folder_that_is_not_shared_is_noticed(two_workers, tmp_path):
    folder = ElsewhereFolder(tmp_path)
    with pytest.raises(MerelsError, match="does not share the folder") as caught:
        solve_on_cluster(parse_address(two_workers), plan_for(folder, men=6), folder)
    assert repr(str(tmp_path)) in str(caught.value)
    assert files_of(tmp_path) == {}


WITH_ANOTHER_VERSION = """
import importlib.metadata, runpy, sys
true = importlib.metadata.version
importlib.metadata.version = lambda name: {found} if name == "merels" else true(name)
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize(("found", "words"), [("'0.0'", "Merels 0.0"), ("None", "no Merels")])
def test_workers_of_another_version_are_noticed(scheduler, found, words, tmp_path):
    launcher = (sys.executable, "-c", WITH_ANOTHER_VERSION.format(found=found))
    scheduler.start_worker(launcher=launcher)
    folder = TableFolder(tmp_path)
    message = f"the worker at tcp://.* has {words}, but this run has {merels.__version__}; install"
    with pytest.raises(MerelsError, match=message):
        solve_on_cluster(parse_address(scheduler.address), plan_for(folder, men=6), folder)
    assert files_of(tmp_path) == {}


# Errors of tasks


def test_a_corrupt_table_is_named(two_workers, tmp_path, capsys):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    folder = TableFolder(tmp_path)
    path = folder.path_of(TableKey(3, 4))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert solve(two_workers, tmp_path, "--table", "4,4") == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith(f"merels: {path}: block ")
    assert last.endswith("the bytes do not match their checksum")
    assert not folder.has(TableKey(4, 4))


def test_a_full_disk_is_reported_and_the_run_resumes_once_there_is_room(
    shared, eight_men, tmp_path, capsys
):
    with shared.limit_files(len(eight_men["3-4.mtb"]) - 1):
        assert solve(shared.address, tmp_path, "--men", "7") == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"merels: cannot write '{tmp_path / '3-4.mtb'}': File too large"
    assert set(files_of(tmp_path)) == {"3-3.mtb", "4-3.mtb", "work/4-3.mtb"}
    assert solve(shared.address, tmp_path, "--men", "7") == 0
    files = files_of(tmp_path)
    assert files == {name: eight_men[name] for name in ("3-3.mtb", "3-4.mtb", "4-3.mtb")}
