"""The tables of a run, and those that are left out, computed from what their moves lead to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from merels.errors import CorruptTableError, MissingTableError
from merels.solver.kernels.width import Scores
from merels.solver.loading import TableSource, solve_in_width
from merels.solver.moving import MovingSolver
from merels.solver.placing import PlacingSolver
from merels.solver.workspace import Workspace
from merels.values.folder import TableFolder, digest_slots, missing_message
from merels.values.format.header import Header, Kind
from merels.values.layout.homes import WORK_FOLDER
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair
from merels.values.layout.statistics import gather_statistics


def rebuild_slots(
    key: TableKey, source: TableSource, threads: int, header: Header | None = None
) -> Scores:
    """Return the scores of a table, slot by slot, from its successors' scores.

    With the header of a table that is left out, they have its bytes each. Raises
    `CorruptTableError` if their digest is not the one in the header.
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
            f"table {key.name}, rebuilt from those that its moves lead to, has SHA-256 {found} "
            f"instead of {header.sha256}: one of them is wrong"
        )
    return slots


class RunStore:
    """The tables of a run: of one kind, all of them if ``full``, else the small set.

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
        """Whether other tables can be built on this one: its exact scores are at hand."""
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
        return self._folder.write(self._header_to_stay(header, slots, stored=stored), slots)

    def _header_to_stay(self, header: Header, slots: Scores, *, stored: bool) -> Header:
        if self._kind is Kind.WDL:
            return replace(header, kind=self._kind, stored=stored, score_bytes=1)
        return replace(header, stored=stored, sha256=None if stored else digest_slots(slots))

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
        # In the work folder, so that this is never empty: `release` must not remove it while
        # another process is about to write there.
        with self._work.mark() as path:
            yield path

    def remove_leftovers(self) -> None:
        """Delete what a killed run left behind. The caller holds the lock."""
        self._folder.remove_leftovers()
        self._work.remove_leftovers()
