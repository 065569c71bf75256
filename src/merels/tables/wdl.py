"""Tables of win, draw or loss alone: solving into them, and shrinking exact tables to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from merels.board.index.dense import Bytes
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey

WORK_FOLDER: Final = "work"


class WdlStore:
    """A store that keeps win/draw/loss files, and exact tables only while others need them."""

    def __init__(self, folder: TableFolder) -> None:
        self._folder = folder
        self._work = TableFolder(folder.path / WORK_FOLDER, folder.threads, folder.files)

    def is_done(self, key: TableKey) -> bool:
        """Whether the win/draw/loss file exists."""
        return self._folder.has(key, Kind.WDL)

    def is_readable(self, key: TableKey) -> bool:
        """Whether there are exact scores for other tables to build on."""
        return self._folder.has(key) or self._work.has(key)

    def load_slots(self, key: TableKey, out: Bytes | None = None) -> Bytes:
        """Return the exact scores of a table, in ``out`` if that is given."""
        return (self._folder if self._folder.has(key) else self._work).load_slots(key, out)

    def save(self, key: TableKey, slots: Bytes) -> int:
        """Write both files; return the size of the one that stays."""
        if not self.is_readable(key):
            self._work.save(key, slots)
        return self._folder.save(key, slots, Kind.WDL)

    def shrink(self, key: TableKey) -> int:
        """Write the win/draw/loss file of an exact table; return its size."""
        return self._folder.save(key, self.load_slots(key), Kind.WDL)

    def release(self, still_needed: set[TableKey]) -> None:
        """Delete the exact tables of this run that nothing will be built on any more."""
        files = self._work.files
        for key in self._work.keys():  # noqa: SIM118 - not a dict
            if key not in still_needed:
                files.unlink(self._work.path_of(key))
        if self._work.path.is_dir() and not any(self._work.path.iterdir()):
            files.remove_folder(self._work.path)

    def with_threads(self, threads: int) -> WdlStore:
        """Return the same store, read and written on a different number of threads."""
        return WdlStore(self._folder.with_threads(threads))

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


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A table that has been shrunk: the bytes of its exact file, and of the new one."""

    key: TableKey
    before: int
    after: int


def tables_to_shrink(folder: TableFolder, *, keep: bool) -> list[TableKey]:
    """Return the exact tables of a folder; with ``keep``, only those without a small file."""
    exact = folder.keys(Kind.DISTANCE)
    return [key for key in exact if not (keep and folder.has(key, Kind.WDL))]


def shrink_tables(folder: TableFolder, *, keep: bool) -> Iterator[Shrunk]:
    """Write a win/draw/loss file for each exact table, one after the other.

    Without ``keep``, the exact file is deleted once the small one is complete on disk: a run that
    is stopped loses nothing and can be started again. The caller holds the lock.

    Raises `CorruptTableError` if an exact table is damaged, and leaves that as it is.
    """
    for key in tables_to_shrink(folder, keep=keep):
        exact = folder.path_of(key)
        before = exact.stat().st_size
        if not folder.has(key, Kind.WDL):
            folder.save(key, folder.load_slots(key), Kind.WDL)
        after = folder.path_of(key, Kind.WDL).stat().st_size
        if not keep:
            folder.files.unlink(exact)
        yield Shrunk(key, before, after)
