"""Carrying out a plan on this machine, one pair after the other, and the tables of a run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeAlias

from merels._system import available_memory
from merels.errors import CorruptTableError, MerelsError, MissingTableError
from merels.solver.kernels.rating import Scores
from merels.solver.moving import MovingSolver
from merels.solver.placing import PlacingSolver
from merels.solver.workspace import (
    Progress,
    TableSource,
    Workspace,
    format_bytes,
    memory_need,
    solve_in_width,
)
from merels.values.folder import TableFolder, digest_slots, missing_message
from merels.values.format.header import Header, Kind
from merels.values.layout.homes import WORK_FOLDER
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan
from merels.values.layout.statistics import gather_statistics


class TableStore(TableSource, Protocol):
    """Where solved tables are saved and loaded."""

    def save(self, key: TableKey, slots: Scores) -> int:
        """Save a solved table, whole or not at all; return its size in bytes."""

    def release(self, still_needed: set[TableKey]) -> None:
        """Drop tables that were kept only for other tables and are no longer needed."""


class MemoryStore:
    """A store in memory."""

    def __init__(self) -> None:
        self.tables: dict[TableKey, Scores] = {}

    def score_bytes(self, key: TableKey) -> int:
        """Return the bytes of each of a table's scores."""
        return self.tables[key].itemsize

    def load_slots(self, key: TableKey, out: Scores | None = None) -> Scores:
        """Return a copy of a table's scores."""
        if out is None:
            return self.tables[key].copy()
        out[:] = self.tables[key]
        return out

    def save(self, key: TableKey, slots: Scores) -> int:
        """Keep a table."""
        self.tables[key] = slots.copy()
        return slots.nbytes

    def release(self, still_needed: set[TableKey]) -> None:
        """Keep everything."""


@dataclass(frozen=True, slots=True)
class PairStarted:
    """Work on a pair has begun."""

    pair: Pair
    memory: int


@dataclass(frozen=True, slots=True)
class TableSaved:
    """A table is on disk."""

    key: TableKey
    size: int


@dataclass(frozen=True, slots=True)
class PairFinished:
    """A pair is solved, and its tables are on disk."""

    pair: Pair
    seconds: float
    edges: int


Event: TypeAlias = PairStarted | TableSaved | PairFinished | Progress
Listener: TypeAlias = Callable[[Event], None]


def check_memory(plan: Plan, limit: int | None) -> None:
    """Raise `MerelsError` unless every pair of the plan fits into memory.

    ``limit`` is in bytes; None means the free memory of this machine.
    """
    free = available_memory() if limit is None else limit
    for number, pair in enumerate(plan.pairs, start=1):
        need = memory_need(*plan.pairs[:number])
        if free is not None and need > free:
            source = "this machine has" if limit is None else "--memory allows"
            raise MerelsError(
                f"table {pair.first.name} needs {format_bytes(need)} of memory and {source} "
                f"{format_bytes(free)}; solve fewer tables (--men), or set the limit with --memory"
            )


def solve_pair(
    pair: Pair,
    store: TableStore,
    threads: int,
    listener: Listener = lambda _: None,
    workspace: Workspace | None = None,
) -> PairFinished:
    """Solve one pair and save its tables, in the memory of ``workspace`` if scores take one byte.

    If one byte is too few for the longest games, the pair is solved again with two.
    """
    begin = time.perf_counter()
    edges = 0

    def listen(progress: Progress) -> None:
        nonlocal edges
        edges += progress.edges
        listener(progress)

    def solve(space: Workspace) -> None:
        solver = (
            PlacingSolver(pair.first, store, threads, space)
            if pair.is_placing
            else MovingSolver(pair, store, threads, space)
        )
        for key, slots in solver.solve(listen):
            listener(TableSaved(key, store.save(key, slots)))

    solve_in_width(pair, pair.needed, store, solve, workspace)
    return PairFinished(pair, time.perf_counter() - begin, edges)


def solve_tables(
    plan: Plan,
    store: TableStore,
    threads: int,
    memory: int | None = None,
    listener: Listener = lambda _: None,
) -> None:
    """Carry out a plan; pairs that are finished stay finished, whatever happens later."""
    check_memory(plan, memory)
    store.release(plan.still_needed())
    workspace = Workspace(plan.pairs)
    while not plan.finished:
        pair = plan.ready()[0]
        plan.start(pair)
        listener(PairStarted(pair, memory_need(pair)))
        finished = solve_pair(pair, store, threads, listener, workspace)
        plan.finish(pair)
        store.release(plan.still_needed())
        listener(finished)


# The tables of a run, and left-out tables, computed from the tables that their moves lead to.


def rebuild_slots(
    key: TableKey, source: TableSource, threads: int, header: Header | None = None
) -> Scores:
    """Return the scores of a table, slot by slot, from its successors' scores.

    With the header of a left-out table, each score has as many bytes as the header says. Raises
    `CorruptTableError` if their digest is not the digest in the header.
    """

    def rebuild(workspace: Workspace) -> Scores:
        if key.is_placing:
            return next(PlacingSolver(key, source, threads, workspace).solve())[1]
        return MovingSolver(Pair.of(key), source, threads, workspace).rebuild(key)

    slots = solve_in_width(Pair.of(key), key.successors, source, rebuild)
    if header is None:
        return slots
    slots = slots.astype(header.dtype, copy=False)
    if header.sha256 not in (None, found := digest_slots(slots)):
        raise CorruptTableError(
            f"table {key.name}, rebuilt from tables that its moves lead to, has SHA-256 {found} "
            f"instead of {header.sha256}: one of them is wrong"
        )
    return slots


class RunStore:
    """The tables of a run: of one kind, all tables if ``full``, else the small set.

    In the small set a table that is left out has a file without values (`TableKey.is_left_out`).
    Exact scores that the run needs and the folder does not store are kept in a folder of their own,
    ``work``, until nothing needs them any more.
    """

    def __init__(self, folder: TableFolder, kind: Kind = Kind.DISTANCE, *, full: bool) -> None:
        self._folder = folder
        self._kind = kind
        self._full = full
        self._work = TableFolder(folder.path / WORK_FOLDER, folder.threads, folder.files)

    def is_done(self, key: TableKey) -> bool:
        """Whether the folder has the table as this run would write it."""
        if self._full and key.is_left_out:
            return self._folder.stores(key, self._kind)
        return self._folder.has(key, self._kind)

    def is_readable(self, key: TableKey) -> bool:
        """Whether other tables can be built on a table: its exact scores are at hand."""
        if self._is_stored(key):
            return True
        return self._folder.has(key) and all(map(self._is_stored, key.successors))

    def _is_stored(self, key: TableKey) -> bool:
        return self._work.has(key) or self._folder.stores(key)

    def score_bytes(self, key: TableKey) -> int:
        """Return the bytes of each of a table's exact scores."""
        for folder in (self._work, self._folder):
            if folder.has(key):
                return folder.score_bytes(key)
        raise MissingTableError(missing_message(key, self._folder.path))

    def load_slots(self, key: TableKey, out: Scores | None = None) -> Scores:
        """Return the exact scores of a table, in ``out`` if that is given."""
        for folder in (self._work, self._folder):
            if folder.stores(key):
                return folder.load_slots(key, out)
        with self._folder.open(key) as file:
            header = file.header
        slots = rebuild_slots(key, self, self._folder.threads, header)
        if out is None:
            return slots
        out[:] = slots
        return out

    def save(self, key: TableKey, slots: Scores) -> int:
        """Write a solved table; return the size of the file that stays."""
        statistics = gather_statistics(key, slots, self._folder.threads)
        header = Header(key, Kind.DISTANCE, statistics, score_bytes=slots.itemsize)
        stored = self._full or not key.is_left_out
        if not ((stored and self._kind is Kind.DISTANCE) or self.is_readable(key)):
            self._work.write(header, slots)
        if self._kind is Kind.WDL:
            header = replace(header, kind=self._kind, stored=stored, score_bytes=1)
        else:
            digest = None if stored else digest_slots(slots)
            header = replace(header, stored=stored, sha256=digest)
        return self._folder.write(header, slots)

    def release(self, still_needed: set[TableKey]) -> None:
        """Delete the exact tables of this run that nothing will be built on any more.

        Other tables that somebody keeps in a folder ``work`` stay.
        """
        files = self._work.files
        for key in self._work.keys(Kind.DISTANCE):
            if key not in still_needed and self._folder.has(key, self._kind):
                files.unlink(self._work.path_of(key))
        for path in (*self._work.path.glob("*/"), self._work.path):
            if path.is_dir() and not any(path.iterdir()):
                files.remove_folder(path)

    def with_threads(self, threads: int) -> RunStore:
        """Return the same store, read and written on a different number of threads."""
        return RunStore(self._folder.with_threads(threads), self._kind, full=self._full)

    @contextmanager
    def mark(self) -> Iterator[Path]:
        """Keep a file with a unique name in the folder; see `TableFolder.mark`."""
        # In the work folder, so that the folder is never empty: `release` must not remove it while
        # another process is about to write there.
        with self._work.mark() as path:
            yield path

    def remove_leftovers(self) -> None:
        """Delete the files that a killed run left behind. The caller holds the lock."""
        self._folder.remove_leftovers()
        self._work.remove_leftovers()
