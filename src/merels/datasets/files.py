"""Files of rows, Parquet or CSV: written as they come, and complete or not there at all."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, Protocol

import numpy as np

from merels._files import whole_file
from merels.datasets.classes import Boards
from merels.datasets.rows import TEST_SHARE, Rows, rate_boards
from merels.datasets.samples import OnProgress, sample_boards
from merels.engine.fallible.player import FalliblePlayer, find_fallible_player
from merels.errors import MissingExtraError, NotationError
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as find_variant
from merels.values.layout.key import AnyTable, TableKey, key_of
from merels.values.tablebase import Tablebase

SUFFIXES: Final = (".parquet", ".csv")


class Writer(Protocol):
    """Writes rows to an open file."""

    def write(self, rows: Rows) -> None:
        """Write some rows."""

    def close(self) -> None:
        """Write what belongs at the end; the file stays open."""


def write_rows(
    path: str | os.PathLike[str], parts: Iterable[Rows], about: Mapping[str, str]
) -> None:
    """Write rows to a ``.parquet`` or ``.csv`` file.

    A Parquet file keeps ``about`` as metadata. Raises `NotationError` for another suffix,
    `MissingExtraError` if Parquet needs a package, and `OSError`.
    """
    suffix = check_suffix(path)
    with whole_file(path) as file:
        writer: Writer = ParquetWriter(file, about) if suffix == ".parquet" else CsvWriter(file)
        for rows in parts:
            writer.write(rows)
        writer.close()


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a file that can be written; raises as `write_rows` does."""
    suffix = Path(path).suffix
    if suffix not in SUFFIXES:
        raise NotationError(
            f"{os.fspath(path)!r} is neither Parquet nor CSV; its name must end with "
            f"{' or '.join(SUFFIXES)}"
        )
    if suffix == ".parquet":
        _load_pyarrow()
    return suffix


def _load_pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(
            "Parquet needs pyarrow, which is not installed; add it with: pip install "
            "'merels[data]', or write a .csv file"
        ) from error
    return pyarrow


class CsvWriter:
    """Writes a line of names, then a line for each row; what is unknown is left empty."""

    def __init__(self, file: IO[bytes]) -> None:
        self._text = io.TextIOWrapper(file, encoding="ascii", newline="")
        self._lines = csv.writer(self._text, lineterminator="\n")
        self._has_header = False

    def write(self, rows: Rows) -> None:
        """Write some rows."""
        columns: dict[str, list[Any]] = {k: c.tolist() for k, c in rows.columns().items()}
        if not self._has_header:
            self._lines.writerow(columns)
            self._has_header = True
        columns["fen"] = [fen.decode("ascii") for fen in columns["fen"]]
        columns["plies"] = ["" if plies < 0 else plies for plies in columns["plies"]]
        if "chance" in columns:
            columns["chance"] = [f"{chance:.4f}" for chance in columns["chance"]]
        self._lines.writerows(zip(*columns.values(), strict=True))

    def close(self) -> None:
        """Flush the text; the file stays open."""
        self._text.flush()
        self._text.detach()


class ParquetWriter:
    """Writes a group of rows for each part."""

    def __init__(self, file: IO[bytes], about: Mapping[str, str]) -> None:
        self._arrow = _load_pyarrow()
        self._file, self._about = file, about
        self._writer: Any = None

    def write(self, rows: Rows) -> None:
        """Write some rows."""
        arrow = self._arrow
        columns = {name: arrow.array(column) for name, column in rows.columns().items()}
        columns["fen"] = columns["fen"].cast(arrow.string())
        columns["plies"] = arrow.array(rows.plies, mask=rows.plies < 0)
        columns["split"] = columns["split"].dictionary_encode()
        table = arrow.table(columns).replace_schema_metadata(dict(self._about))
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(self._file, table.schema, compression="zstd")
        self._writer.write_table(table)

    def close(self) -> None:
        """Write the footer; the file stays open."""
        if self._writer is not None:
            self._writer.close()


# Data sets from tables: a sample, or a whole table part by part.

PART: Final = 1 << 16
"""Rows that are rated and written together."""


def draw_sample(
    tables: Tablebase,
    count: int,
    kind: str = "games",
    variant: AnyVariant = NINE_MENS_MORRIS,
    *,
    seed: int = 0,
    chances: str | None = None,
    test_share: float = TEST_SHARE,
) -> Rows:
    """Return rows for ``count`` positions of a kind, or for as many as there are.

    ``chances`` names a person, such as ``"club"``. Raises as `sample_boards` does.
    """
    rules = find_variant(variant)
    boards = sample_boards(tables, count, kind, rules, seed)
    person = None if chances is None else find_fallible_player(chances)
    return rate_boards(boards, tables, rules, person, check_share(test_share))


def rate_parts(
    boards: Boards,
    tables: Tablebase,
    variant: Variant,
    chances: str | None,
    test_share: float,
    on_progress: OnProgress = lambda _: None,
) -> Iterator[Rows]:
    """Yield rows for positions, `PART` at a time."""
    person = None if chances is None else find_fallible_player(chances)
    for first in range(0, len(boards.own), PART):
        part = boards.take(slice(first, first + PART))
        yield rate_boards(part, tables, variant, person, check_share(test_share))
        on_progress(first + len(part.own))


def read_table(
    tables: Tablebase,
    key: AnyTable,
    *,
    chances: str | None = None,
    test_share: float = TEST_SHARE,
    on_progress: OnProgress = lambda _: None,
) -> Iterator[Rows]:
    """Return an iterator over rows for all slots of a table, in its order.

    ``key`` is a `TableKey` or text: ``"4-3"``, ``"3-3+6-6"`` with men in hand, ``"six/3-3"``. The
    book that ships has tables too:

    >>> import merels
    >>> with merels.open_book() as book:
    ...     [rows] = merels.datasets.read_table(book, "0-0+9-9")
    >>> rows.fen.tolist()
    [b'********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1']

    Raises `NotationError` if the text is not a table, and what probing raises.
    """
    person = None if chances is None else find_fallible_player(chances)
    return _read_parts(tables, key_of(key), person, check_share(test_share), on_progress)


def _read_parts(
    tables: Tablebase,
    key: TableKey,
    person: FalliblePlayer | None,
    test_share: float,
    on_progress: OnProgress,
) -> Iterator[Rows]:
    for first in range(0, key.index.size, PART):
        slots = np.arange(first, min(first + PART, key.index.size))
        own, enemy = key.index.masks_of_many(slots)
        hands = (np.full_like(own, hand) for hand in (key.own_in_hand, key.enemy_in_hand))
        boards = Boards(own, enemy, *hands)
        yield rate_boards(boards, tables, key.variant, person, test_share)
        on_progress(first + len(own))


def check_share(share: float) -> float:
    """Return a share of test data; raises `NotationError` unless it is from 0 to 1."""
    if not 0 <= share <= 1:
        raise NotationError(f"{share} is not a share; it must be from 0 to 1")
    return share
