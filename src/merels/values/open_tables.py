"""A cache of decoded blocks, bounded in bytes; the least recently used block goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

from merels.board.index.dense import Slots
from merels.board.index.slots import TableIndex
from merels.errors import CorruptTableError, MissingTableError
from merels.rules.value import DRAW, Result, Source, Value
from merels.values.book import Book, Shelf
from merels.values.folder import TableFolder, missing_message
from merels.values.format.file import TableFile
from merels.values.format.header import SCORES, Kind
from merels.values.layout.key import TableKey, table_order


class BlockSource(Protocol):
    """A table file to read blocks from, compared by identity."""

    def read_block(self, number: int) -> Slots:
        """Return the slots of one block."""


class BlockCache:
    """Blocks of any number of files. Thread-safe.

    ``capacity`` is in bytes of decoded blocks. Errors are not cached: the next caller reads the
    block again.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 0:
            raise ValueError(f"a cache cannot have {capacity} bytes; 0 turns it off")
        self.capacity = capacity
        self.size = 0
        """The bytes in the cache, never more than the capacity."""
        self._blocks: OrderedDict[tuple[BlockSource, int], Slots] = OrderedDict()
        self._lock = threading.Lock()

    def read_block(self, source: BlockSource, number: int) -> Slots:
        """Return a block, read from the file only if it is not in the cache."""
        key = source, number
        with self._lock:
            block = self._blocks.get(key)
            if block is not None:
                self._blocks.move_to_end(key)
                return block
        # Outside the lock, so that other threads go on; at worst two threads read the same block.
        block = source.read_block(number)
        with self._lock:
            if key not in self._blocks and block.nbytes <= self.capacity:
                while self.size + block.nbytes > self.capacity:
                    _, oldest = self._blocks.popitem(last=False)
                    self.size -= oldest.nbytes
                self._blocks[key] = block
                self.size += block.nbytes
        return block

    def clear(self) -> None:
        """Forget every block."""
        with self._lock:
            self._blocks.clear()
            self.size = 0


# The files behind a tablebase: a table comes from a folder or a book, exact if possible.

T = TypeVar("T")

OnDamage: TypeAlias = Callable[[CorruptTableError], None]
"""Called once with the error of a damaged table."""

# The meaning of each slot, built once: a probe is a look-up.
_VALUES: Final = {
    Kind.DISTANCE: tuple(map(Value.from_score, range(max(SCORES.values())))),
    Kind.WDL: (DRAW, Value(Result.LOSS), Value(Result.WIN)),
}

Place: TypeAlias = tuple[Source, Kind, TableKey]
"""A place where a table may be."""

_SOURCES: Final = (
    (Source.TABLE, Kind.DISTANCE),
    (Source.BOOK, Kind.DISTANCE),
    (Source.AHEAD, Kind.DISTANCE),
    (Source.TABLE, Kind.WDL),
    (Source.AHEAD, Kind.WDL),
)
"""Where to look for a table, in this order: with distances if possible."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """A table whose file is open, and how to read it."""

    source: Source
    kind: Kind
    file: TableFile
    index: TableIndex
    block_slots: int
    values: tuple[Value, ...]


class OpenTables:
    """The open files of a folder, a book, or both. Thread-safe.

    Files are opened when they are first needed and stay open. Damage is raised
    as an error or, with ``on_damage``, reported once; the table is left out from then on.
    """

    def __init__(
        self, folder: TableFolder | None, book: Book | Shelf | None, on_damage: OnDamage | None
    ) -> None:
        self._folder = folder
        self._book = book
        self._on_damage = on_damage
        self._left_out: dict[Place, TableFile | None] = {}
        self._tables: dict[TableKey, OpenTable] = {}
        self._opening = threading.Lock()
        self._closed = False

    @property
    def path(self) -> Path:
        """The folder; for a book alone, its file."""
        if self._folder is not None:
            return self._folder.path
        return Path("" if self._book is None else self._book.name)

    def close(self) -> None:
        """Close all files; `ask` raises `ValueError` from then on."""
        with self._opening:
            self._closed = True
            for file in (
                *(table.file for table in self._tables.values()),
                *self._left_out.values(),
            ):
                if file is not None:
                    file.close()
            self._tables.clear()
            if self._book is not None:
                self._book.close()

    def keys(self) -> list[TableKey]:
        """Return the tables of the folder, by their numbers of men; for a book, the book's."""
        if self._folder is None:
            return [] if self._book is None else self._book.keys()
        found = {key: None for kind in Kind for key in self._folder.keys(kind)}
        return sorted(found, key=table_order)

    def find(self, key: TableKey) -> tuple[Source, Kind] | None:
        """Return where a table is and its kind, or None; with distances if possible."""
        table = self._tables.get(key)
        if table is not None and table.source is not Source.AHEAD:
            return table.source, table.kind
        for source, kind in _SOURCES:
            if (source, kind, key) not in self._left_out and self._has(source, kind, key):
                return source, kind
        return None

    def _has(self, source: Source, kind: Kind, key: TableKey) -> bool:
        if source is Source.BOOK:
            return self._book is not None and self._book.has(key)
        if self._folder is None or not self._folder.has(key, kind):
            return False
        try:
            stored = self._folder.stores(key, kind)
        except CorruptTableError:
            return source is Source.TABLE  # to be reported when it is opened
        if source is Source.TABLE:
            return stored
        return not stored and self._first_missing(key, kind) is None

    def _first_missing(self, key: TableKey, kind: Kind) -> TableKey | None:
        """Return a table that a look ahead from ``key`` needs and that is missing, if any."""
        for successor in key.successors:
            found = self.find(successor)
            if found is None or (kind is Kind.DISTANCE and found[1] is not Kind.DISTANCE):
                return successor
        return None

    def ask(self, key: TableKey, question: Callable[[OpenTable], T]) -> T:
        """Return a table's answer; the next place's if the table is damaged and left out."""
        while True:
            table = self._tables.get(key)
            if table is None:
                table = self._open(key)
            try:
                return question(table)
            except CorruptTableError as error:
                if self._on_damage is None:
                    raise
                with self._opening:
                    # Another thread may have met the same damage, and opened the next table.
                    if self._tables.get(key) is table:
                        del self._tables[key]
                        self._leave_out((table.source, table.kind, key), error, table.file)

    def _leave_out(
        self, place: Place, error: CorruptTableError, file: TableFile | None = None
    ) -> None:
        """Skip this place from now on; its file stays open for the threads that read it."""
        if self._on_damage is None:
            raise error
        self._left_out[place] = file
        self._on_damage(error)

    def _open(self, key: TableKey) -> OpenTable:
        with self._opening:
            if self._closed:
                raise ValueError(f"the tablebase {str(self.path)!r} is closed")
            while key not in self._tables:
                found = self.find(key)
                if found is None:
                    raise MissingTableError(self.describe_missing(key))
                source, kind = found
                try:
                    file = self._open_file(key, source, kind)
                except CorruptTableError as error:
                    self._leave_out((source, kind, key), error)
                    continue
                self._tables[key] = OpenTable(
                    source, kind, file, key.index, file.header.block_slots, _VALUES[kind]
                )
            return self._tables[key]

    def _open_file(self, key: TableKey, source: Source, kind: Kind) -> TableFile:
        if source is Source.BOOK:
            assert self._book is not None
            return self._book.open_table(key)
        assert self._folder is not None
        return self._folder.open(key, kind)

    def describe_missing(self, key: TableKey) -> str:
        """Return a message that names the table and the command that makes it."""
        if self._folder is None:
            return f"table {key.name} is not in the book {str(self.path)!r}"
        if any(self._folder.has(key, kind) for kind in Kind):
            key = self._first_missing(key, Kind.WDL) or key
        return missing_message(key, self.path)
