"""The book: the tables of the first placings, bound into one file that ships with the package.

A book is a short list of contents and then table files as they are, one after the other; see
``docs/book.md``. Tables read from it are `TableFile`s like all others.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from merels.errors import CorruptTableError, MissingTableError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.tables.format.header import CHECKSUM, Kind, checksum
from merels.tables.format.reader import ByteSource, FileSource, TableFile
from merels.tables.key import TableKey, all_placing_tables

BOOK_NAME: Final = "opening.book"
MAGIC: Final = b"MERBOOK\n"
VERSION: Final = 1
PREFIX: Final = struct.Struct("<8sII")  # magic, version, length of the JSON text
LONGEST_CONTENTS: Final = 1 << 20


def shipped_path() -> Path:
    """Return where the book of the package is, if it has one."""
    return Path(__file__).with_name(BOOK_NAME)


def men_placed(key: TableKey) -> int:
    """Return how many men both sides have placed in the positions of a table.

    >>> men_placed(TableKey(4, 3, 5, 5))
    8
    """
    return 2 * key.variant.men - key.in_hand


def opening_tables(placed: int, variant: Variant = NINE_MENS_MORRIS) -> list[TableKey]:
    """Return the tables that play reaches while at most ``placed`` men have been placed.

    >>> [key.name for key in opening_tables(2)]
    ['0-0+9-9', '0-1+9-8', '1-1+8-8']
    """
    if not 0 <= placed < 2 * variant.men:
        raise ValueError(f"{placed} men placed; in the opening, 0 to {2 * variant.men - 1} are")
    found = [key for key in all_placing_tables(variant) if men_placed(key) <= placed]
    return sorted(found, key=lambda key: (men_placed(key), key.total, key.own))


@dataclass(frozen=True, slots=True)
class Contents:
    """What a book holds: its tables in order, and the bytes of each."""

    variant: Variant
    men_placed: int
    sizes: dict[TableKey, int]
    checksum: int
    """Of all bytes of all tables."""


class Book:
    """An open book. Reading is thread-safe.

    Raises `CorruptTableError`, which names the file and the part, where the bytes do not match
    their checksums.
    """

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        try:
            self.contents, start = parse_contents(source.read_at(0, LONGEST_CONTENTS))
            ends = list(accumulate(self.contents.sizes.values(), initial=start))
            if ends[-1] != source.size:
                raise CorruptTableError(f"there are {source.size} bytes and should be {ends[-1]}")
        except CorruptTableError as error:
            raise CorruptTableError(f"{source.name}: contents: {error}") from None
        self._start = start
        self._offsets = dict(zip(self.contents.sizes, ends[:-1], strict=True))

    @classmethod
    def open(cls, path: Path | None = None) -> Book:
        """Open a book on disk, by default the one of the package.

        Raises `MissingTableError` where there is none.
        """
        path = shipped_path() if path is None else path
        try:
            source = FileSource(path)
        except FileNotFoundError:
            raise MissingTableError(
                f"there is no book {str(path)!r}; make it from tables with: merels book"
            ) from None
        try:
            return cls(source)
        except BaseException:
            source.close()
            raise

    @property
    def name(self) -> str:
        """The file's name."""
        return self._source.name

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._source.size

    def keys(self) -> list[TableKey]:
        """Return the tables of the book, the empty board first."""
        return list(self.contents.sizes)

    def has(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> bool:
        """Whether the book holds a table."""
        return kind is Kind.DISTANCE and key in self._offsets

    def open_table(self, key: TableKey) -> TableFile:
        """Open a table of the book; it can be read until the book is closed."""
        size = self.contents.sizes[key]
        file = TableFile(_Part(self._source, key.name, self._offsets[key], size))
        header = file.header
        if (header.key, header.kind, header.statistics.positions) != (
            key,
            Kind.DISTANCE,
            key.index.size,
        ):
            raise CorruptTableError(f"{file.name}: header: this is another table")
        return file

    def read_file(self, key: TableKey) -> bytes:
        """Return a table of the book as the table file that it is."""
        return self._source.read_at(self._offsets[key], self.contents.sizes[key])

    def check(self) -> None:
        """Compare all bytes with the checksum of the contents."""
        data = self._source.read_at(self._start, self._source.size - self._start)
        if checksum(data) != self.contents.checksum:
            raise CorruptTableError(f"{self.name}: the tables do not match their checksum")

    def close(self) -> None:
        """Release the file."""
        self._source.close()


class _Part:
    """A table inside a book, as a `ByteSource`."""

    def __init__(self, book: ByteSource, table: str, offset: int, size: int) -> None:
        self.name = f"{book.name}: {table}"
        self.size = size
        self._book = book
        self._offset = offset

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""
        return self._book.read_at(self._offset + offset, min(size, self.size - offset))

    def close(self) -> None:
        """Leave the book open: other tables are read from it."""


def format_contents(contents: Contents) -> bytes:
    """Return the beginning of a book, its checksum included."""
    variant = contents.variant
    document = {
        "format": "merels-book",
        "variant": {"men": variant.men, "flying": variant.flying},
        "men_placed": contents.men_placed,
        "tables": {key.name: size for key, size in contents.sizes.items()},
        "checksum": f"{contents.checksum:016x}",
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    start = PREFIX.pack(MAGIC, VERSION, len(text)) + text
    return start + CHECKSUM.pack(checksum(start))


def parse_contents(data: bytes) -> tuple[Contents, int]:
    """Read the beginning of a book; return what it holds, and where its tables begin.

    Raises `CorruptTableError`.
    """
    if len(data) < PREFIX.size or not data.startswith(MAGIC):
        raise CorruptTableError("the file does not begin as a book of Merels does")
    _, version, length = PREFIX.unpack_from(data)
    if version != VERSION:
        raise CorruptTableError(
            f"the file has format version {version}, and this program reads version {VERSION}"
        )
    end = PREFIX.size + length
    if len(data) < end + CHECKSUM.size:
        raise CorruptTableError("the file is cut short")
    if CHECKSUM.unpack_from(data, end) != (checksum(data[:end]),):
        raise CorruptTableError("the bytes do not match their checksum")
    try:
        return _read_document(json.loads(data[PREFIX.size : end])), end + CHECKSUM.size
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise CorruptTableError(f"this makes no sense: {error}") from None


def _read_document(document: dict[str, Any]) -> Contents:
    variant = Variant(document["variant"]["flying"], document["variant"]["men"])
    placed = document["men_placed"]
    keys = {key.name: key for key in opening_tables(placed, variant)}
    sizes = {keys.pop(name): _check_size(size) for name, size in document["tables"].items()}
    if keys:
        raise ValueError(f"table {next(iter(keys))} is not there")
    return Contents(variant, placed, sizes, int(document["checksum"], 16))


def _check_size(size: object) -> int:
    if not isinstance(size, int) or size < 0:
        raise ValueError(f"{size!r} is not a number of bytes")
    return size
