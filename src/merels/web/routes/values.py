"""Exact values: of a position and its moves, the line of best play, tables, results, puzzles."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal, NotRequired

from fastapi import APIRouter, Request
from starlette.responses import Response
from typing_extensions import TypedDict

from merels.engine.search.root import Prospect
from merels.errors import MissingTableError
from merels.prospects.chances import Chances
from merels.reports.results import list_tables
from merels.rules.game import Game
from merels.rules.position import Position
from merels.rules.value import RatedMove, Source, best_line
from merels.rules.variant import NINE_MENS_MORRIS, Variant, spell
from merels.values.known_positions import ExactValues
from merels.values.shipped import read_results
from merels.web.api.answers import generate_successors, read_game, read_variant, value_document
from merels.web.api.documents import Answer, EndgameFen, PersonName, ValueDocument, VariantText
from merels.web.http.problems import ProblemError
from merels.web.http.static_files import StaticFile, missing_content
from merels.web.routes.dependencies import InThread, Tables

router = APIRouter(tags=["values"])


class ChanceMembers(TypedDict, total=False):
    """The further members of a move if chances are asked for; null if not known."""

    chance: float | None
    """The score that best play after the move can expect against the player."""
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
    """The further members of a position if chances are asked for; null if not known."""

    chance: float | None
    """The score that best play by the side to move can expect against the player."""
    opponent_chance: float | None
    """The score that best play by the other side can expect if the player is to move."""


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
    """Return values of a position and its moves, best first, with chances against a ``person``."""
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
    rated = values.rate_moves(position)
    if person is None:
        return [(each, {}) for each in rated], {}
    chances = Chances(values)
    try:
        found = chances.rank(position, rated, person)
        other = None
        if position.legal_moves and not position.removing:  # in mid-turn there is no other side
            other = round(chances.opponent_chance(position, person), 4)
    except MissingTableError:
        unknown: ChanceMembers = {"chance": None, "replies": None, "holding": None}
        return [(each, unknown) for each in rated], {"chance": None, "opponent_chance": None}
    best = round(found[0][1].chance, 4) if found else None
    described = [(each, _describe(prospect)) for each, prospect in found]
    return described, {"chance": best, "opponent_chance": other}


def _describe(prospect: Prospect) -> ChanceMembers:
    return {
        "chance": round(prospect.chance, 4),
        "replies": prospect.replies,
        "holding": prospect.holding,
    }


@router.get("/probe", response_model=ProbeDocument)
async def probe(
    tables: Tables,
    in_thread: InThread,
    fen: EndgameFen,
    variant: VariantText = NINE_MENS_MORRIS.name,
    chances: PersonName | None = None,
) -> Response:
    """Give the exact value of a position and of each move, best first; null if not known.

    The source of a value is `table`, `ahead` (a one-move look-ahead into tables), `book`, or
    `results` (the shipped results know the position). With `chances`, each move has the score that
    it can expect against a fallible player, and how many replies hold; equal moves are ordered by
    this score.
    """
    return await in_thread(
        lambda: probe_position(tables.values, read_game(fen, variant=variant), chances)
    )


@router.get("/line", response_model=LineDocument)
async def show_line(
    tables: Tables,
    in_thread: InThread,
    fen: EndgameFen,
    variant: VariantText = NINE_MENS_MORRIS.name,
) -> Response:
    """Give best play by both sides, as far as exact values are known."""

    def describe() -> LineDocument:
        position, get = read_game(fen, variant=variant).position, tables.values.get
        moves = [str(move) for move in best_line(position, get)]
        return {"moves": moves, "value": value_document(get(position))}

    return await in_thread(describe)


# The solved game: tables, the figures of a variant, puzzles.


class Counts(Answer):
    """Positions by result, and the longest win and loss in plies."""

    positions: int
    wins: int
    draws: int
    losses: int
    longest_win: int | None
    longest_loss: int | None


class TableDocument(Counts):
    """A table of solved positions."""

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    flying: bool
    kind: str
    bytes: int
    stored: NotRequired[bool]
    """False if its values follow from other tables by a one-move look-ahead."""


class ListedTableDocument(TableDocument):
    """A table among the tables of all variants."""

    variant: str
    """The variant that keeps the table: several may share it."""


class TablesDocument(Answer):
    """The tables that the server reads."""

    tables: list[ListedTableDocument]


class VariantResults(Answer):
    """The rules that were solved."""

    name: str
    """The name in requests, with changes after a colon."""
    title: str
    men: int
    flying: bool


class PhaseResults(Counts):
    """All tables of a phase together."""

    tables: int
    missing: list[str]
    bytes: int
    histogram: list[int]
    """Positions by stored value: 0 draws; else plies to the end + 1, even won and odd lost."""


class PhasesResults(Answer):
    """The two phases of the game."""

    moving: PhaseResults
    placing: PhaseResults


class PlacedResults(Counts):
    """All positions with a given number of men placed."""

    men_placed: int


class OpeningReply(ValueDocument):
    """A class of equal placings and their value for the side that plays them."""

    move: str
    equal: list[str]


class OpeningResults(OpeningReply):
    """A first placing and the replies to it."""

    replies: list[OpeningReply]


class MistakeLine(Answer):
    """A game whose last move loses."""

    moves: list[str]
    plies: int | None
    """Plies to the end, the mistake included."""


class FirstMistakes(Answer):
    """The shortest games to a losing mistake while men are placed."""

    of: int
    """Number of positions after the same number of moves."""
    lines: list[MistakeLine]


class LongestGame(ValueDocument):
    """The longest win or loss, played out by both sides at their best."""

    table: str
    fen: str
    moves: list[str] | None


class TableResults(TableDocument):
    """A table with its longest games and its digest."""

    name: str
    men_placed: int
    longest_win_fen: str | None
    longest_loss_fen: str | None
    sha256: NotRequired[str | None]


class ResultsDocument(Answer):
    """The figures of the solved game; null where tables are missing."""

    format: Literal["merels-results"]
    version: int
    variant: VariantResults
    empty_board: ValueDocument | None
    phases: PhasesResults
    men_placed: list[PlacedResults]
    openings: list[OpeningResults] | None
    first_mistakes: FirstMistakes | None
    longest_game: LongestGame | None
    tables: list[TableResults]


class PuzzleDocument(Answer):
    """A position with one right answer at each turn: win, or hold the draw."""

    id: str
    kind: Literal["win", "draw"]
    fen: str
    plies: int
    """Plies to the end; for a draw, how long the best of the wrong moves holds out."""
    rating: int
    """1 (easy) to 5 (hard)."""
    line: list[str]
    """The solution; the replies in it are the longest defence. For a quickest win it
    has all the plies; it is shorter if it ends where several moves win."""
    strength: int
    """A player of this strength, on the scale of the levels, solves it half of the time."""
    themes: list[
        Literal["double mill", "blockade", "only move", "sacrifice", "flying", "opening trap"]
    ]
    phase: Literal["placing", "moving", "flying"]
    """The phase of the side to move."""


class PuzzlesDocument(Answer):
    """Puzzles, easiest first."""

    puzzles: list[PuzzleDocument]


@router.get("/tables", response_model=TablesDocument)
async def show_tables(served: Tables, in_thread: InThread) -> Response:
    """List the tables that the server reads."""
    return await in_thread(
        lambda: {"tables": [table.listed() for table in list_tables(served.folder.path)[0]]}
    )


@router.get("/results", response_model=ResultsDocument)
def show_results(
    request: Request, variant: VariantText = NINE_MENS_MORRIS.name, tables: bool = True
) -> Response:
    """Give the figures of a solved variant, as shipped with the package; 404 if there are none.

    With `tables=false` the list of tables, nine tenths of the answer, is empty. Tables that are
    not solved yet are listed as missing, and what depends on them is null.
    """
    try:
        return _results_of(read_variant(variant), tables).response(request.headers)
    except MissingTableError as error:
        raise ProblemError("not-found", str(error)) from None


@router.get("/puzzles", response_model=PuzzlesDocument)
def show_puzzles(request: Request) -> Response:
    """Give the puzzles shipped with the package, easiest first."""
    try:
        return _puzzles().response(request.headers)
    except FileNotFoundError:
        raise missing_content(request.url.path) from None


@cache
def _results_of(variant: Variant, tables: bool) -> StaticFile:
    content = read_results(variant)
    if not tables:
        content = json.dumps({**json.loads(content), "tables": []}).encode()
    return StaticFile.read("results.json", content)


@cache
def _puzzles() -> StaticFile:
    name = "puzzles.json"
    return StaticFile.read(name, (files("merels.web.api") / name).read_bytes())
