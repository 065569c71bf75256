"""Checking a site: every byte of its tables, and every value against the original tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from merels.board.index.dense import Slots
from merels.errors import CorruptTableError, MissingTableError
from merels.rules.variant import spell
from merels.site.catalog import Catalog, parts_of
from merels.site.folder import SiteFolder
from merels.site.format import CatalogRow, identify
from merels.site.reader import StaticTable
from merels.solver.convert import load_any
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.statistics import RESULTS

PROBLEMS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class CheckedStatic:
    """A table of a site that was checked.

    ``compared`` values were equal to the values of the original table, if the folder has it.
    """

    variant: str
    name: str
    kind: Kind
    positions: int
    compared: int
    problems: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """The report on the table, in one line."""
        if self.problems:
            return "wrong"
        return f"{self.compared:,} values equal" if self.compared else "checksums match"

    def document(self) -> dict[str, Any]:
        """Return what was found as JSON."""
        return asdict(self) | {"kind": self.kind.value, "ok": not self.problems}


@dataclass(frozen=True, slots=True)
class ToCheck:
    """A table of a site, as its catalog describes it."""

    catalog: Catalog
    kind: Kind
    row: CatalogRow


def tables_to_check(site: SiteFolder) -> list[ToCheck]:
    """Return the stored tables of a site.

    Raises `MissingTableError` if there is no site, and `CorruptTableError` if a catalog is damaged.
    """
    catalogs = site.read_catalogs()
    if not catalogs:
        raise MissingTableError(
            f"there is no site with tables in {str(site.path)!r}; write one with: merels site "
            f"{str(site.path)!r}"
        )
    return [
        ToCheck(catalog, kind, row)
        for catalog in catalogs
        for kind, rows in catalog.rows.items()
        for row in rows
        if row.file is not None
    ]


def check_table(
    site: SiteFolder, source: TableFolder, table: ToCheck, sample: int | None = None
) -> CheckedStatic:
    """Read a table back; with ``sample``, only this many blocks, chosen at random."""
    catalog, kind, row = table.catalog, table.kind, table.row
    key = catalog.key_of(row)
    problems: list[str] = []
    compared = 0
    if sample is None:
        problems += _check_names(site, catalog, row)
    if not problems:
        expected = _load(source, table)
        opened = StaticTable(site.tables, catalog, row, kind)
        found = _compare(opened, expected, source.threads, sample)
        for count, problem in found:
            compared += count
            problems += [problem] if problem else []
    name = spell(catalog.variant)
    return CheckedStatic(
        name, key.name, kind, row.positions, compared, tuple(problems[:PROBLEMS_SHOWN])
    )


def _check_names(site: SiteFolder, catalog: Catalog, row: CatalogRow) -> Iterator[str]:
    """Yield the files whose content does not match their names."""
    names = parts_of(str(row.file), row.bytes, catalog.split)
    files = {str(row.file): names} | ({} if row.model is None else {row.model: [row.model]})
    for file, parts in files.items():
        try:
            content = b"".join((site.tables / part).read_bytes() for part in parts)
        except OSError as error:
            yield f"{error.filename}: {error.strerror}"
            continue
        if identify(content) not in file:
            yield f"{site.tables / file}: the content does not match the name"


def _load(source: TableFolder, table: ToCheck) -> Slots | None:
    """Return the values that a table should have, None if the folder lacks it."""
    key = table.catalog.key_of(table.row)
    for kind in dict.fromkeys((Kind.DISTANCE, table.kind)):
        if source.has(key, kind):
            with source.open(key, kind) as file:
                slots = load_any(source, file)
            return slots if table.kind is Kind.DISTANCE else RESULTS[slots]
    return None


def _compare(
    table: StaticTable, expected: Slots | None, threads: int, sample: int | None
) -> list[tuple[int, str | None]]:
    """Return how many values of each block are right, and what is wrong."""
    cut = table.cut
    numbers = range(cut.block_count)
    chosen = numbers if sample is None else random.sample(numbers, min(sample, len(numbers)))

    def compare(number: int) -> tuple[int, str | None]:
        try:
            values = table.read_block(number)
        except CorruptTableError as error:
            return 0, str(error)
        if expected is None:
            return 0, None
        first = number * cut.block_slots
        wrong = np.flatnonzero(values != expected[first : first + cut.block_slots])
        if len(wrong) == 0:
            return len(values), None
        slot = int(wrong[0])
        return 0, (
            f"block {number}: {len(wrong)} values differ from table {cut.key.name}, the first in "
            f"slot {first + slot}: {values[slot]} instead of {expected[first + slot]}"
        )

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(compare, sorted(chosen)))
