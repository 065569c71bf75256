"""Exact values: positions, lines of best play, tables, and what was made from them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from merels.reports.listing import ListedTable, list_tables
from merels.rules.position import Position
from merels.web.api.games import read_game
from merels.web.api.models import (
    ENDGAME_FEN,
    Fen,
    LineDocument,
    ProbeDocument,
    PuzzlesDocument,
    TableDocument,
    TablesDocument,
)
from merels.web.api.puzzles import describe_puzzles
from merels.web.pages import StaticFile
from merels.web.services import InThread, Shared, answer

router = APIRouter(tags=["values"])


@router.get("/probe", response_model=ProbeDocument)
async def probe(
    services: Shared, in_thread: InThread, fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])]
) -> Response:
    """Give the exact value of a position and of each turn, best first; null where none is known."""
    return await in_thread(lambda: JSONResponse(services.verdicts.probe(read_game(fen))))


@router.get("/line", response_model=LineDocument)
async def show_line(
    services: Shared, in_thread: InThread, fen: Annotated[Fen, Query(examples=[ENDGAME_FEN])]
) -> Response:
    """Give best play by both sides as far as exact values reach."""
    return await in_thread(lambda: JSONResponse(services.verdicts.line(Position.from_fen(fen))))


@router.get("/tables", response_model=TablesDocument)
async def show_tables(services: Shared, in_thread: InThread) -> Response:
    """List the tables that the server reads."""
    return await in_thread(lambda: answer(_list(services.folder.path)))


def _list(folder: Path) -> TablesDocument:
    tables, _ = list_tables(folder)
    return TablesDocument(tables=[_describe(table) for table in tables])


def _describe(table: ListedTable) -> TableDocument:
    return TableDocument.model_validate(table.document())


@router.get("/results", response_model=dict[str, Any])
def show_results(request: Request) -> Response:
    """Give the figures of the solved game that ship with the package."""
    return _results().response(request.headers)


@router.get("/puzzles", response_model=PuzzlesDocument)
def show_puzzles(request: Request) -> Response:
    """Give the puzzles that ship with the package, the easiest first."""
    return _puzzles().response(request.headers)


@cache
def _results() -> StaticFile:
    return StaticFile.read("results.json", (files("merels.reports") / "results.json").read_bytes())


@cache
def _puzzles() -> StaticFile:
    return StaticFile.read("puzzles.json", json.dumps(describe_puzzles()).encode())
