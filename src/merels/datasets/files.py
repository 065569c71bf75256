"""Files of rows, Parquet or CSV: written as they come, and complete or not there at all."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any, Final, Protocol

from merels._files import whole_file
from merels.datasets.rows import Rows
from merels.errors import MissingExtraError, NotationError

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
