"""Players, and lists of games: the lobby, a player's own games, and everybody's finished games."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator, Field
from starlette.responses import Response

from merels.online.game import State
from merels.online.identity import clean_name, derive_id
from merels.rules.variant import spell
from merels.web.api.answers import read_variant
from merels.web.api.documents import Answer, Asked, VariantText
from merels.web.http.limits import client_of
from merels.web.http.streams import EventStream, answer_or_leave, describe_stream, describe_text
from merels.web.online.documents import GamesDocument, NameText, game_file
from merels.web.online.lobby import GameSearch, LobbyDocument, find_games, find_names
from merels.web.online.service import People
from merels.web.online.storage import games, players
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.games import UnreadableError
from merels.web.routes.dependencies import MaybeSecret, Playing, Secret, need_secret
from merels.web.routes.playing import GAME_FILE, attach_games


class NameRequest(Asked):
    """The name that a player chooses."""

    name: NameText


class RatingDocument(Answer):
    """How strong a player is, on the scale of the levels."""

    rating: int
    deviation: int
    """The rating is within twice this with 95 % confidence."""
    games: int


class PlayerDocument(Answer):
    """A player, as only the player sees it."""

    id: str
    name: str | None
    rating: dict[str, RatingDocument]
    """By variant; only variants with a rated game."""


router = APIRouter(tags=["people"])


@router.get("/me")
async def show_me(people: Playing, secret: Secret) -> PlayerDocument:
    """Show the player's name and ratings. A player with neither a seat nor a name is not stored."""
    return await people.database.run(lambda transaction: _describe(transaction, secret))


@router.put("/me")
async def change_me(people: Playing, secret: Secret, request: NameRequest) -> PlayerDocument:
    """Change the player's name, or remove it."""
    name = None if request.name is None else clean_name(request.name)

    def work(transaction: Transaction) -> PlayerDocument:
        if name is not None:
            players.ensure_player(transaction, secret, people.machine.wall())
        player = players.find_player(transaction, secret)
        if player is not None:
            players.rename(transaction, player, name)
        return _describe(transaction, secret)

    document = await people.database.run(work)
    people.rename(document["id"], name)
    return document


def _describe(transaction: Transaction, secret: str) -> PlayerDocument:
    player = players.find_player(transaction, secret)
    if player is None:
        return {"id": derive_id(secret), "name": None, "rating": {}}
    name = players.read_player(transaction, player, "nine").name
    ratings: dict[str, RatingDocument] = {
        variant: {
            "rating": round(rating.rating),
            "deviation": round(rating.deviation),
            "games": rating.games,
        }
        for variant, rating in players.read_ratings(transaction, player).items()
    }
    return {"id": player, "name": name, "rating": ratings}


def _check_text(text: str | None) -> str | None:
    if "\0" in (text or ""):  # PostgreSQL cannot store it
        raise ValueError("a text has no character NUL")
    return text


class ListRequest(Asked):
    """Which games to list."""

    state: State = "open"
    mine: bool = False
    variant: VariantText | None = None
    opponent: Annotated[NameText, AfterValidator(_check_text)] = None
    """A name, exactly."""
    player: Annotated[NameText, AfterValidator(_check_text)] = None
    """A name, exactly."""
    result: Literal["won", "lost", "drawn"] | None = None
    before: Annotated[str | None, AfterValidator(_check_text)] = Field(default=None, max_length=40)
    """The `next` of the last list."""


MOST_EXPORTED = 1000
READ_AT_ONCE = 20  # games that are read in one transaction


@router.get("/games")
async def list_games(
    people: Playing, secret: MaybeSecret, request: Annotated[ListRequest, Query()]
) -> GamesDocument:
    """List games, newest first: the lobby, with `mine` the player's own, or finished games.

    `opponent` and `result` go with `mine`, `player` goes without. `before` continues a list.
    Running games of other players are found only by their links.
    """
    viewer = await people.find_player(secret)
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
    "/lobby",
    response_class=Response,
    responses=describe_stream(
        LobbyDocument,
        "An event `lobby` at once and after each change. If too many clients follow it, the "
        "stream ends after the first event.",
    ),
)
async def follow_lobby(http: Request, people: Playing, secret: MaybeSecret) -> Response:
    """Follow open challenges, and the player's own games.

    Games that wait for an opponent, by link or quick match, come before running games. Follow
    again some seconds after the end of a stream.
    """

    async def generate_events() -> AsyncGenerator[tuple[str, LobbyDocument], None]:
        # Closed with the stream, to let another visitor in.
        async with aclosing(people.lobby.follow(secret, client_of(http.scope))) as documents:
            async for document in documents:
                yield "lobby", document

    return EventStream(generate_events())


@router.get("/games/mine.pgn", response_class=Response, responses=describe_text(GAME_FILE))
async def export_games(http: Request, people: Playing, secret: Secret) -> Response:
    """Give the player's last 1,000 finished games as a game file, newest first."""
    return await answer_or_leave(http, _export(people, await people.find_player(secret)))


async def _export(people: People, player: str | None) -> Response:
    names: list[str] = []
    texts: list[str] = []
    if player is not None:
        search = GameSearch("finished", player, most=MOST_EXPORTED)
        names = await people.database.read(lambda transaction: find_names(transaction, search))
    for first in range(0, len(names), READ_AT_ONCE):
        chosen = names[first : first + READ_AT_ONCE]
        for stored in await people.database.read(games.load_readable, chosen):
            with suppress(UnreadableError):
                game = await people.replay(stored)
                texts.append(await people.database.compute(partial(game_file, stored.record, game)))
    return attach_games("\n".join(texts), "merels.pgn")
