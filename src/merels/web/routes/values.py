"""Exact values: of a position, of its moves, and the line of best play; documents and routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from merels.engine.oracle import Prospect
from merels.errors import MissingTableError
from merels.prospects.chances import Chances
from merels.rules import oracle
from merels.rules.game import Game
from merels.rules.oracle import RatedMove, Source
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, spell
from merels.values.known_positions import ExactValues
from merels.web.api.answers import generate_successors, read_game, value_document
from merels.web.api.documents import (
    ENDGAME_FEN,
    Answer,
    Fen,
    PersonName,
    ValueDocument,
    VariantText,
)
from merels.web.routes.dependencies import InThread, Tables


class ChanceMembers(TypedDict, total=False):
    """What is added to a move if chances are asked for; null if not known."""

    chance: float | None
    """What best play after the move can expect to score against that player."""
    replies: int | None
    """How many replies there are, ..."""
    holding: int | None
    """... and how many of them keep the value."""


class ProbedMove(Answer, ChanceMembers):
    """A move, its value for the side that plays it, and the value's source; null if not known."""

    move: str
    fen: str
    source: Source | None
    value: ValueDocument | None


class PositionChances(TypedDict, total=False):
    """What is added to a position if chances are asked for; null if not known."""

    chance: float | None
    """What best play by the side to move can expect to score against that player."""
    opponent_chance: float | None
    """What best play by the other side can expect if that player is to move."""


class ProbeDocument(Answer, PositionChances):
    """The value of a position for the side to move, and its moves, best first."""

    variant: str
    fen: str
    source: Source | None
    value: ValueDocument | None
    moves: list[ProbedMove]


class LineDocument(Answer):
    """Best play by both sides, as far as exact values are known."""

    moves: list[str]
    value: ValueDocument | None


def probe_position(values: ExactValues, game: Game, person: str | None = None) -> ProbeDocument:
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


router = APIRouter(tags=["values"])


@router.get("/probe", response_model=ProbeDocument)
async def probe(
    tables: Tables,
    in_thread: InThread,
    fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])],
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
    chances: PersonName | None = None,
) -> Response:
    """Give the exact value of a position and of each move, best first; null if not known.

    The source of a value is `table`, `ahead` (a one-move look-ahead into tables), `book`, or
    `results` (the shipped results know the position). With `chances`, each move says what it can
    expect to score against a fallible player, and how many replies hold; equal moves are ordered by
    it.
    """
    return await in_thread(
        lambda: JSONResponse(
            probe_position(tables.values, read_game(fen, variant=variant), chances)
        )
    )


@router.get("/line", response_model=LineDocument)
async def show_line(
    tables: Tables,
    in_thread: InThread,
    fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])],
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
) -> Response:
    """Give best play by both sides, as far as exact values are known."""
    return await in_thread(
        lambda: JSONResponse(best_line(tables.values, read_game(fen, variant=variant).position))
    )
