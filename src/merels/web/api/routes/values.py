"""Exact values: positions, lines of best play, tables, and data derived from them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from merels.errors import MissingTableError
from merels.reports.listing import list_tables
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.shipped import read_results
from merels.web.api.dependencies import InThread, Shared
from merels.web.api.games import read_game, read_variant
from merels.web.api.models import (
    ENDGAME_FEN,
    Fen,
    LineDocument,
    PersonName,
    ProbeDocument,
    PuzzlesDocument,
    ResultsDocument,
    TablesDocument,
    VariantText,
)
from merels.web.api.probing import best_line
from merels.web.api.probing import probe as probe_position
from merels.web.http.problems import ProblemError
from merels.web.static_files import StaticFile, missing_content

router = APIRouter(tags=["values"])


@router.get("/probe", response_model=ProbeDocument)
async def probe(
    resources: Shared,
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
            probe_position(resources.values, read_game(fen, variant=variant), chances)
        )
    )


@router.get("/line", response_model=LineDocument)
async def show_line(
    resources: Shared,
    in_thread: InThread,
    fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])],
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
) -> Response:
    """Give best play by both sides, as far as exact values are known."""
    return await in_thread(
        lambda: JSONResponse(best_line(resources.values, read_game(fen, variant=variant).position))
    )


@router.get("/tables", response_model=TablesDocument)
async def show_tables(resources: Shared, in_thread: InThread) -> Response:
    """List the tables that the server reads."""

    def describe() -> Response:
        tables, _ = list_tables(resources.folder.path)
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
