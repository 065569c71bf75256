"""Exact values: of a position, of its moves, and the line of best play."""

from __future__ import annotations

from merels.engine.oracle import Prospect
from merels.errors import MissingTableError
from merels.prospects.chances import Chances
from merels.rules import oracle
from merels.rules.game import Game
from merels.rules.oracle import RatedMove
from merels.rules.position import Position
from merels.rules.variant import spell
from merels.values.known_positions import ExactValues
from merels.web.api.answers import value_document
from merels.web.api.games import generate_successors
from merels.web.api.models import (
    ChanceMembers,
    LineDocument,
    PositionChances,
    ProbedMove,
    ProbeDocument,
)


def probe(values: ExactValues, game: Game, person: str | None = None) -> ProbeDocument:
    """Return the value of a game's position and of its moves, best first, unknown ones last.

    With the name of a ``person``, also the chances against it, which order moves of equal value.
    """
    fens = {move: fen for move, _, fen in generate_successors(game)}
    rated, chances = _rate(values, game.position, person)
    moves: list[ProbedMove] = [
        {
            "move": str(move),
            "fen": fens[move],
            "source": source,
            "value": value_document(value),
            **chance,
        }
        for (move, value, source), chance in rated
    ]
    return {
        "variant": spell(game.variant),
        "fen": game.fen(),
        "source": values.source(game.position),
        "value": value_document(values.get(game.position)),
        **chances,
        "moves": moves,
    }


def _rate(
    values: ExactValues, position: Position, person: str | None
) -> tuple[list[tuple[RatedMove, ChanceMembers]], PositionChances]:
    """Return what to say about the moves and, with a person, about chances: null if not known."""
    if person is None:
        return [(each, {}) for each in values.rate_moves(position)], {}
    try:
        found = Chances(values).rank(position, values.rate_moves(position), person)
        return [(each, _describe(prospect)) for each, prospect in found], {
            "chance": _round(found[0][1].chance) if found else None,
            "opponent_chance": _opponent_chance(values, position, person),
        }
    except MissingTableError:
        unknown: ChanceMembers = {"chance": None, "replies": None, "holding": None}
        rated = values.rate_moves(position)
        return [(each, unknown) for each in rated], {"chance": None, "opponent_chance": None}


def _describe(prospect: Prospect) -> ChanceMembers:
    return {
        "chance": _round(prospect.chance),
        "replies": prospect.replies,
        "holding": prospect.holding,
    }


def _opponent_chance(values: ExactValues, position: Position, person: str) -> float | None:
    """Return the chance of the side not to move; in mid-turn and after the end there is none."""
    if position.removing or not position.legal_moves:
        return None
    return _round(Chances(values).opponent_chance(position, person))


def _round(chance: float) -> float:
    return round(chance, 4)


def best_line(values: ExactValues, position: Position) -> LineDocument:
    """Return best play as far as exact values are known; a draw has no end to play to."""
    moves = oracle.best_line(position, values.get)
    return {"moves": [str(move) for move in moves], "value": value_document(values.get(position))}
