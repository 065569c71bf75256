"""Exact values: what tables and book say of a position, its moves, and the line of best play."""

from __future__ import annotations

from typing import Final

from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.tablebase.tablebase import Tablebase
from merels.web.describe import describe_value
from merels.web.games import generate_successors
from merels.web.models import LineDocument, ProbedMove, ProbeDocument
from merels.web.sources import Sources

LONGEST_LINE: Final = 512
"""No line is that long: distances are below 256."""


class Verdicts:
    """A tablebase as the interface shows it. Thread-safe, as the tablebase is."""

    def __init__(self, tablebase: Tablebase) -> None:
        self.tablebase = tablebase

    def probe(self, game: Game) -> ProbeDocument:
        """Return the value of a game's position and of its moves, best first, unknown ones last."""
        sources = Sources(self.tablebase)
        rated: list[tuple[Value | None, ProbedMove]] = []
        for move, after, fen in generate_successors(game):
            value = self.tablebase.get(after)
            source = None if value is None else sources.of(after)
            value = None if value is None else value.before_move()
            probed = ProbedMove(move=str(move), fen=fen, source=source, value=describe_value(value))
            rated.append((value, probed))
        rated.sort(key=lambda pair: _sort_key(pair[0]), reverse=True)
        value = self.tablebase.get(game.position)
        return ProbeDocument(
            fen=game.fen(),
            source=None if value is None else sources.of(game.position),
            value=describe_value(value),
            moves=[probed for _, probed in rated],
        )

    def line(self, position: Position) -> LineDocument:
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
        return LineDocument(moves=[str(move) for move in moves], value=describe_value(first))

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
