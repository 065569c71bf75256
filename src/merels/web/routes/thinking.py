"""The computer's turns and the analysis."""

from __future__ import annotations

from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from merels.engine.levels import load_levels
from merels.engine.players import PLAYER_NAMES
from merels.web.games import read_game
from merels.web.models import (
    LONGEST_SEARCH,
    MOST_LINES,
    START_FEN,
    AnalysisDocument,
    Fen,
    LevelDocument,
    MoveDocument,
    MoveRequest,
    Seconds,
)
from merels.web.pool import EnginePool
from merels.web.services import Shared
from merels.web.streams import EventStream, answer_or_leave, reference_to

router = APIRouter(tags=["thinking"])

USUAL_SEARCH = 5.0


@router.get("/levels")
def show_levels() -> list[LevelDocument]:
    """List the levels, weakest first; some can be played in the page alone."""
    own = load_levels()
    return [LevelDocument(name=name, needs_server=name not in own) for name in PLAYER_NAMES]


@router.post("/move", response_model=MoveDocument)
async def choose_move(http: Request, services: Shared, request: MoveRequest) -> Response:
    """Choose the computer's turn. When all places are busy and the queue is full: 503."""
    read_game(request.fen, request.moves)
    seconds = request.seconds or USUAL_SEARCH
    job = {"job": "move", **request.model_dump()}
    return await answer_or_leave(http, _answer(services.pool, job, seconds))


async def _answer(pool: EnginePool, job: dict[str, Any], seconds: float) -> Response:
    async with aclosing(pool.think(job, seconds)) as events:
        async for event, data in events:
            if event == "done":
                return JSONResponse(data)
    raise AssertionError("a search ends with an answer or a problem")


@router.get(
    "/analysis",
    response_class=Response,
    responses={
        200: {
            "description": "Events `info` while thinking, then `done` of the same form, "
            "or `problem` with a problem document.",
            "content": {
                "text/event-stream": {"schema": reference_to(AnalysisDocument)},
            },
        }
    },
)
async def analyse(
    services: Shared,
    fen: Annotated[Fen, Query()] = START_FEN,
    lines: Annotated[int, Query(ge=1, le=MOST_LINES)] = 1,
    seconds: Annotated[Seconds, Query()] = USUAL_SEARCH,
) -> Response:
    """Analyse a position, telling what is found as it is found. Leaving ends the search."""
    read_game(fen)
    services.pool.check_room()
    job = {"job": "analysis", "fen": fen, "lines": lines, "seconds": min(seconds, LONGEST_SEARCH)}
    return EventStream(services.pool.think(job, seconds))
