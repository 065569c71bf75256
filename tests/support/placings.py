"""Placing tables before they are solved, for tests of the kernels."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from merels.board.index.dense import Bytes
from merels.solver.kernels.placing import PlacingTable
from merels.solver.placing import PlacingSolver
from merels.solver.run import MemoryStore
from merels.values.layout.key import TableKey


def load_placing(key: TableKey, tables: dict[TableKey, Bytes]) -> PlacingTable:
    """Return what to walk through, given the tables that placings lead to."""
    store = MemoryStore()
    store.tables.update(tables)
    with ThreadPoolExecutor(1) as pool:
        return PlacingSolver(key, store, 1).load(pool, lambda _: None)
