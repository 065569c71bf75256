"""Exact values from tables and book: of a position, of its moves, and the line of best play."""

from __future__ import annotations

from typing import Final

from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.tables.open_tables import Source
from merels.tables.tablebase import Tablebase
from merels.web.api.answers import value_document
from merels.web.api.games import generate_successors
from merels.web.api.models import LineDocument, ProbedMove, ProbeDocument

LONGEST_LINE: Final = 512
"""No line is this long: distances are below 256."""


def probe(tablebase: Tablebase, game: Game) -> ProbeDocument:
    """Return the value of a game's position and of its moves, best first, unknown ones last."""
    sources: dict[bool, Source | None] = {}
    rated: list[tuple[Value | None, ProbedMove]] = []
    for move, after, fen in generate_successors(game):
        # All captures lead to one table, and all other moves to another.
        takes = move.captured is not None
        if takes not in sources:
            sources[takes] = _source_of(tablebase, after)
        value = None if sources[takes] is None else tablebase.get(after)
        source = None if value is None else sources[takes]
        value = None if value is None else value.before_move()
        probed: ProbedMove = {
            "move": str(move),
            "fen": fen,
            "source": source,
            "value": value_document(value),
        }
        rated.append((value, probed))
    rated.sort(key=lambda pair: _sort_key(pair[0]), reverse=True)
    value = tablebase.get(game.position)
    return {
        "fen": game.fen(),
        "source": _source_of(tablebase, game.position),
        "value": value_document(value),
        "moves": [probed for _, probed in rated],
    }


def _source_of(tablebase: Tablebase, position: Position) -> Source | None:
    """Return the source of a value, None if it is not known.

    Positions that the rules decide, because a side has too few men, count as a table's.
    """
    return None if tablebase.get(position) is None else tablebase.source(position) or Source.TABLE


def best_line(tablebase: Tablebase, position: Position) -> LineDocument:
    """Return best play as far as exact values are known; a draw has no end to play to."""
    moves: list[Move] = []
    first = value = tablebase.get(position)
    while len(moves) < LONGEST_LINE and _goes_on(value):
        best = _find_move(tablebase, position, value)
        if best is None:
            break
        moves.append(best)
        position = position.successor(best)
        value = tablebase.get(position)
    return {"moves": [str(move) for move in moves], "value": value_document(first)}


def _find_move(tablebase: Tablebase, position: Position, value: Value | None) -> Move | None:
    """Return the first move worth ``value``."""
    for move in position.generate_moves():
        after = tablebase.get(position.successor(move))
        if after is not None and after.before_move() == value:
            return move
    return None


def _sort_key(value: Value | None) -> tuple[bool, tuple[int, int]]:
    return value is not None, (0, 0) if value is None else value.sort_key


def _goes_on(value: Value | None) -> bool:
    return value is not None and value.result is not Result.DRAW and bool(value.plies)
