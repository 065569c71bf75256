"""The positions whose exact values ship with the package, in its results.

The results name a few hundred positions with their values: the longest win and loss of every
table, the longest game move by move, the first moves and the first mistakes. Their values hold
where tables and book are missing, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from merels.board.index.dense import Slots
from merels.board.index.ranking import Int64s
from merels.errors import MissingTableError
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.unusual import Marks, State
from merels.rules.value import RatedMove, Result, Source, Value, rate_moves
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.key import TableKey
from merels.values.shipped import Document, load_results
from merels.values.tablebase import Tablebase

Known: TypeAlias = tuple[Position, Value]


class ExactValues:
    """Exact values: by the tables, a look ahead, the book or the shipped results.

    An `Oracle`; ``tablebase`` is asked first.
    """

    def __init__(self, tablebase: Tablebase) -> None:
        self.tablebase = tablebase

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown."""
        value = self.tablebase.get(position)
        return reported_value(position) if value is None else value

    def probe_table(self, key: TableKey, own: Int64s, enemy: Int64s, *, exact: bool) -> Slots:
        """Return the scores of positions of one table, by the tables."""
        return self.tablebase.probe_table(key, own, enemy, exact=exact)

    def source(self, position: Position) -> Source | None:
        """Return where the value of a position comes from, None if it is unknown.

        Positions that the rules decide, because a side has too few men, count as values from a
        table.
        """
        found = self._table_source(position)
        if found is None and reported_value(position) is not None:
            return Source.RESULTS
        return found

    def _table_source(self, position: Position) -> Source | None:
        if self.tablebase.get(position) is None:
            return None
        return self.tablebase.source(position) or Source.TABLE

    def rate_moves(self, position: Position) -> list[RatedMove]:
        """Return the legal moves with their values, best first, unknown values last."""
        sources: dict[tuple[int, int, Marks], Source | None] = {}

        def source_of(after: Position) -> Source | None:
            # All captures lead to one table, and all other moves to another table.
            kind = (
                (after.white | after.black).bit_count(),
                after.white_in_hand + after.black_in_hand,
                after.marks,
            )
            if kind not in sources:
                sources[kind] = self._table_source(after)
            return sources[kind]

        def get(after: Position) -> Value | None:
            known = reported_value if source_of(after) is None else self.tablebase.get
            return known(after)

        def source(after: Position) -> Source:
            return source_of(after) or Source.RESULTS

        return rate_moves(position, get, source)


def reported_value(position: Position) -> Value | None:
    """Return the value of a position by the shipped results, or None if they lack it.

    >>> reported_value(Position.start())
    Value(Result.DRAW)
    """
    if position.removing:
        return None
    return _load(position.variant).get(position.canonical().state)


@cache
def _load(variant: Variant) -> dict[State, Value]:
    try:
        document = load_results(variant)
    except MissingTableError:
        return {}
    return {
        position.canonical().state: value for position, value in generate_known(document, variant)
    }


def generate_known(document: Document, variant: Variant = NINE_MENS_MORRIS) -> Iterator[Known]:
    """Yield the positions of a document of results with their values for the side to move."""
    start = Position.start(variant)
    if document["empty_board"]:
        yield start, _read(document["empty_board"])
    for first in document["openings"] or ():
        position = _play(start, [first["move"]])
        yield position, _after(_read(first))
        for reply in first["replies"]:
            yield _play(position, [reply["move"]]), _after(_read(reply))
    for line in (document["first_mistakes"] or {"lines": []})["lines"]:
        if line["plies"] is not None:
            yield _play(start, line["moves"]), Value(Result.WIN, line["plies"] - 1)
    yield from _along_longest_game(document["longest_game"], variant)
    for table in document["tables"]:
        for result in (Result.WIN, Result.LOSS):
            fen = table[f"longest_{result}_fen"]
            if fen is not None:
                yield Position.from_fen(fen, variant), Value(result, table[f"longest_{result}"])


def _along_longest_game(game: Document | None, variant: Variant) -> Iterator[Known]:
    if game is None:
        return
    position, value = Position.from_fen(game["fen"], variant), _read(game)
    yield position, value
    for move in game["moves"] or ():
        after = _play(position, [move])
        value = _after(value, again=after.turn is position.turn)
        position = after
        yield position, value


def _play(position: Position, moves: list[str]) -> Position:
    for move in moves:
        position = position.successor(Move.parse(move, position.variant.board))
    return position


def _read(document: Document) -> Value:
    return Value(Result[document["result"].upper()], document["plies"])


def _after(value: Value, *, again: bool = False) -> Value:
    """Return the value after a move that is worth ``value``: the opposite of `before_move`."""
    result = value.result if again else Result(-value.result)
    return Value(result, None if value.plies is None else value.plies - 1 - again)
