"""Exact values: positions, lines of best play, tables, and data derived from them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from merels.reports.listing import list_tables
from merels.rules.variant import NINE_MENS_MORRIS
from merels.web.api.dependencies import InThread, Shared
from merels.web.api.games import read_game
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
from merels.web.online.fair_play import Fair
from merels.web.static_files import StaticFile

router = APIRouter(tags=["values"])


@router.get("/probe", response_model=ProbeDocument)
async def probe(
    resources: Shared,
    in_thread: InThread,
    fair: Fair,
    fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])],
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
    chances: PersonName | None = None,
) -> Response:
    """Give the exact value of a position and of each move, best first; null if not known.

    The source of a value is `table`, `ahead` (one look ahead into tables), `book`, or `results`
    (the shipped results know the position). With `chances`, each move says what it can expect to
    score against a fallible player, and how many replies hold; equal moves are ordered by it.
    """
    await fair.check(fen, variant)
    return await in_thread(
        lambda: JSONResponse(
            probe_position(resources.values, read_game(fen, variant=variant), chances)
        )
    )


@router.get("/line", response_model=LineDocument)
async def show_line(
    resources: Shared,
    in_thread: InThread,
    fair: Fair,
    fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])],
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
) -> Response:
    """Give best play by both sides, as far as exact values are known."""
    await fair.check(fen, variant)
    return await in_thread(
        lambda: JSONResponse(best_line(resources.values, read_game(fen, variant=variant).position))
    )


@router.get("/tables", response_model=TablesDocument)
async def show_tables(resources: Shared, in_thread: InThread) -> Response:
    """List the tables that the server reads."""

    def describe() -> Response:
        tables, _ = list_tables(resources.folder.path)
        return JSONResponse({"tables": [table.document() for table in tables]})

    return await in_thread(describe)


@router.get("/results", response_model=ResultsDocument)
def show_results(request: Request) -> Response:
    """Give the figures of the solved game, as shipped with the package."""
    return _shipped("merels.reports", "results.json").response(request.headers)


@router.get("/puzzles", response_model=PuzzlesDocument)
def show_puzzles(request: Request) -> Response:
    """Give the puzzles shipped with the package, easiest first."""
    return _shipped("merels.web.api", "puzzles.json").response(request.headers)


@cache
def _shipped(package: str, name: str) -> StaticFile:
    return StaticFile.read(name, (files(package) / name).read_bytes())
