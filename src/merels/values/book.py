"""A book: the tables of a variant's first placings, or of the whole game, bound into one file.

A book is a short list of contents followed by whole table files, one after the other; see
``docs/book.md``. Tables in a book are read as `TableFile`, like all other tables.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from merels._files import FILES, FileSystem, remove_drafts, whole_file
from merels.board.index.dense import Bytes
from merels.errors import CorruptTableError, MerelsError, MissingTableError
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, Variant, file_stem, spell, spell_option
from merels.values.folder import TableFolder
from merels.values.format.file import TableFile, write_image
from merels.values.format.header import Header, Kind, format_variant, parse_variant
from merels.values.format.source import (
    ByteSource,
    PartSource,
    Preamble,
    SourceReader,
    checksum,
    read_preamble,
)
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_tables

SUFFIX: Final = ".book"
FOLDER: Final = Path(__file__).parent / "books"
"""The books that ship."""
PREAMBLE: Final = Preamble(b"MERBOOK\n", 1, "Merels book", "list of contents")


def shipped_path(variant: Variant = NINE_MENS_MORRIS) -> Path:
    """Return the path of the book of a variant in the package, whether or not it exists."""
    return FOLDER / f"{file_stem(variant)}{SUFFIX}"


def men_placed(key: TableKey, variant: Variant = NINE_MENS_MORRIS) -> int:
    """Return how many men the two sides of a game have placed in the positions of a table.

    >>> men_placed(TableKey(4, 3, 5, 5))
    8
    """
    return 2 * variant.men - key.in_hand


def opening_tables(placed: int, variant: Variant = NINE_MENS_MORRIS) -> list[TableKey]:
    """Return the tables that play reaches while at most ``placed`` men have been placed.

    If ``placed`` is all men, moving tables too: the tables of the whole game.

    >>> [key.name for key in opening_tables(2)]
    ['0-0+9-9', '0-1+9-8', '1-1+8-8']
    """
    if not 0 <= placed <= 2 * variant.men:
        raise ValueError(f"{placed} men placed; a game has 0 to {2 * variant.men}")
    found = [key for key in all_tables(variant) if men_placed(key, variant) <= placed]
    return sorted(found, key=lambda key: (men_placed(key, variant), key.total, key.men))


@dataclass(frozen=True, slots=True)
class Contents:
    """What a book holds: its tables in order, with the size of each in bytes."""

    variant: Variant
    men_placed: int
    sizes: dict[TableKey, int]
    checksum: int
    """The checksum of the bytes of all tables together."""


class Book(SourceReader):
    """An open book. Reading is thread-safe.

    Raises `CorruptTableError`, which names the file and the part, if the bytes do not match their
    checksums.
    """

    def __init__(self, source: ByteSource) -> None:
        super().__init__(source)
        try:
            self.contents, start, _ = PREAMBLE.parse(read_preamble(source), _read_document)
            ends = list(accumulate(self.contents.sizes.values(), initial=start))
            if ends[-1] != source.size:
                raise CorruptTableError(
                    f"the file has {source.size} bytes and should have {ends[-1]}"
                )
        except CorruptTableError as error:
            raise CorruptTableError(f"{source.name}: contents: {error}") from None
        self._start = start
        self._offsets = dict(zip(self.contents.sizes, ends[:-1], strict=True))

    @classmethod
    def open(cls, path: Path, *arguments: Any) -> Self:
        """Open a book on disk; raises `MissingTableError` if there is none."""
        try:
            return super().open(path, *arguments)
        except FileNotFoundError:
            raise MissingTableError(
                f"there is no book {str(path)!r}; make one from tables with: merels book"
            ) from None

    @classmethod
    def open_shipped(cls, variant: Variant = NINE_MENS_MORRIS) -> Self:
        """Open the book of a variant in the package; raises `MissingTableError` without a book."""
        path = shipped_path(variant)
        if not path.is_file():
            raise MissingTableError(
                f"no book of {variant.title} ({spell(variant)}) ships with Merels; make it from "
                "tables with: "
                f"merels book --variant {spell_option(variant)}"
            )
        return cls.open(path)

    def keys(self) -> list[TableKey]:
        """Return the tables of the book, the empty board first."""
        return list(self.contents.sizes)

    def has(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> bool:
        """Whether the book holds a table."""
        return kind is Kind.DISTANCE and key in self._offsets

    def open_table(self, key: TableKey) -> TableFile:
        """Open a table of the book; it can be read until the book is closed."""
        part = PartSource(self._source, key.name, self._offsets[key], self.contents.sizes[key])
        return TableFile(part, key)

    def check(self) -> None:
        """Compare the bytes of all tables with their checksum; raise `CorruptTableError`."""
        data = self._source.read_at(self._start, self._source.size - self._start)
        if checksum(data) != self.contents.checksum:
            raise CorruptTableError(f"{self.name}: the tables do not match their checksum")


def format_contents(contents: Contents) -> bytes:
    """Return the beginning of a book, its checksum included."""
    variant = contents.variant
    document = {
        "format": "merels-book",
        "variant": format_variant(variant),
        "men_placed": contents.men_placed,
        "tables": {key.name: size for key, size in contents.sizes.items()},
        "checksum": f"{contents.checksum:016x}",
    }
    return PREAMBLE.format(document)


def _read_document(document: dict[str, Any], _version: int) -> Contents:
    variant = parse_variant(document["variant"])
    placed = document["men_placed"]
    keys = {key.name: key for key in opening_tables(placed, variant)}
    tables = document["tables"]
    if wrong := keys.keys() ^ tables.keys():
        problem = "missing" if min(wrong) in keys else "not part of the opening"
        raise ValueError(f"table {min(wrong)} is {problem}")
    sizes = {keys[name]: _check_size(size) for name, size in tables.items()}
    return Contents(variant, placed, sizes, int(document["checksum"], 16))


def _check_size(size: object) -> int:
    if not isinstance(size, int) or size < 0:
        raise ValueError(f"{size!r} is not a number of bytes")
    return size


# The shelf: the books of a folder as one, each opened when a table on its board is asked for.


class Shelf:
    """The books of a folder, named like the books that ship. Thread-safe.

    Variants share tables, so a table may be in the book of another variant on the same board. A
    damaged book raises `CorruptTableError`; with ``on_damage``, it is reported once and left out.
    """

    def __init__(
        self, folder: Path, on_damage: Callable[[CorruptTableError], None] | None = None
    ) -> None:
        self.name = str(folder)
        self._on_damage = on_damage
        self._paths = sorted(folder.glob(f"*{SUFFIX}"))
        self._books: dict[Path, Book | None] = {}
        self._opening = threading.Lock()
        self._closed = False

    def keys(self) -> list[TableKey]:
        """Return the tables of all books."""
        books = filter(None, map(self._open, self._paths))
        return list(dict.fromkeys(key for book in books for key in book.keys()))  # noqa: SIM118

    def has(self, key: TableKey) -> bool:
        """Whether a book holds a table."""
        return self._find(key) is not None

    def open_table(self, key: TableKey) -> TableFile:
        """Open a table that a book holds; it can be read until the shelf is closed."""
        book = self._find(key)
        if book is None:
            raise KeyError(key.name)
        return book.open_table(key)

    def close(self) -> None:
        """Close all books; no book is opened afterwards."""
        with self._opening:
            self._closed = True
            for book in self._books.values():
                if book is not None:
                    book.close()

    def _find(self, key: TableKey) -> Book | None:
        found = (self._open(path) for path in self._paths_of(key))
        return next((book for book in found if book is not None and book.has(key)), None)

    def _paths_of(self, key: TableKey) -> Iterator[Path]:
        """Yield the books that may have a table, the most likely book first."""
        own = file_stem(key.variant)
        for path in sorted(self._paths, key=lambda path: path.stem != own):
            named = VARIANTS.get(path.stem.partition("-")[0])
            if path.stem == own or (named is not None and named.board == key.variant.board):
                yield path

    def _open(self, path: Path) -> Book | None:
        with self._opening:
            if self._closed:
                raise ValueError(f"the books of {self.name!r} are closed")
            if path not in self._books:
                try:
                    self._books[path] = Book.open(path)
                except CorruptTableError as error:
                    if self._on_damage is None:
                        raise
                    self._books[path] = None
                    self._on_damage(error)
            return self._books[path]


# Making a book from tables, with as many men placed as fit.

LARGEST_BOOK: Final = 2_500_000
"""The limit in bytes for a book that ships."""

Load: TypeAlias = Callable[[TableFolder, TableFile], Bytes]
"""Returns the scores of a table, stored or left out."""

Report: TypeAlias = Callable[[TableKey, int], None]
"""Called with each table that has been packed, and its size in bytes."""

BLOCK_SLOTS: Final = 1 << 20
"""Larger than in table files: saves 5 % of the bytes, and a probe still takes at most 10 ms."""


def load_stored(folder: TableFolder, file: TableFile) -> Bytes:
    """Return the scores of a table that is stored."""
    return file.read_all(folder.threads)


def bind_book(
    folder: TableFolder,
    path: Path,
    placed: int | None = None,
    limit: int = LARGEST_BOOK,
    variant: Variant = NINE_MENS_MORRIS,
    report: Report = lambda _key, _size: None,
    files: FileSystem = FILES,
    load: Load = load_stored,
) -> Contents:
    """Write the book of all positions with at most ``placed`` men placed; return its contents.

    If ``placed`` is None, as many men as fit into ``limit`` bytes; with all men, the moving
    tables are included. ``load`` returns the scores of a table, by default of a stored table.

    Raises `MissingTableError` if a table is not in the folder, and `MerelsError` if the book would
    be too large or cannot be written.
    """
    least = 0 if placed is None else placed
    every = opening_tables(2 * variant.men if placed is None else placed, variant)
    images: dict[TableKey, bytes] = {}
    for number, keys in groupby(every, lambda key: men_placed(key, variant)):
        more = _pack(folder, load, list(keys), limit - _size(images), report)
        if more is not None and _size(images | more) <= limit:
            images |= more
        elif number > least:
            break
        else:
            raise MerelsError(
                f"the positions with {number} men placed make a book of more than {limit:,} bytes"
            )
    return _write(path, images, files)


def _pack(
    folder: TableFolder, load: Load, keys: list[TableKey], room: int, report: Report
) -> dict[TableKey, bytes] | None:
    """Return the files of some tables, or None as soon as they take more than ``room`` bytes."""
    images = {}
    for key in sorted(keys, key=lambda key: -key.index.size):
        images[key] = _image(folder, load, key)
        report(key, len(images[key]))
        if sum(map(len, images.values())) > room:
            return None
    return {key: images[key] for key in keys}


def _image(folder: TableFolder, load: Load, key: TableKey) -> bytes:
    """Return the file of a table, packed as small as possible."""
    with folder.open(key) as file:
        exact = file.header
        header = Header(
            *(key, Kind.DISTANCE, exact.statistics, BLOCK_SLOTS), score_bytes=exact.score_bytes
        )
        slots = load(folder, file)
    image = io.BytesIO()
    write_image(image, header, slots, folder.threads, smallest=True)
    return image.getvalue()


def _contents(images: dict[TableKey, bytes]) -> Contents:
    keys = list(images)
    variant = keys[0].variant  # of the empty board, which no other game has
    sizes = {key: len(image) for key, image in images.items()}
    placed = men_placed(keys[-1], variant)
    return Contents(variant, placed, sizes, checksum(b"".join(images.values())))


def _size(images: dict[TableKey, bytes]) -> int:
    """Return the size in bytes of a book of some tables."""
    if not images:
        return 0
    return len(format_contents(_contents(images))) + sum(map(len, images.values()))


def _write(path: Path, images: dict[TableKey, bytes], files: FileSystem) -> Contents:
    contents = _contents(images)
    try:
        remove_drafts(path, files)  # files of a killed run would stay forever
        with whole_file(path, files) as file:
            file.write(format_contents(contents))
            file.writelines(images.values())
    except OSError as error:
        raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error
    return contents
