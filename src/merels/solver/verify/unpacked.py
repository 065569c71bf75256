"""Tables in memory while a folder is checked: each is read as seldom as memory allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from merels._machine import available_memory
from merels.solver.verify.kernels import Dense
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

TableId: TypeAlias = tuple[TableKey, Kind]


def spare_memory() -> int:
    """Return the bytes that tables may take which are not needed at once: half of what is free."""
    return (available_memory() or 0) // 2


class UnpackedTables:
    """Unpacked tables, for checking them in a known order.

    Tables that are in use stay. Others stay as long as all together take at most ``memory`` bytes;
    what makes room is what is needed last, so with enough memory no table is read twice.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._tables: dict[TableId, Dense] = {}
        self._in_use: list[TableId] = []
        self._upcoming: list[set[TableId]] = []

    def __contains__(self, table: TableId) -> bool:
        return table in self._tables

    def __getitem__(self, table: TableId) -> Dense:
        return self._tables[table]

    def add(self, table: TableId, dense: Dense) -> None:
        """Keep a table."""
        self._tables[table] = dense

    @contextmanager
    def using(
        self, tables: Sequence[TableId], upcoming: list[set[TableId]] | None = None
    ) -> Iterator[None]:
        """Keep these tables until the end of the block; the ``upcoming`` tables come next."""
        if upcoming is not None:
            self._upcoming = upcoming
        before, self._in_use = self._in_use, [*self._in_use, *tables]
        self._make_room()
        yield
        self._in_use = before

    def _make_room(self) -> None:
        idle = [table for table in self._tables if table not in self._in_use]
        idle.sort(key=self._next_use)
        size = sum(dense.values.nbytes for dense in self._tables.values())
        while idle and (size > self._memory or self._next_use(idle[-1]) == len(self._upcoming)):
            size -= self._tables.pop(idle.pop()).values.nbytes

    def _next_use(self, table: TableId) -> int:
        """Return how many checks come before one that needs a table."""
        uses = (step for step, needed in enumerate(self._upcoming) if table in needed)
        return next(uses, len(self._upcoming))
