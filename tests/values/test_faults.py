"""Every write, sync and rename fails in turn; the next run still ends with the right files.

Tables, the book and a run of the solver are written to a simulated disk, once for each request and
each way in which it may fail. In every case, no incomplete file may have the name of a table or
book, nothing that was reported as done may be lost in a power failure, and the next run must leave
exactly the files of a run without faults.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from made_once import made_once
from simulated_disk import Fault, PowerLoss, SimulatedDisk
from small_opening import THREE_MEN, solved_opening

from merels import MerelsError
from merels.cli.shared.solving import prepare
from merels.site.folder import LOCK_NAME as SITE_LOCK_NAME
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.solver.convert import Form, convert_tables
from merels.solver.run import Event, RunStore, TableSaved, solve_tables
from merels.values.book import bind_book
from merels.values.folder import LOCK_NAME, TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

KEYS = [TableKey.parse_name(f"{name}.3men") for name in ("1-2+2-1", "1-1+2-2", "0-1+3-2")]
"""Each is solved from the one before it."""

TABLE = KEYS[0]

LOT = re.compile("[0-9a-f]{16}")
"""What is drawn by lot in a draft's name."""


@dataclass(frozen=True)
class Scenario:
    """What is written, and what exists before."""

    name: str
    begin: Callable[[Path], object]
    run: Callable[[SimulatedDisk, Path, Callable[[Path], object]], object]
    """Write into a folder; report the paths that are done."""

    whole: str
    """The names of files that must never be seen unless they are whole."""

    def __str__(self) -> str:
        return self.name


def copy_tables(root: Path, *keys: TableKey) -> None:
    for key in keys:
        shutil.copy(TableFolder(solved_opening()).path_of(key), root)


def write_other_table(root: Path) -> None:
    TableFolder(root / "deep" / "down").save(TABLE, np.ones(TABLE.index.size, np.uint8))


def write_table(disk: SimulatedDisk, root: Path, report: Callable[[Path], object]) -> None:
    folder = TableFolder(root / "deep" / "down", files=disk)
    slots = TableFolder(solved_opening()).load_slots(TABLE)
    with folder.lock():
        folder.remove_leftovers()
        folder.save(TABLE, slots)
        report(folder.path_of(TABLE))


def bind(disk: SimulatedDisk, root: Path, report: Callable[[Path], object]) -> None:
    path = root / "small.book"
    bind_book(TableFolder(solved_opening()), path, 2, variant=THREE_MEN, files=disk)
    report(path)


def solve(
    disk: SimulatedDisk,
    root: Path,
    report: Callable[[Path], object],
    *,
    kind: Kind,
    full: bool,
) -> None:
    """Solve two tables from a third, as ``merels solve`` does."""
    folder = TableFolder(root, files=disk)

    def listen(event: Event) -> None:
        if isinstance(event, TableSaved):
            report(folder.path_of(event.key, kind))

    with folder.lock():
        store = RunStore(folder, kind, full=full)
        solve_tables(prepare(store, KEYS[1:]), store, threads=1, listener=listen)


def convert(
    disk: SimulatedDisk, root: Path, report: Callable[[Path], object], *, form: Form
) -> None:
    folder = TableFolder(root, files=disk)
    kind = Kind.WDL if form is Form.WDL else Kind.DISTANCE
    with folder.lock():
        folder.remove_leftovers()
        for converted in convert_tables(folder, form):
            report(folder.path_of(converted.key, kind))


class FewTables(Choice):
    """Three tables, as if they were a whole game."""

    keys = KEYS


def write_site(
    disk: SimulatedDisk,
    root: Path,
    report: Callable[[Path], object],
    *,
    kinds: tuple[Kind, ...] = (Kind.DISTANCE,),
    split: int | None = None,
) -> None:
    site = SiteFolder(root / "site", disk)
    with site.lock():
        choice = FewTables(THREE_MEN, kinds)
        writer = TableWriter(site, TableFolder(solved_opening()), [choice], split)
        writer.write(
            writer.plan(), lambda done: [report(site.tables / name) for name in done.files]
        )


def write_other_site(root: Path) -> None:
    """Leave a site in which every file has another name."""

    def fill(draft: Path) -> None:
        write_site(SimulatedDisk(draft), draft, lambda _: None, kinds=(Kind.WDL,), split=50)

    shutil.copytree(made_once("other-site", fill), root, dirs_exist_ok=True)


SCENARIOS = [
    Scenario("a site over another one", write_other_site, write_site, "*.mst"),
    Scenario("a site in parts", lambda root: None, partial(write_site, split=50), "*.mst.[0-9]"),
    Scenario("a table", lambda root: None, write_table, "*.mtb"),
    Scenario("a table that replaces another one", write_other_table, write_table, "*.mtb"),
    Scenario("a book", lambda root: None, bind, "*.book"),
    Scenario("a book over another one", lambda root: (root / "small.book").touch(), bind, "*.book"),
    *(
        Scenario(
            f"solving, {kind.value}, {'full' if full else 'small'}",
            lambda root: copy_tables(root, KEYS[0]),
            partial(solve, kind=kind, full=full),
            "*.mtb",
        )
        for kind in Kind
        for full in (True, False)
    ),
    *(
        Scenario(
            f"converting to {form}",
            lambda root: copy_tables(root, *KEYS),
            partial(convert, form=form),
            "*.mtb",
        )
        for form in (Form.SMALL, Form.WDL)
    ),
]


def files_below(root: Path) -> dict[str, bytes]:
    """Return the contents of a folder except the lock; subfolders are included, with no bytes."""
    return {
        str(path.relative_to(root)): b"" if path.is_dir() else path.read_bytes()
        for path in root.rglob("*")
        if path.name not in (LOCK_NAME, SITE_LOCK_NAME)
    }


class Trial:
    """One scenario, tried again and again in one folder."""

    def __init__(
        self, scenario: Scenario, root: Path, disk: type[SimulatedDisk] = SimulatedDisk
    ) -> None:
        self._scenario = scenario
        self._root = root
        self._new_disk = disk
        self._tried: set[frozenset[tuple[str, bytes]]] = set()
        self._begin()
        self._before = files_below(root)
        self.requests = self._run(disk(root)).requests
        self._expected = files_below(root)
        assert self._expected != self._before

    def _begin(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)
        self._root.mkdir()
        self._scenario.begin(self._root)

    def _run(self, disk: SimulatedDisk) -> SimulatedDisk:
        self._done: list[Path] = []
        self._scenario.run(disk, self._root, self._done.append)
        return disk

    def fail(self, fault: Fault) -> None:
        """Make every request fail, one in each run."""
        for number in range(len(self.requests)):
            self._begin()
            try:
                self._run(self._new_disk(self._root, fault, number))
            except (MerelsError, OSError):
                pass
            else:
                # No failure may go unnoticed, unless nothing is written after it.
                assert fault is Fault.STAYS_FULL
            self._check_and_run_again()

    def lose_power(self) -> None:
        """Cut the power before each request, and after the last one."""
        for number in range(len(self.requests) + 1):
            self._begin()
            disk = self._new_disk(self._root, Fault.POWER_LOSS, number)
            with suppress(PowerLoss):
                self._run(disk)
            done = list(self._done)
            for layout in disk.layouts():
                disk.start_again(layout)
                found = files_below(self._root)
                for path in done:
                    name = str(path.relative_to(self._root))
                    assert found.get(name) == self._expected[name], f"{name} was done and is gone"
                self._check_and_run_again()

    def _check_and_run_again(self) -> None:
        found = files_below(self._root)
        for path in self._root.rglob(self._scenario.whole):
            name = str(path.relative_to(self._root))
            right = [self._before.get(name), self._exact(name)]
            assert found[name] in right, f"{name} is not whole"
        state = frozenset((LOT.sub("", name), data) for name, data in found.items())
        if state not in self._tried:
            self._run(SimulatedDisk(self._root))
            assert files_below(self._root) == self._expected
            self._tried.add(state)

    def _exact(self, name: str) -> bytes:
        """Return the right bytes of a file, including one that a run deletes at the end."""
        if name in self._expected:
            return self._expected[name]
        source = solved_opening() / Path(name).name
        return source.read_bytes() if source.is_file() else b""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_after_a_failure_the_next_run_ends_with_the_right_files(
    scenario: Scenario, tmp_path: Path
) -> None:
    trial = Trial(scenario, tmp_path / "disk")
    assert {"create", "write", "sync", "rename", "sync folder"} <= set(trial.requests)
    for fault in set(Fault) - {Fault.POWER_LOSS}:
        trial.fail(fault)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_after_a_power_failure_the_next_run_ends_with_the_right_files(
    scenario: Scenario, tmp_path: Path
) -> None:
    Trial(scenario, tmp_path / "disk").lose_power()


class ForgetsBytes(SimulatedDisk):
    """A disk that ignores syncs of files."""

    def sync(self, file: object) -> None:
        self.request("sync")


class ForgetsNames(SimulatedDisk):
    """A disk that ignores syncs of folders."""

    def sync_folder(self, path: Path) -> None:
        self.request("sync folder")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
@pytest.mark.parametrize(
    ("disk", "message"), [(ForgetsBytes, "is not whole"), (ForgetsNames, "was done and is gone")]
)
def test_a_missing_sync_would_be_found(
    scenario: Scenario, disk: type[SimulatedDisk], message: str, tmp_path: Path
) -> None:
    trial = Trial(scenario, tmp_path / "disk", disk)
    with pytest.raises(AssertionError, match=message):
        trial.lose_power()
