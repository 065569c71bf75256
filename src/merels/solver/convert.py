"""Converting the tables of a folder from one form to another, in place."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil
from typing import Final

import numpy as np

from merels.solver.kernels.rating import Scores
from merels.solver.run import rebuild_slots
from merels.values.folder import TableFolder, digest_slots
from merels.values.format.file import TableFile
from merels.values.format.header import (
    BLOCK_SLOTS,
    MOST_PACKED_POINTS,
    PACKED_BLOCK_SLOTS,
    PREAMBLE,
    Codec,
    Header,
    Kind,
)
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS, Statistics


class Form(StrEnum):
    """A form of tables."""

    SMALL = "small"
    """As ``merels solve`` writes them: tables that a one-move look-ahead replaces are left out."""

    FULL = "full"
    """Every table stored."""

    PACKED = "packed"
    """Small, and compressed as far as possible.

    Tables with scores of two bytes, or on boards of 25 points, stay as they are in the small form.
    """

    WDL = "wdl"
    """Win, draw or loss only, otherwise as the exact tables are."""


FEWEST_PACKED: Final = 100_000
FEWEST_SURPRISES: Final = 4096
"""Tables with fewer positions, or fewer without the commonest result, stay as they are.

The model of a packed table takes some kilobytes. Of 3 million positions with four men a side, all
but 188 are drawn: 3 KB with zstd, 8 KB packed.
"""


PACKED_TOGETHER: Final = 2
"""How many tables are packed at a time: a model is fitted on one thread, so more threads idle."""

_NOTHING: Final[Scores] = np.zeros(0, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Converted:
    """A table that has been converted: the bytes of its file before and after."""

    key: TableKey
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class KindSource:
    """The stored tables of one kind, from which left-out tables are rebuilt."""

    folder: TableFolder
    kind: Kind

    def score_bytes(self, key: TableKey) -> int:
        """Return how many bytes a score of a table has."""
        return self.folder.score_bytes(key, self.kind)

    def load_slots(self, key: TableKey, out: Scores | None = None) -> Scores:
        """Return the scores of a table, in ``out`` if that is given."""
        return self.folder.load_slots(key, out, self.kind)


def load_any(folder: TableFolder, file: TableFile) -> Scores:
    """Return the scores of a table, whether its values are stored or left out."""
    header = file.header
    if header.stored:
        return file.read_all(folder.threads)
    source = KindSource(folder, header.kind)
    slots = rebuild_slots(header.key, source, folder.threads, header)
    return slots if header.kind is Kind.DISTANCE else RESULTS[slots]


def tables_to_convert(
    folder: TableFolder, form: Form, *, keep: bool
) -> list[tuple[TableKey, Kind]]:
    """Return the tables that `convert_tables` will look at."""
    if form is not Form.WDL:
        return [(key, kind) for kind in Kind for key in folder.keys(kind)]
    exact = folder.keys(Kind.DISTANCE)
    return [(key, Kind.WDL) for key in exact if not (keep and folder.has(key, Kind.WDL))]


def convert_tables(folder: TableFolder, form: Form, *, keep: bool = False) -> Iterator[Converted]:
    """Convert the tables of a folder, one after the other; tables that have the form already stay.

    Each file is replaced once the new file is complete on disk, so a run that is stopped loses
    nothing and can be started again. With ``keep``, exact tables stay beside the tables of win,
    draw or loss. The caller holds the lock.

    Raises `CorruptTableError` if a table is damaged, and leaves the table as it is.
    """
    together = min(folder.threads, PACKED_TOGETHER if form is Form.PACKED else 1)
    folder = folder.with_threads(ceil(folder.threads / together))

    def convert(table: tuple[TableKey, Kind]) -> Converted:
        key, kind = table
        if form is Form.WDL:
            return _shrink(folder, key, keep=keep)
        return _recode(folder, key, kind, form)

    # A table is rebuilt from its successors, which are never left out: any order will do.
    tables = tables_to_convert(folder, form, keep=keep)
    if together == 1:
        yield from map(convert, tables)
        return
    with ThreadPoolExecutor(together) as pool:
        try:
            yield from pool.map(convert, tables)
        finally:
            pool.shutdown(cancel_futures=True)


def _recode(folder: TableFolder, key: TableKey, kind: Kind, form: Form) -> Converted:
    with folder.open(key, kind) as file:
        before = file.header
        stored = _is_to_be_stored(folder, before, form)
        packed = form is Form.PACKED and can_be_packed(before)
        header = replace(
            before,
            version=PREAMBLE.version,
            codec=Codec.PACKED if packed else Codec.ZSTD,
            block_slots=PACKED_BLOCK_SLOTS if packed else BLOCK_SLOTS,
            stored=stored,
        )
        if header == before:
            return Converted(key, file.size, file.size)
        slots = load_any(folder, file) if header.stored or before.stored else _NOTHING
        if not header.stored and before.stored and kind is Kind.DISTANCE:
            header = replace(header, sha256=digest_slots(slots))
        if header.stored:
            header = replace(header, sha256=None)
        return Converted(key, file.size, folder.write(header, slots))


def can_be_packed(header: Header) -> bool:
    """Whether packing makes a table smaller, and the model covers its values and board."""
    return (
        is_worth_packing(header.statistics)
        and header.score_bytes == 1
        and header.key.points <= MOST_PACKED_POINTS
    )


def is_worth_packing(statistics: Statistics) -> bool:
    """Whether a packed table is smaller than the same table as ``merels solve`` writes it."""
    commonest = max(statistics.wins, statistics.draws, statistics.losses)
    surprises = statistics.positions - commonest
    return statistics.positions >= FEWEST_PACKED and surprises >= FEWEST_SURPRISES


def _is_to_be_stored(folder: TableFolder, header: Header, form: Form) -> bool:
    """Whether a table needs its values, also because tables that it follows from are missing."""
    if form is Form.FULL or not header.key.is_left_out:
        return True
    return not all(folder.stores(key, header.kind) for key in header.key.successors)


def _shrink(folder: TableFolder, key: TableKey, *, keep: bool) -> Converted:
    """Write the win/draw/loss file of an exact table, in the same form."""
    exact = folder.path_of(key)
    with folder.open(key) as file:
        before = file.size
        if not folder.has(key, Kind.WDL):
            slots = file.read_all(folder.threads) if file.header.stored else _NOTHING
            header = replace(file.header, kind=Kind.WDL, sha256=None, score_bytes=1)
            folder.write(header, slots)
    if not keep:
        folder.files.unlink(exact)
    return Converted(key, before, folder.path_of(key, Kind.WDL).stat().st_size)
