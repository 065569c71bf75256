"""Exact values: of a position, of its moves, and the line of best play."""

from __future__ import annotations

from typing import Final

from merels.reports.known_positions import ExactValues
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.web.api.answers import value_document
from merels.web.api.games import generate_successors
from merels.web.api.models import LineDocument, ProbedMove, ProbeDocument

LONGEST_LINE: Final = 512
"""No line is this long: distances are below 256."""


def probe(values: ExactValues, game: Game) -> ProbeDocument:
    """Return the value of a game's position and of its moves, best first, unknown ones last."""
    fens = {move: fen for move, _, fen in generate_successors(game)}
    moves: list[ProbedMove] = [
        {
            "move": str(move),
            "fen": fens[move],
            "source": source,
            "value": value_document(value),
        }
        for move, value, source in values.rate_moves(game.position)
    ]
    return {
        "fen": game.fen(),
        "source": values.source(game.position),
        "value": value_document(values.get(game.position)),
        "moves": moves,
    }


def best_line(values: ExactValues, position: Position) -> LineDocument:
    """Return best play as far as exact values are known; a draw has no end to play to."""
    moves: list[Move] = []
    first = value = values.get(position)
    while len(moves) < LONGEST_LINE and _goes_on(value):
        best = _find_move(values, position, value)
        if best is None:
            break
        moves.append(best)
        position = position.successor(best)
        value = values.get(position)
    return {"moves": [str(move) for move in moves], "value": value_document(first)}


def _find_move(values: ExactValues, position: Position, value: Value | None) -> Move | None:
    """Return the first move worth ``value``."""
    for move in position.generate_moves():
        after = values.get(position.successor(move))
        if after is not None and after.before_move() == value:
            return move
    return None


def _goes_on(value: Value | None) -> bool:
    return value is not None and value.result is not Result.DRAW and bool(value.plies)
