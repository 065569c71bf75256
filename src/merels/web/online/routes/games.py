"""Games: the lobby, one's own games, and the finished ones of everybody."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from merels.rules.variants import spell
from merels.web.api.games import read_variant
from merels.web.api.models import VariantText
from merels.web.online import store
from merels.web.online.database import Transaction
from merels.web.online.dependencies import (
    MaybeSecret,
    Playing,
    Secret,
    find_player,
    need_secret,
    run,
)
from merels.web.online.documents import game_file
from merels.web.online.listing import Search, find_games
from merels.web.online.models import GamesDocument
from merels.web.online.routes.playing import GAME_FILE

router = APIRouter(tags=["people"])

MOST_EXPORTED = 1000

NameQuery = Annotated[str | None, Query(max_length=100)]


@router.get("/games")
async def list_games(
    people: Playing,
    secret: MaybeSecret,
    state: Annotated[Literal["open", "running", "finished"], Query()] = "open",
    mine: Annotated[bool, Query()] = False,
    variant: Annotated[VariantText | None, Query()] = None,
    opponent: NameQuery = None,
    player: NameQuery = None,
    result: Annotated[Literal["won", "lost", "drawn"] | None, Query()] = None,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> GamesDocument:
    """List games, newest first: the lobby, with `mine` one's own, or finished ones by player.

    `opponent` and `result` go with `mine`, `player` goes without. `before` continues a list.
    """
    viewer = await find_player(people, secret)
    if mine:
        await need_secret(secret)
        if viewer is None:
            return {"games": [], "next": None}
    elif state == "running":
        return {"games": [], "next": None}  # running games of others are found by their link alone
    search = Search(
        state,
        viewer if mine else None,
        opponent if mine else player,
        None if variant is None else spell(read_variant(variant)),
        result,
        before,
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
        loaded = (store.load(transaction, each["id"]) for each in found)
        return "\n".join(game_file(*each) for each in loaded if each is not None)

    headers = {"Content-Disposition": 'attachment; filename="merels.pgn"'}
    return Response(await run(people, work), media_type=GAME_FILE, headers=headers)
