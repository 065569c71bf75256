"""Games: starting, joining, following, ending them."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, WebSocket
from pydantic import Field
from starlette.responses import JSONResponse, Response

from merels.engine.players.levels import find_level
from merels.online.events import SIDES
from merels.online.rating import is_anchor
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import Color
from merels.rules.variant import NINE_MENS_MORRIS
from merels.web.api.answers import read_game
from merels.web.api.documents import Asked, FenOrStart, ReportDocument, VariantText
from merels.web.http.problems import ProblemError, quote
from merels.web.http.streams import answer_or_leave, describe_text
from merels.web.online.documents import GameDocument, NameText, game_file
from merels.web.online.service import People
from merels.web.online.sockets import GameSocket
from merels.web.online.storage import games, players
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.players import StoredPlayer
from merels.web.routes.dependencies import (
    MaybeSecret,
    Origin,
    Playing,
    Secret,
    Thinking,
    find_people,
)


class NoClock(Asked):
    """No time is measured."""

    kind: Literal["none"]


class TimeClock(Asked):
    """Time for the whole game, and more after each move."""

    kind: Literal["time"]
    seconds: int = Field(ge=10, le=10_800)
    increment: int = Field(default=0, ge=0, le=180)


class DaysClock(Asked):
    """Days for each move."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=14)


ClockRequest = Annotated[NoClock | TimeClock | DaysClock, Field(discriminator="kind")]


class JoinRequest(Asked):
    """Takes the open seat of a game."""

    name: NameText = None


class QuickRequest(JoinRequest):
    """Asks for a game with the next player who asks for the same game."""

    variant: VariantText = NINE_MENS_MORRIS.name
    clock: ClockRequest = Field(default_factory=lambda: NoClock(kind="none"))
    rated: bool = False


class GameRequest(QuickRequest):
    """A new game that waits for an opponent."""

    fen: FenOrStart = None
    """By default the empty board."""
    color: Literal["random", "white", "black"] = "random"
    """The colour of the player who asks."""
    listed: bool = False
    """Whether the lobby shows it."""
    level: str | None = Field(default=None, max_length=32, examples=["normal", "elo:800"])
    """A level of the computer to play against at once, instead of a person."""


router = APIRouter(tags=["people"])

GAME_FILE = "application/vnd.chess-pgn"
LONGEST_REPORT = 60.0  # seconds
ATTEMPTS = 100
"""How often a quick match looks again because somebody at another worker took the seat."""


def read_terms(request: QuickRequest, fen: str | None, **others: Any) -> Terms:
    """Return the terms of a request; raise `ProblemError` if they contradict each other."""
    clock = ClockTerms(**request.clock.model_dump())
    game = read_game(fen, variant=request.variant)
    if game.outcome() is not None:
        raise ProblemError("request", "fen: the game is already over in this position")
    try:
        return Terms.starting_at(game, clock=clock, rated=request.rated, **others)
    except ValueError as error:
        raise ProblemError("request", str(error)) from None


@router.post("/games", status_code=201, response_model=GameDocument)
async def create_game(
    people: Playing, secret: Secret, origin: Origin, request: GameRequest
) -> Response:
    """Start a game that waits for an opponent; the first player who joins it plays.

    A rated game needs a clock and the usual start. With `level` the game begins at once.
    """
    terms = read_terms(request, request.fen, listed=request.listed and request.level is None)
    level = None if request.level is None else check_level(request.level, terms)
    name, _ = await _create(people, secret, request, terms, origin=origin, level=level)
    return await _show(people, name, secret, 201)


def check_level(text: str, terms: Terms) -> str:
    """Return a level's name; raise `ProblemError` if the game cannot be rated against it."""
    level = find_level(text).name
    if terms.rated and not is_anchor(level, terms.variant):
        raise ProblemError(
            "request",
            f"level: {quote(text)} has no measured strength in {terms.variant}; rated games need "
            "one: easy, normal, hard or elo:N in nine",
        )
    return level


async def _create(
    people: People,
    secret: str,
    request: QuickRequest,
    terms: Terms,
    *,
    origin: str,
    quick: str | None = None,
    level: str | None = None,
) -> tuple[str, StoredPlayer]:
    wanted = SIDES.get(getattr(request, "color", "random"))
    color = people.machine.random.choice(list(Color)) if wanted is None else wanted

    def work(transaction: Transaction) -> tuple[str, StoredPlayer]:
        now, variant, opponent = people.machine.wall(), terms.variant, None
        player = players.seat(transaction, secret, request.name, variant, now)
        if level is not None:
            opponent_id = players.ensure_level(transaction, level, now)
            opponent = players.read_player(transaction, opponent_id, variant)
        name = people.create(
            transaction, terms, player, color, origin=origin, quick=quick, opponent=opponent
        )
        return name, player

    await people.settle_time()
    name, player = await people.database.run(work)
    people.lobby.note(name, 0)
    return name, player


@router.post("/quick", response_model=GameDocument)
async def find_opponent(
    people: Playing, secret: Secret, origin: Origin, request: QuickRequest
) -> Response:
    """Join the oldest game that waits with equal terms, or start a game that waits.

    It waits as long as its creator is connected to its socket, and 15 seconds more.
    """
    terms = read_terms(request, None, quick=True)
    quick = f"{terms.variant} {terms.clock} {'rated' if terms.rated else 'casual'}"
    async with people.matching:
        for _ in range(ATTEMPTS):
            name, player = await _create(people, secret, request, terms, origin=origin, quick=quick)
            async with people.room(name) as room:
                if await people.join(room, player, secret):  # a player of the game has a seat
                    return await _show(people, name, secret)
    raise ProblemError("full", "too many players at once; try again", retry_after=1)


@router.post("/games/{game}/join", response_model=GameDocument)
async def join_game(people: Playing, secret: Secret, game: str, request: JoinRequest) -> Response:
    """Take the open seat; 409 if somebody was faster. A player keeps a seat."""
    taken = ProblemError("taken", "somebody else has the seat; you can watch the game")
    async with people.room(game) as room:
        record, played = room.record, room.game

        def work(transaction: Transaction) -> StoredPlayer:
            known = players.find_player(transaction, secret)
            if played.state != "open" and record.color_of(known) is None:
                raise taken  # a failed attempt stores no player
            now, variant = people.machine.wall(), played.terms.variant
            return players.seat(transaction, secret, request.name, variant, now)

        if not await people.join(room, await people.database.run(work), secret):
            raise taken
        return await _show(people, game, secret)


@router.get("/games/{game}.pgn", response_class=Response, responses=describe_text(GAME_FILE))
async def export_game(people: Playing, game: str) -> Response:
    """Give a game as a game file."""
    async with people.room(game) as room, room.lock:
        await people.load(room)
        text = await people.database.compute(partial(game_file, room.record, room.game))
    return attach_games(text, f"merels-{game}.pgn")


def attach_games(text: str, name: str) -> Response:
    """Return a game file that a browser stores under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=GAME_FILE, headers=headers)


@router.get("/games/{game}/report", response_model=ReportDocument)
async def report_game(
    http: Request, engines: Thinking, people: Playing, origin: Origin, game: str
) -> Response:
    """Say how accurately both sides played, compared with a club player; 409 before the end."""
    async with people.room(game) as room:
        played = room.game
        if played.ending is None:
            raise ProblemError("taken", "the game is not over")
        if played.ending.reason == "cancelled":
            raise ProblemError("taken", "the game was cancelled before it started")
    stored = await people.database.read(games.read_report, game)
    if stored is not None:
        return Response(stored, media_type="application/json")
    job = {
        "job": "report",
        "fen": played.terms.start_fen,
        "variant": played.terms.variant,
        "moves": [str(move) for move in played.rules.history],
    }
    thinking = engines.searches.find(job, LONGEST_REPORT, origin)
    response = await answer_or_leave(http, thinking)
    text = bytes(response.body).decode()
    if response.status_code == 200 and json.loads(text)["moves"] == played.rules.ply:
        await people.database.run(games.write_report, game, text)
    return response


@router.get("/games/{game}", response_model=GameDocument)
async def show_game(people: Playing, secret: MaybeSecret, game: str) -> Response:
    """Show a game."""
    return await _show(people, game, secret)


@router.delete("/games/{game}", status_code=204)
async def delete_game(people: Playing, secret: Secret, game: str) -> Response:
    """Cancel the player's challenge, or take a finished game off the player's list.

    A game that neither player keeps is deleted for good.
    """
    player = await people.find_player(secret)
    async with people.room(game) as room:
        await people.delete(room, player)
    return Response(status_code=204)


@router.websocket("/games/{game}/socket")
async def connect(socket: WebSocket, game: str) -> None:
    """Follow a game and play it; see ``docs/online.md``."""
    try:
        people = await find_people(socket)
        async with people.room(game) as room:
            await GameSocket(socket, people, room).run()
    except ProblemError as problem:
        await socket.send_denial_response(problem.response())


async def _show(people: People, name: str, secret: str | None, status: int = 200) -> Response:
    player = await people.find_player(secret)
    async with people.room(name) as room, room.lock:
        await people.load(room)
        return JSONResponse(room.document(room.record.color_of(player)), status)
