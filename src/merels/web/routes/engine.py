"""The computer's moves and analysis."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from merels.engine.evaluation.plain import NUMBERS
from merels.engine.players.levels import PLAYER_NAMES, find_level
from merels.rules.variant import NINE_MENS_MORRIS
from merels.web.api.answers import read_game
from merels.web.api.documents import (
    LONGEST_SEARCH,
    MOST_LINES,
    AnalysisDocument,
    Answer,
    FenOrStart,
    MoveDocument,
    Seconds,
    VariantText,
)
from merels.web.http.streams import EventStream, answer_or_leave, describe_stream
from merels.web.jobs.pool import USUAL_SEARCH, find_answer
from merels.web.routes.dependencies import InThread, Origin, Tables, Thinking
from merels.web.routes.rules import PlayRequest


class LevelDocument(Answer):
    """A level of the computer."""

    name: str
    needs_server: bool
    """False if the page can play it by itself."""
    exact: bool | None
    """Whether every table is there that play from the position can reach, so that the level plays
    by exact values to the end; null for levels that use no tables."""


class MoveRequest(PlayRequest):
    """A game and the player that moves next."""

    level: str = Field(max_length=32, examples=["normal"])
    """A name from /levels, or elo:N for a given strength."""
    seed: int | None = Field(default=None, ge=0, lt=1 << 32)
    """The same seed gives the same move."""
    seconds: Seconds | None = None
    """A limit on thinking time."""


router = APIRouter(tags=["engine"])


@router.get("/levels", response_model=list[LevelDocument])
async def show_levels(
    tables: Tables,
    in_thread: InThread,
    fen: Annotated[FenOrStart, Query()] = None,
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
) -> Response:
    """List the levels, weakest first; the page can play some of them by itself.

    Levels that use tables say whether they are exact from a position on, or have to search because
    tables are missing.
    """

    def describe() -> Response:
        game = read_game(fen, variant=variant)
        is_covered = tables.tablebase.covers(game.position)
        return JSONResponse([_describe_level(name, is_covered) for name in PLAYER_NAMES])

    return await in_thread(describe)


def _describe_level(name: str, is_covered: bool) -> LevelDocument:
    return {
        "name": name,
        "needs_server": name not in NUMBERS,
        "exact": is_covered if find_level(name).asks_oracle else None,
    }


@router.post("/move", response_model=MoveDocument)
async def choose_move(
    http: Request, engines: Thinking, origin: Origin, request: MoveRequest
) -> Response:
    """Choose the computer's move. Answers 503 if all places are busy and the queue is full."""
    seconds = request.seconds or USUAL_SEARCH
    # The game may have a thousand moves: the process that thinks reads and checks it.
    job = {"job": "move", **request.model_dump()}
    thinking = engines.pool_for(request.level).think(job, seconds, origin)
    return await answer_or_leave(http, find_answer(thinking))


@router.get(
    "/analysis",
    response_class=Response,
    responses=describe_stream(
        AnalysisDocument,
        "Events `info` while searching, then `done` in the same form, "
        "or `problem` with a problem document.",
    ),
)
async def analyse(
    engines: Thinking,
    origin: Origin,
    fen: Annotated[FenOrStart, Query()] = None,
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
    lines: Annotated[int, Query(ge=1, le=MOST_LINES)] = 1,
    seconds: Annotated[Seconds, Query()] = USUAL_SEARCH,
) -> Response:
    """Analyse a position and report each depth as it is done. Disconnecting ends the search."""
    read_game(fen, variant=variant)
    engines.searches.turns.check_room(origin)
    seconds = min(seconds, LONGEST_SEARCH)
    job = {"job": "analysis", "fen": fen, "variant": variant, "lines": lines, "seconds": seconds}
    return EventStream(engines.searches.think(job, seconds, origin))
