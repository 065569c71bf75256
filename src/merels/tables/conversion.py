"""Shrinking exact tables to win, draw or loss alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A table that has been shrunk: the bytes of its exact file and of the new one."""

    key: TableKey
    before: int
    after: int


def tables_to_shrink(folder: TableFolder, *, keep: bool) -> list[TableKey]:
    """Return the exact tables of a folder; with ``keep``, those that have no small file yet."""
    exact = folder.keys(Kind.DISTANCE)
    return [key for key in exact if not (keep and folder.has(key, Kind.WDL))]


def shrink_tables(folder: TableFolder, *, keep: bool) -> Iterator[Shrunk]:
    """Write a win/draw/loss file for each exact table, one after the other.

    Unless ``keep`` is given, the exact file is deleted once the small one is whole on disk, so a
    run that is stopped loses nothing and goes on when it is started again. Only under the lock.

    Raises `CorruptTableError` where an exact table is damaged; it is left as it is.
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
