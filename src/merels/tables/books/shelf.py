"""The shelf: the books of a folder as one, each opened when a table on its board is asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from merels.errors import CorruptTableError
from merels.rules.variants import VARIANTS, file_stem
from merels.tables.books.book import SUFFIX, Book
from merels.tables.format.reader import TableFile
from merels.tables.key import TableKey


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
        """Close all books; none is opened afterwards."""
        with self._opening:
            self._closed = True
            for book in self._books.values():
                if book is not None:
                    book.close()

    def _find(self, key: TableKey) -> Book | None:
        found = (self._open(path) for path in self._paths_of(key))
        return next((book for book in found if book is not None and book.has(key)), None)

    def _paths_of(self, key: TableKey) -> Iterator[Path]:
        """Yield the books that may have a table, the most likely one first."""
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
