"""Games: the lobby, one's own games, and the finished ones of everybody."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from merels.rules.variant import spell
from merels.web.api.games import read_variant
from merels.web.http.streams import answer_or_leave
from merels.web.online.dependencies import (
    MaybeSecret,
    Playing,
    Secret,
    find_player,
    need_secret,
)
from merels.web.online.documents import game_file
from merels.web.online.models import GamesDocument, ListRequest
from merels.web.online.routes.playing import GAME_FILE
from merels.web.online.service import People
from merels.web.online.storage import games
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.listing import GameSearch, find_games, find_names
from merels.web.online.storage.unreadable import UnreadableError

router = APIRouter(tags=["people"])

MOST_EXPORTED = 1000
READ_AT_ONCE = 20
"""Games that are read in one transaction."""


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
    search = GameSearch(
        request.state,
        viewer if request.mine else None,
        request.opponent if request.mine else request.player,
        None if request.variant is None else spell(read_variant(request.variant)),
        request.result,
        request.before,
    )
    return await people.database.read(lambda transaction: find_games(transaction, search, viewer))


@router.get(
    "/games/mine.pgn",
    response_class=Response,
    responses={200: {"content": {GAME_FILE: {"schema": {"type": "string"}}}}},
)
async def export_games(http: Request, people: Playing, secret: Secret) -> Response:
    """Give one's last 1,000 finished games as a game file, newest first."""
    return await answer_or_leave(http, _export(people, await find_player(people, secret)))


async def _export(people: People, player: str | None) -> Response:
    """Return a player's finished games as a game file, written a few games at a time."""
    names: list[str] = []
    texts: list[str] = []
    if player is not None:
        search = GameSearch("finished", player, most=MOST_EXPORTED)
        names = await people.database.read(lambda transaction: find_names(transaction, search))
    for first in range(0, len(names), READ_AT_ONCE):
        chosen = names[first : first + READ_AT_ONCE]
        for stored in await people.database.read(partial(_load, chosen)):
            with suppress(UnreadableError):
                game = await people.replay(stored)
                texts.append(await people.database.compute(partial(game_file, stored.record, game)))
    headers = {"Content-Disposition": 'attachment; filename="merels.pgn"'}
    return Response("\n".join(texts), media_type=GAME_FILE, headers=headers)


def _load(names: Sequence[str], transaction: Transaction) -> list[games.Stored]:
    return list(games.load_readable(transaction, names))
