"""Games: the lobby, one's own games, and the finished ones of everybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from merels.rules.variants import spell
from merels.web.api.games import read_variant
from merels.web.online.dependencies import (
    MaybeSecret,
    Playing,
    Secret,
    find_player,
    need_secret,
    run,
)
from merels.web.online.documents import game_file
from merels.web.online.models import GamesDocument, ListRequest
from merels.web.online.routes.playing import GAME_FILE
from merels.web.online.storage import games
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.listing import Search, find_games

router = APIRouter(tags=["people"])

MOST_EXPORTED = 1000


@router.get("/games")
async def list_games(
    people: Playing, secret: MaybeSecret, request: Annotated[ListRequest, Query()]
) -> GamesDocument:
    """List games, newest first: the lobby, with `mine` one's own, or finished ones by player.

    `opponent` and `result` go with `mine`, `player` goes without. `before` continues a list.
    Running games of others are found by their link alone.
    """
    viewer = await find_player(people, secret)
    if request.mine:
        await need_secret(secret)
    if (request.mine and viewer is None) or (not request.mine and request.state == "running"):
        return {"games": [], "next": None}
    search = Search(
        request.state,
        viewer if request.mine else None,
        request.opponent if request.mine else request.player,
        None if request.variant is None else spell(read_variant(request.variant)),
        request.result,
        request.before,
    )
    return await run(people, lambda transaction: find_games(transaction, search, viewer))


@router.get(
    "/games/mine.pgn",
    response_class=Response,
    responses={200: {"content": {GAME_FILE: {"schema": {"type": "string"}}}}},
)
async def export_games(people: Playing, secret: Secret) -> Response:
    """Give one's last 1,000 finished games as a game file, newest first."""
    viewer = await find_player(people, secret)

    def work(transaction: Transaction) -> str:
        if viewer is None:
            return ""
        search = Search("finished", viewer, most=MOST_EXPORTED)
        found = find_games(transaction, search, viewer)["games"]
        loaded = games.load_readable(transaction, (each["id"] for each in found))
        return "\n".join(game_file(*each) for each in loaded)

    headers = {"Content-Disposition": 'attachment; filename="merels.pgn"'}
    return Response(await run(people, work), media_type=GAME_FILE, headers=headers)
