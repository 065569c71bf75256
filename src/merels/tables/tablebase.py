"""The tablebase: what solved positions are worth, asked one by one or many at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar, overload

import numpy as np

from merels.board.index.dense import Bytes
from merels.board.index.ranking import Int64s
from merels.board.index.slots import TableIndex
from merels.errors import CorruptTableError, MissingTableError, PositionError
from merels.rules import generator
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import DRAW, Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.tables.batches import Masks, check_masks, gather_scores, split_by_men
from merels.tables.book import Book, shipped_path
from merels.tables.cache import BlockCache
from merels.tables.folder import TableFolder, default_folder, missing_message
from merels.tables.format.header import Kind
from merels.tables.format.reader import TableFile
from merels.tables.key import FEWEST, TableKey, table_order
from merels.tables.plan import Plan
from merels.tables.statistics import Statistics

T = TypeVar("T")

CACHE_BYTES: Final = 256 << 20

KINDS: Final = (Kind.DISTANCE, Kind.WDL)
"""Kinds of tables, the more telling one first."""

OnDamage: TypeAlias = Callable[[CorruptTableError], None]
"""Called once with the error of a damaged table."""

# What a slot stands for, built once: a probe is a look-up.
_VALUES: Final = {
    Kind.DISTANCE: tuple(map(Value.from_score, range(256))),
    Kind.WDL: (DRAW, Value(Result.LOSS), Value(Result.WIN)),
}
_LOST: Final = Value(Result.LOSS, 0)
_WON: Final = Value(Result.WIN, 0)

# A score without its distance: 0 draw, 1 loss, 2 win.
_RESULTS: Final = np.array([0] + [2 - score % 2 for score in range(1, 256)], dtype=np.uint8)


class MoveValue(NamedTuple):
    """A legal move and its value for the side that plays it."""

    move: Move
    value: Value


class Source(StrEnum):
    """Where a value comes from."""

    TABLE = "table"
    BOOK = "book"


Place: TypeAlias = tuple[Source, Kind, TableKey]
"""Where a table may be."""

_SOURCES: Final = (
    (Source.TABLE, Kind.DISTANCE),
    (Source.BOOK, Kind.DISTANCE),
    (Source.TABLE, Kind.WDL),
)
"""Where tables are looked for, the most telling ones first."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """A table whose file is open, and how to read it."""

    source: Source
    kind: Kind
    file: TableFile
    index: TableIndex
    block_slots: int
    values: tuple[Value, ...]


class Tablebase:
    """The tables of a folder, a book, or both, as a context manager; see `open_tablebase`.

    The book answers where the folder lacks a table, or has it without distances. Files are opened
    when they are first needed and stay open. Thread-safe. Values are for the side to move, and hold
    without any rule of drawing by repetition or by a number of moves.

    Whatever is asked raises `MissingTableError`, which names the table and the command that makes
    it, where neither folder nor book has it, and `CorruptTableError`, which names file and part,
    where a file is damaged; other tables, and other blocks of the same table, can be asked all the
    same. With ``on_damage`` a damaged table is reported there, once, and left out from then on, as
    if its file were missing.
    """

    def __init__(
        self,
        path: Path | None,
        cache_bytes: int = CACHE_BYTES,
        book: Book | None = None,
        on_damage: OnDamage | None = None,
    ) -> None:
        self._folder = None if path is None else TableFolder(path)
        self._book = book
        self._cache = BlockCache(cache_bytes)
        self._on_damage = on_damage
        self._left_out: dict[Place, TableFile | None] = {}
        self._tables: dict[TableKey, OpenTable] = {}
        self._opening = threading.Lock()
        self._closed = False

    @property
    def path(self) -> Path:
        """The folder; of a book alone, its file."""
        if self._folder is not None:
            return self._folder.path
        return Path("" if self._book is None else self._book.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all files and forget what was read. Whoever asks later gets a `ValueError`."""
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
        self._cache.clear()

    def __repr__(self) -> str:
        return f"Tablebase({str(self.path)!r})"

    # One position.

    def probe(self, position: Position) -> Value:
        """Return the value of a position.

        A side with fewer than three men has lost in 0 plies; so has a side that cannot move. In
        mid-turn the value is that of the best removal, which completes a ply. Where there is no
        exact table but one of wins, draws and losses, ``plies`` are None.
        """
        if position.removing:
            return self.probe_moves(position)[0].value
        decided = _decide_by_few_men(position)
        if decided is not None:
            return decided
        return self._ask(TableKey.of(position), lambda table: self._read(table, position))

    def _read(self, table: OpenTable, position: Position) -> Value:
        slot = table.index.slot_of(position.own, position.enemy)
        block, place = divmod(slot, table.block_slots)
        return table.values[int(self._cache.read_block(table.file, block)[place])]

    @overload
    def get(self, position: Position) -> Value | None: ...
    @overload
    def get(self, position: Position, default: T) -> Value | T: ...
    def get(self, position: Position, default: T | None = None) -> Value | T | None:
        """Return the value of a position, ``default`` where its table is missing."""
        try:
            return self.probe(position)
        except MissingTableError:
            return default

    def source(self, position: Position) -> Source | None:
        """Return where the value of a position comes from: ``"table"`` or ``"book"``.

        None where it is not known, and where nothing was asked because a side has too few men. In
        mid-turn, ``"book"`` where the book answers for any of the removals.
        """
        if position.removing:
            after = [position.successor(move) for move in position.generate_moves()]
            sources = [self.source(p) for p in after if _decide_by_few_men(p) is None]
            # By name, so that the book comes before tables.
            return None if None in sources else min(filter(None, sources), default=None)
        if _decide_by_few_men(position) is not None:
            return None
        found = self._find(TableKey.of(position))
        return None if found is None else found[0]

    def probe_moves(self, position: Position) -> list[MoveValue]:
        """Return the legal moves with their values, the best first.

        A move's value is for the side that plays it, in plies counted from ``position``. The order
        is that of `Value.sort_key`, wins by the quickest and losses by the slowest; equal moves
        stay in the generator's order. Where the game is over there are none.
        """
        rated = [
            MoveValue(move, self.probe(position.successor(move)).before_move())
            for move in position.generate_moves()
        ]
        return sort_moves(rated)

    def get_moves(self, position: Position) -> list[tuple[Move, Value | None]]:
        """Return what `probe_moves` does, and moves whose values are not known behind the others.

        So it is where the book ends: a position's value is known, and those of its moves are not.
        """
        rated: list[MoveValue] = []
        unknown: list[tuple[Move, Value | None]] = []
        for move in position.generate_moves():
            value = self.get(position.successor(move))
            if value is None:
                unknown.append((move, None))
            else:
                rated.append(MoveValue(move, value.before_move()))
        return [*sort_moves(rated), *unknown]

    def best_line(self, position: Position) -> list[Move]:
        """Return best play by both sides to the end of the game, one move a ply.

        Empty where the game is over, and where it is drawn: a draw has no end to play to. Needs
        exact tables along the way.
        """
        line: list[Move] = []
        value = self.probe(position)
        while value.result is not Result.DRAW and value.plies != 0:
            rated = self.probe_moves(position)
            best = next((move for move, rating in rated if rating == value), None)
            if best is None or value.plies is None:
                raise self._no_line(position, value, rated)
            line.append(best)
            position = position.successor(best)
            value = self.probe(position)
        return line

    def _no_line(
        self, position: Position, value: Value, rated: list[MoveValue]
    ) -> MissingTableError | CorruptTableError:
        """Return why no move is known to lead to ``value``."""
        blurred = [
            position.successor(move)
            for move, rating in rated
            if rating.plies is None and rating.result is not Result.DRAW
        ]
        if value.plies is None and not position.removing:
            blurred.insert(0, position)
        if blurred:
            missing = self._describe_missing(TableKey.of(blurred[0]))
            return MissingTableError(f"a line to the end needs distances: {missing}")
        return CorruptTableError(
            f"{self.path}: the tables contradict each other: {position.fen()!r} is a {value}, and "
            "no move leads there"
        )

    # Many positions.

    def probe_many(
        self,
        own: Masks,
        enemy: Masks,
        variant: Variant = NINE_MENS_MORRIS,
        *,
        exact: bool = True,
    ) -> Bytes:
        """Return the scores of many positions with all men placed, in the shape of the masks.

        ``own`` are men of the side to move, ``enemy`` those of the other; their numbers may differ
        from position to position. A score is 0 for a draw, else the plies to the end + 1, even for
        a win and odd for a loss. With ``exact=False`` it is 0 for a draw, 1 for a loss and 2 for a
        win, and tables without distances serve as well.

        Raises `PositionError` where a position is impossible, or was over before this turn: then
        no score stands for it.
        """
        ours, theirs = check_masks(own, enemy)
        scores = np.empty(ours.size, dtype=np.uint8)
        flat_own, flat_enemy = ours.ravel(), theirs.ravel()
        for own_men, enemy_men, chosen in split_by_men(flat_own, flat_enemy):
            key = TableKey(own_men, enemy_men, variant=variant)
            scores[chosen] = self._probe_table(key, flat_own[chosen], flat_enemy[chosen], exact)
        return scores.reshape(ours.shape)

    def _probe_table(self, key: TableKey, own: Int64s, enemy: Int64s, exact: bool) -> Bytes:
        _check_men(key)
        if key.own < FEWEST:
            return np.ones(len(own), dtype=np.uint8)

        def gather(table: OpenTable) -> Bytes:
            if exact and table.kind is not Kind.DISTANCE:
                raise MissingTableError(f"distances: {self._describe_missing(key)}")
            return gather_scores(
                table.index.slots_of(own, enemy),
                table.block_slots,
                lambda number: self._cache.read_block(table.file, number),
            )

        scores = self._ask(key, gather)
        return scores if exact else _RESULTS[scores]

    # Tables.

    def tables(self) -> list[TableKey]:
        """Return the tables of the folder, by their numbers of men; of a book alone, its own."""
        if self._folder is None:
            return [] if self._book is None else self._book.keys()
        found = {key: None for kind in KINDS for key in self._folder.keys(kind)}
        return sorted(found, key=table_order)

    def statistics(self, key: TableKey) -> Statistics:
        """Return a table's counts of wins, draws and losses, and its longest of each."""
        return self._ask(key, lambda table: table.file.header.statistics)

    def dependencies(self, key: TableKey) -> list[TableKey]:
        """Return the tables that play from a moving table can lead to, that one among them."""
        plan = Plan.for_tables([key], is_done=lambda _: False)
        return [table for pair in plan.pairs for table in pair]

    def missing(self, key: TableKey) -> list[TableKey]:
        """Return those of the `dependencies` that are not there."""
        return [table for table in self.dependencies(key) if self._find(table) is None]

    def _find(self, key: TableKey) -> tuple[Source, Kind] | None:
        """Return where a table is, and what it tells: the most telling one there is."""
        for source, kind in _SOURCES:
            if (source, kind, key) not in self._left_out and self._has(source, kind, key):
                return source, kind
        return None

    def _has(self, source: Source, kind: Kind, key: TableKey) -> bool:
        if source is Source.BOOK:
            return self._book is not None and self._book.has(key)
        return self._folder is not None and self._folder.has(key, kind)

    def _ask(self, key: TableKey, question: Callable[[OpenTable], T]) -> T:
        """Return a table's answer; where it is damaged and shall be left out, that of the next."""
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
        """Never look there again; the file stays open, since others may be reading it."""
        if self._on_damage is None:
            raise error
        self._left_out[place] = file
        self._on_damage(error)

    def _open(self, key: TableKey) -> OpenTable:
        with self._opening:
            if self._closed:
                raise ValueError(f"the tablebase {str(self.path)!r} is closed")
            while key not in self._tables:
                found = self._find(key)
                if found is None:
                    raise MissingTableError(self._describe_missing(key))
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

    def _describe_missing(self, key: TableKey) -> str:
        if self._folder is None:
            return f"table {key.name} is not in the book {str(self.path)!r}"
        return missing_message(key, self.path)


def open_tablebase(
    path: str | os.PathLike[str] | None = None,
    cache_bytes: int = CACHE_BYTES,
    on_damage: OnDamage | None = None,
) -> Tablebase:
    """Open the tables of a folder, by default the one that ``merels solve`` writes to.

    ``cache_bytes`` bounds the blocks that are kept decoded in memory. The folder may be empty or
    not there, and tables that are written into it later are found. What it lacks, the book of the
    package answers. Damaged tables raise, or are handed to ``on_damage`` and left out.
    """
    folder = default_folder() if path is None else Path(path)
    return Tablebase(folder, cache_bytes, _open_shipped_book(on_damage), on_damage)


def _open_shipped_book(on_damage: OnDamage | None) -> Book | None:
    if not shipped_path().is_file():
        return None
    try:
        return Book.open()
    except CorruptTableError as error:
        if on_damage is None:
            raise
        on_damage(error)
        return None


def open_book(path: str | os.PathLike[str] | None = None) -> Tablebase:
    """Open a book alone, by default that of the package.

    Raises `MissingTableError` where there is none.
    """
    return Tablebase(None, book=Book.open(None if path is None else Path(path)))


def sort_moves(rated: list[MoveValue]) -> list[MoveValue]:
    """Return moves best first; equal ones stay in their order."""
    return sorted(rated, key=lambda rating: rating.value.sort_key, reverse=True)


def _decide_by_few_men(position: Position) -> Value | None:
    """Return the value where a side has fewer than three men, None where play goes on."""
    own, enemy, own_in_hand, enemy_in_hand = position.sides
    if generator.has_too_few(own, own_in_hand):
        return _LOST
    if generator.has_too_few(enemy, enemy_in_hand):
        return _WON
    return None


def _check_men(key: TableKey) -> None:
    """Raise `PositionError` where no position with so many men has a score."""
    for name, men in (("own", key.own), ("enemy", key.enemy)):
        if men > key.variant.men:
            raise PositionError(name, f"{men} men; a side has at most {key.variant.men}")
    if key.enemy < FEWEST:
        raise PositionError("enemy", f"{key.enemy} men are too few; the game was over before")
