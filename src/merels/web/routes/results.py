"""The solved game: tables, the figures of a variant, puzzles; each document and its route."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, NotRequired

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from merels.errors import MissingTableError
from merels.reports.listing import list_tables
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.shipped import read_results
from merels.web.api.answers import read_variant
from merels.web.api.documents import Answer, ValueDocument, VariantText
from merels.web.http.problems import ProblemError
from merels.web.http.static_files import StaticFile, missing_content
from merels.web.routes.dependencies import InThread, Tables

router = APIRouter(tags=["values"])


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
    """A table among those of all variants."""

    variant: str
    """The one that keeps the table: several may share it."""


class TablesDocument(Answer):
    """The tables that the server reads."""

    tables: list[ListedTableDocument]


class VariantResults(Answer):
    """The rules that were solved."""

    name: str
    """As requests name it, with changes after a colon."""
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
    """The solution; the replies in it are the longest defence. That of a win as quick as possible
    has all the plies; a shorter one ends where several moves win."""
    strength: int
    """A player of this strength, on the scale of the levels, solves it half of the time."""
    themes: list[
        Literal["double mill", "blockade", "only move", "sacrifice", "flying", "opening trap"]
    ]
    phase: Literal["placing", "moving", "flying"]
    """Of the side to move."""


class PuzzlesDocument(Answer):
    """Puzzles, easiest first."""

    puzzles: list[PuzzleDocument]


@router.get("/tables", response_model=TablesDocument)
async def show_tables(served: Tables, in_thread: InThread) -> Response:
    """List the tables that the server reads."""

    def describe() -> Response:
        tables, _ = list_tables(served.folder.path)
        return JSONResponse({"tables": [table.listed() for table in tables]})

    return await in_thread(describe)


@router.get("/results", response_model=ResultsDocument)
def show_results(
    request: Request, variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name
) -> Response:
    """Give the figures of a solved variant, as shipped with the package; 404 if none are.

    Tables that are not solved yet are listed as missing, and what depends on them is null.
    """
    chosen = read_variant(variant)
    try:
        return _results_of(chosen).response(request.headers)
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
def _results_of(variant: Variant) -> StaticFile:
    return StaticFile.read("results.json", read_results(variant))


@cache
def _puzzles() -> StaticFile:
    name = "puzzles.json"
    return StaticFile.read(name, (files("merels.web.api") / name).read_bytes())
