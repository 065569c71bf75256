"""The tablebase: the values of solved positions, one at a time or many at once."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Self, TypeVar, overload

import numpy as np

from merels.board.index.dense import Slots
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError, MissingTableError, PositionError
from merels.rules import generator
from merels.rules.move import Move
from merels.rules.outcome import position_outcome
from merels.rules.position import AnyPosition, Position, position_of
from merels.rules.value import DRAW, Result, Source, Value, best_line, rate_moves
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as variant_of
from merels.values import batches
from merels.values import book as books
from merels.values.batches import Counts, Masks, Scores
from merels.values.book import SUFFIX, Book, Shelf
from merels.values.folder import TableFolder, default_folder
from merels.values.format.header import Kind
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import AnyTable, TableKey, has_tables, key_of
from merels.values.layout.plan import Plan
from merels.values.layout.statistics import RESULTS, Statistics
from merels.values.open_tables import BlockCache, OnDamage, OpenTable, OpenTables

T = TypeVar("T")

CACHE_BYTES: Final = 256 << 20

_LOST: Final = Value(Result.LOSS, 0)
_WON: Final = Value(Result.WIN, 0)


class MoveValue(NamedTuple):
    """A legal move and its value for the side that plays it."""

    move: Move
    value: Value


class Tablebase:
    """The tables of a folder, a book, or both, as a context manager; see `open_tablebase`.

    The book answers if the folder lacks a table or has it without distances. Files are opened when
    they are first needed and stay open. Thread-safe. Values are for the side to move; the rules
    that draw a game by repetition or after many moves do not count.

    Every question raises `MissingTableError`, which names the table and the command that makes it,
    if neither folder nor book has the table, and `CorruptTableError`, which names file and part, if
    a file is damaged. Other tables, and other blocks of the same table, still answer. With
    ``on_damage``, a damaged table is reported once and then treated as missing.

    Where a position is asked for, a `Game` stands for its current position.
    """

    def __init__(
        self,
        path: Path | None,
        cache_bytes: int = CACHE_BYTES,
        book: Book | Shelf | None = None,
        on_damage: OnDamage | None = None,
    ) -> None:
        folder = None if path is None else TableFolder(path)
        self._tables = OpenTables(folder, book, on_damage)
        self._cache = BlockCache(cache_bytes)

    @property
    def path(self) -> Path:
        """The folder; for a book alone, its file."""
        return self._tables.path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files and forget what was read. Probing raises `ValueError` from then on."""
        self._tables.close()
        self._cache.clear()

    def __repr__(self) -> str:
        return f"Tablebase({str(self.path)!r})"

    # One position.

    def probe(self, position: AnyPosition) -> Value:
        """Return the value of a position.

        A side with fewer than three men has lost in 0 plies, and so has a side that cannot move. In
        mid-turn the value is the value of the best capture, which completes a ply. ``plies`` is
        None if there is only a table of wins, draws and losses.
        """
        position = position_of(position)
        if position.removing:
            return self.probe_moves(position)[0].value
        decided = _decide_by_few_men(position)
        if decided is not None:
            return decided
        if _has_ban(position):
            return self._probe_ban(position)
        try:
            key = TableKey.of(position)
            return self._tables.ask(key, lambda table: self._read(table, position))
        except MissingTableError:
            outcome = position_outcome(position)
            if outcome is None:
                raise
            return DRAW if outcome.winner is None else _LOST

    def _probe_ban(self, position: Position) -> Value:
        """Return the value of a position that no table has, by looking ahead until it has none."""
        moves = self.probe_moves(position)
        if moves:
            return moves[0].value
        outcome = position_outcome(position)
        return DRAW if outcome is None or outcome.winner is None else _LOST

    def _read(self, table: OpenTable, position: Position) -> Value:
        if table.source is Source.AHEAD:
            masks = (np.array([side], dtype=np.int64) for side in (position.own, position.enemy))
            return table.values[int(self._look_ahead(table, *masks)[0])]
        slot = table.index.slot_of(position.own, position.enemy)
        block, place = divmod(slot, table.block_slots)
        return table.values[int(self._cache.read_block(table.file, block)[place])]

    @overload
    def get(self, position: AnyPosition) -> Value | None: ...
    @overload
    def get(self, position: AnyPosition, default: T) -> Value | T: ...
    def get(self, position: AnyPosition, default: T | None = None) -> Value | T | None:
        """Return the value of a position, or ``default`` if its table is missing."""
        try:
            return self.probe(position)
        except MissingTableError:
            return default

    def source(self, position: AnyPosition) -> Source | None:
        """Return where the value of a position comes from: ``"table"``, ``"ahead"`` or ``"book"``.

        ``"ahead"`` is a one-move look-ahead, into the tables that the moves lead to. None if the
        value is unknown, and if no table is needed because a side has too few men or, where there
        is no table, cannot move. In mid-turn, ``"ahead"`` or ``"book"`` if the value of any capture
        comes from there.
        """
        position = position_of(position)
        if position.removing:
            after = [position.successor(move) for move in position.generate_moves()]
            sources = [self.source(p) for p in after if _decide_by_few_men(p) is None]
            # By name: a look ahead comes before the book, and the book before tables.
            return None if None in sources else min(filter(None, sources), default=None)
        if _decide_by_few_men(position) is not None or not has_tables(position.variant):
            return None
        if _has_ban(position):
            return Source.AHEAD
        found = self._tables.find(TableKey.of(position))
        return None if found is None else found[0]

    def probe_moves(self, position: AnyPosition) -> list[MoveValue]:
        """Return the legal moves with their values, the best first.

        A move's value is for the side that plays it, in plies counted from ``position``. The order
        is the order of `Value.sort_key`: quickest wins first, slow losses before quick losses;
        equal moves stay in the generator's order. There are none if the game is over.
        """
        rated = rate_moves(position_of(position), self.probe)
        return [MoveValue(move, value) for move, value, _ in rated if value is not None]

    def get_moves(self, position: AnyPosition) -> list[tuple[Move, Value | None]]:
        """Return what `probe_moves` does, with moves of unknown value (None) at the end.

        Where the book ends, a position has a value but its moves have none.
        """
        return [each[:2] for each in rate_moves(position_of(position), self.get)]

    def best_line(self, position: AnyPosition) -> list[Move]:
        """Return best play by both sides to the end of the game, one move a ply.

        The line is empty if the game is over, or drawn. Needs exact tables along
        the way.
        """
        position = position_of(position)
        line = best_line(position, self.probe)
        for move in line:
            position = position.successor(move)
        value = self.probe(position)
        if value.result is not Result.DRAW and value.plies != 0:
            raise self._no_line(position, value)
        return line

    def _no_line(self, position: Position, value: Value) -> MissingTableError | CorruptTableError:
        """Return the error that explains why no move is known to lead to ``value``."""
        blurred = [
            position.successor(move)
            for move, rating in self.probe_moves(position)
            if rating.plies is None and rating.result is not Result.DRAW
        ]
        if value.plies is None and not position.removing:
            blurred.insert(0, position)
        if blurred:
            missing = self._tables.describe_missing(TableKey.of(blurred[0]))
            return MissingTableError(f"a line to the end needs distances: {missing}")
        return CorruptTableError(
            f"{self.path}: the tables contradict each other: {position.fen()!r} is a {value}, but "
            "no move leads to this value"
        )

    # Many positions.

    def probe_many(
        self,
        own: Masks,
        enemy: Masks,
        variant: AnyVariant = NINE_MENS_MORRIS,
        *,
        own_in_hand: Counts = 0,
        enemy_in_hand: Counts = 0,
        exact: bool = True,
    ) -> Scores:
        """Return the scores of many positions, in the shape of the masks.

        ``own`` are the men of the side to move, ``enemy`` the men of the other side; the numbers of
        men, on the board and in hand, may differ from position to position. A score is 0 for a
        draw, else the plies to the end plus 1, even for a win and odd for a loss. With
        ``exact=False`` it is 0 for a draw, 1 for a loss and 2 for a win, and tables without
        distances are enough.

        Raises `PositionError` if a position is impossible, or the game was over before this turn.
        """
        rules = variant_of(variant)
        ours, theirs = batches.check_masks(own, enemy, rules.board)
        scores = np.empty(ours.size, dtype=np.uint16)
        flat_own, flat_enemy = ours.ravel(), theirs.ravel()
        hands = batches.check_hands(own_in_hand, enemy_in_hand, ours.shape)
        for men, chosen in batches.split_by_men(flat_own, flat_enemy, *hands):
            key = TableKey(*men, rules)
            _check_men(key, rules)
            scores[chosen] = self.probe_table(
                key, flat_own[chosen], flat_enemy[chosen], exact=exact
            )
        return scores.reshape(ours.shape)

    def probe_table(self, key: TableKey, own: Int64s, enemy: Int64s, *, exact: bool) -> Slots:
        """Return the scores of positions of one table, as `probe_many` does, unchecked."""
        if key.own + key.own_in_hand < FEWEST:
            return np.ones(len(own), dtype=np.uint8)

        def gather(table: OpenTable) -> Slots:
            if exact and table.kind is not Kind.DISTANCE:
                raise MissingTableError(f"distances: {self._tables.describe_missing(key)}")
            if table.source is Source.AHEAD:
                return self._look_ahead(table, own, enemy)
            return batches.gather_scores(
                table.index.slots_of(own, enemy),
                table.block_slots,
                lambda number: self._cache.read_block(table.file, number),
            )

        scores = self._tables.ask(key, gather)
        return scores if exact else RESULTS[scores]

    def _look_ahead(self, table: OpenTable, own: Int64s, enemy: Int64s) -> Slots:
        """Return the scores of positions whose table is left out."""
        exact = table.kind is Kind.DISTANCE
        probe = partial(self.probe_table, exact=exact)
        scores = batches.look_ahead(table.file.header.key, own, enemy, probe)
        return scores if exact else RESULTS[scores]

    # Tables.

    def tables(self) -> list[TableKey]:
        """Return the tables of the folder, by their numbers of men; for a book, the book's."""
        return self._tables.keys()

    def statistics(self, key: AnyTable) -> Statistics:
        """Return a table's counts of wins, draws and losses, and its longest win and loss.

        Here and below a table may be text, such as ``"4-3"``.
        """
        return self._tables.ask(key_of(key), lambda table: table.file.header.statistics)

    def dependencies(self, key: AnyTable) -> list[TableKey]:
        """Return the tables that play from a table can lead to, including itself."""
        plan = Plan.for_tables([key_of(key)], is_done=lambda _: False)
        return [table for pair in plan.pairs for table in pair.tables]

    def missing(self, key: AnyTable) -> list[TableKey]:
        """Return the `dependencies` that are missing."""
        return [table for table in self.dependencies(key) if self._tables.find(table) is None]

    def covers(self, position: AnyPosition) -> bool:
        """Whether the value of every position that play can reach from here is known."""
        position = position_of(position)
        if position.removing:  # all captures lead to one table
            position = position.successor(next(position.generate_moves()))
        if _decide_by_few_men(position) is not None:
            return True
        if not has_tables(position.variant):
            return False
        needed = self.dependencies(TableKey.of(position))
        return all(self._tables.find(table) is not None for table in needed)


def open_tablebase(
    path: str | os.PathLike[str] | None = None,
    cache_bytes: int = CACHE_BYTES,
    on_damage: OnDamage | None = None,
) -> Tablebase:
    """Open the tables of a folder, by default the folder that ``merels solve`` writes to.

    ``cache_bytes`` bounds the decoded blocks in memory. The folder may be empty or missing, and
    tables that are written to it later are found. The books that ship with the package answer for
    tables that the folder lacks. Damaged tables raise, or are passed to ``on_damage`` and left out.
    """
    folder = default_folder() if path is None else Path(path)
    return Tablebase(folder, cache_bytes, Shelf(books.FOLDER, on_damage), on_damage)


def open_book(of: AnyVariant = NINE_MENS_MORRIS) -> Tablebase:
    """Open a book alone: the book of a variant, which ships with the package, or a file.

    Raises `MissingTableError` if there is no such book.
    """
    if isinstance(of, Variant) or (isinstance(of, str) and not of.endswith(SUFFIX)):
        return Tablebase(None, book=Book.open_shipped(variant_of(of)))
    return Tablebase(None, book=Book.open(Path(of)))


def open_books() -> Tablebase:
    """Open all books that ship with the package, without a folder of tables."""
    return Tablebase(None, book=Shelf(books.FOLDER))


def _decide_by_few_men(position: Position) -> Value | None:
    """Return the value if a side has fewer than three men, or None if play goes on."""
    own, enemy, own_in_hand, enemy_in_hand = position.sides
    if generator.has_too_few(own, own_in_hand):
        return _LOST
    if generator.has_too_few(enemy, enemy_in_hand):
        return _WON
    return None


def _has_ban(position: Position) -> bool:
    marks = position.marks
    return marks.ban is not None or marks.other_ban is not None


def _check_men(key: TableKey, variant: Variant) -> None:
    """Raise `PositionError` if positions with these numbers of men have no score."""
    sides = ("own", key.own, key.own_in_hand), ("enemy", key.enemy, key.enemy_in_hand)
    for name, men, in_hand in sides:
        if men + in_hand > variant.men:
            raise PositionError(name, f"{men + in_hand} men; a side has at most {variant.men}")
    if key.is_staged:
        problem = "masks do not say who closed the first mill; probe takes positions, which do"
        raise PositionError("own_in_hand", problem)
    if key.enemy + key.enemy_in_hand < FEWEST:
        raise PositionError("enemy", f"{key.enemy} men are too few; the game was already over")
