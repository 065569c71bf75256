"""Exact values: what tables and book say of a position, its moves, and the line of best play."""

from __future__ import annotations

from typing import Any, Final

from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.tables.open_tables import Source
from merels.tables.tablebase import Tablebase
from merels.web.api.games import describe_value, generate_successors

LONGEST_LINE: Final = 512
"""No line is that long: distances are below 256."""

Data = dict[str, Any]


class Verdicts:
    """A tablebase as the interface shows it. Thread-safe, as the tablebase is.

    Answers are plain data in the form of their documents, `ProbeDocument` and `LineDocument`:
    building those anew for each of some thirty moves costs more than it tells.
    """

    def __init__(self, tablebase: Tablebase) -> None:
        self.tablebase = tablebase

    def probe(self, game: Game) -> Data:
        """Return the value of a game's position and of its moves, best first, unknown ones last."""
        sources: dict[bool, Source] = {}
        rated: list[tuple[Value | None, Data]] = []
        for move, after, fen in generate_successors(game):
            value = self.tablebase.get(after)
            source = None
            if value is not None:
                # All moves that take a man lead to one table, and all others to another.
                source = sources.get(takes := move.captured is not None)
                if source is None:
                    source = sources[takes] = self.source_of(after)
                value = value.before_move()
            shown = {
                "move": str(move),
                "fen": fen,
                "source": source,
                "value": describe_value(value),
            }
            rated.append((value, shown))
        rated.sort(key=lambda pair: _sort_key(pair[0]), reverse=True)
        value = self.tablebase.get(game.position)
        return {
            "fen": game.fen(),
            "source": None if value is None else self.source_of(game.position),
            "value": describe_value(value),
            "moves": [shown for _, shown in rated],
        }

    def source_of(self, position: Position) -> Source:
        """Return where the value of a position is from, which must be known.

        What the rules decide, since a side has too few men, counts as a table's.
        """
        return self.tablebase.source(position) or Source.TABLE

    def line(self, position: Position) -> Data:
        """Return best play as far as exact values reach; a draw has no end to play to."""
        moves: list[Move] = []
        first = value = self.tablebase.get(position)
        while len(moves) < LONGEST_LINE and _goes_on(value):
            best = self._find_move(position, value)
            if best is None:
                break
            moves.append(best)
            position = position.successor(best)
            value = self.tablebase.get(position)
        return {"moves": [str(move) for move in moves], "value": describe_value(first)}

    def _find_move(self, position: Position, value: Value | None) -> Move | None:
        """Return the first move that is worth ``value``."""
        for move in position.generate_moves():
            after = self.tablebase.get(position.successor(move))
            if after is not None and after.before_move() == value:
                return move
        return None


def _sort_key(value: Value | None) -> tuple[bool, tuple[int, int]]:
    return value is not None, (0, 0) if value is None else value.sort_key


def _goes_on(value: Value | None) -> bool:
    return value is not None and value.result is not Result.DRAW and bool(value.plies)
