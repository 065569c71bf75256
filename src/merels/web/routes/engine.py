"""Positions and legal moves, the computer's moves and analysis, and the state of the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from fastapi import APIRouter, Query, Request
from pydantic import FailFast, Field, model_validator
from starlette.responses import Response

from merels._version import __version__
from merels.engine.evaluation.plain import NUMBERS
from merels.engine.players.levels import PLAYER_NAMES, find_level
from merels.rules.variant import NINE_MENS_MORRIS
from merels.svg.drawing import board
from merels.web.api import documents
from merels.web.api.answers import position_document, read_game
from merels.web.api.documents import Answer, Asked, FenOrStart, Seconds, VariantText
from merels.web.http.streams import EventStream, answer_or_leave, describe_stream, describe_text
from merels.web.jobs.pool import USUAL_SEARCH
from merels.web.routes.dependencies import InThread, Origin, StaticVariants, Tables, Thinking


class PlayRequest(Asked):
    """A position and the moves played from it."""

    fen: FenOrStart = None
    """By default the empty board."""
    variant: VariantText = NINE_MENS_MORRIS.name
    """A name such as six, or a name and changes such as five:men=4."""
    moves: Annotated[list[documents.MoveText], FailFast()] = Field(
        default_factory=list, max_length=documents.MOST_MOVES
    )

    @model_validator(mode="before")
    @classmethod
    def _shorten(cls, data: Any) -> Any:
        """Keep one mistake of each kind: listing thousands would block the event loop."""
        if not isinstance(data, dict):
            return data
        fields = cls.model_fields
        known = {name: data[name] for name in fields if name in data}
        unknown = next((name for name in data if name not in fields), None)
        if unknown is not None:
            known[unknown] = data[unknown]
        if isinstance(known.get("moves"), list):
            known["moves"] = known["moves"][: documents.MOST_MOVES + 1]
        return known


class LevelDocument(Answer):
    """A level of the computer."""

    name: str
    needs_server: bool
    """False if the page can play it by itself."""
    exact: bool | None
    """Whether every table that play from the position can reach is there, so that the level plays
    by exact values to the end; null for levels that use no tables."""


class MoveRequest(PlayRequest):
    """A game and the player that moves next."""

    level: str = Field(max_length=32, examples=["normal"])
    """A name from /levels, or elo:N for a given strength."""
    seed: int | None = Field(default=None, ge=0, lt=1 << 32)
    """The same seed gives the same move."""
    seconds: Seconds | None = None
    """A limit on thinking time."""


class ProblemDocument(Answer):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    """The field of the FEN that is wrong, or `variant`."""
    errors: NotRequired[list[str]]
    """The parameters that are wrong."""


class EngineLoad(Answer):
    """How busy the engine is."""

    places: int
    """Searches that can run at once."""
    busy: int
    queued: int
    """Requests waiting for a place."""


class Health(Answer):
    """The server is up; how busy it is."""

    status: Literal["ok"]
    version: str
    engine: EngineLoad
    tables: int


class SiteDocument(Answer):
    """Whose site this is, for its pages and their service worker; a static site has a file."""

    application: Literal["Merels"]
    version: str
    server: bool
    """Whether there is a server, with an API; then `health` says how it is."""
    tables: bool
    """Whether the folder `tables` is there, for browsers to read."""
    variants: list[str]
    """The variants with tables in the folder."""
    health: NotRequired[Health]


rules = APIRouter(tags=["rules"])
engine = APIRouter(tags=["engine"])
status = APIRouter(tags=["status"])

PICTURE = "image/svg+xml"
SMALLEST_PICTURE = 50
LARGEST_PICTURE = 2000


@rules.get("/position", response_model=documents.PositionDocument)
async def show_position(
    in_thread: InThread,
    fen: FenOrStart = None,
    variant: VariantText = NINE_MENS_MORRIS.name,
) -> Response:
    """Show a position: the side to move, its legal moves and where they lead, the outcome."""
    return await in_thread(lambda: position_document(read_game(fen, variant=variant)))


@rules.post("/play", response_model=documents.PositionDocument)
async def play(in_thread: InThread, request: PlayRequest) -> Response:
    """Play moves from a position and show where they lead; detects draws by repetition."""
    return await in_thread(
        lambda: position_document(read_game(request.fen, request.moves, request.variant))
    )


@rules.get("/board.svg", response_class=Response, responses=describe_text(PICTURE))
async def draw_board(
    in_thread: InThread,
    fen: FenOrStart = None,
    variant: VariantText = NINE_MENS_MORRIS.name,
    size: Annotated[int, Query(ge=SMALLEST_PICTURE, le=LARGEST_PICTURE)] = 400,
    theme: documents.ThemeName = "light",
    coordinates: Literal["algebraic", "console", "none"] = "algebraic",
) -> Response:
    """Draw a position as SVG."""

    def draw() -> Response:
        position = read_game(fen, variant=variant).position
        picture = board(position, size=size, theme=theme, coordinates=coordinates)
        return Response(picture, media_type=PICTURE)

    return await in_thread(draw)


@engine.get("/levels", response_model=list[LevelDocument])
async def show_levels(
    tables: Tables,
    in_thread: InThread,
    fen: FenOrStart = None,
    variant: VariantText = NINE_MENS_MORRIS.name,
) -> Response:
    """List the levels, weakest first; the page can play some of them by itself.

    Levels that use tables say whether they are exact from a position on, or have to search because
    tables are missing.
    """

    def describe() -> list[LevelDocument]:
        is_covered = tables.tablebase.covers(read_game(fen, variant=variant).position)
        return [
            {
                "name": name,
                "needs_server": name not in NUMBERS,
                "exact": is_covered if find_level(name).asks_oracle else None,
            }
            for name in PLAYER_NAMES
        ]

    return await in_thread(describe)


@engine.post("/move", response_model=documents.MoveDocument)
async def choose_move(
    http: Request, engines: Thinking, origin: Origin, request: MoveRequest
) -> Response:
    """Choose the computer's move. Answers 503 if all places are busy and the queue is full."""
    # The game may have a thousand moves: the search process reads and checks it.
    return await answer_or_leave(http, engines.find_move(origin, request.model_dump()))


@engine.get(
    "/analysis",
    response_class=Response,
    responses=describe_stream(
        documents.AnalysisDocument,
        "Events `info` while searching, then `done` in the same form, "
        "or `problem` with a problem document.",
    ),
)
async def analyse(
    engines: Thinking,
    origin: Origin,
    fen: FenOrStart = None,
    variant: VariantText = NINE_MENS_MORRIS.name,
    lines: Annotated[int, Query(ge=1, le=documents.MOST_LINES)] = 1,
    seconds: Seconds = USUAL_SEARCH,
) -> Response:
    """Analyse a position and report each depth as it is done. Disconnecting ends the search."""
    read_game(fen, variant=variant)
    engines.searches.turns.check_room(origin)
    seconds = min(seconds, documents.LONGEST_SEARCH)
    job = {"job": "analysis", "fen": fen, "variant": variant, "lines": lines, "seconds": seconds}
    return EventStream(engines.searches.think(job, seconds, origin))


@status.get("/health")
async def show_health(engines: Thinking, tables: Tables) -> Health:
    """Confirm that the server is up, and show how busy it is."""
    turns = engines.searches.turns
    return {
        "status": "ok",
        "version": __version__,
        "engine": {"places": turns.size, "busy": turns.lent, "queued": turns.queued},
        "tables": tables.count,
    }


async def show_site(engines: Thinking, tables: Tables, static: StaticVariants) -> SiteDocument:
    """Say that Merels is here, behind a server; the first check of every page."""
    return {
        "application": "Merels",
        "version": __version__,
        "server": True,
        "tables": bool(static),
        "variants": static,
        "health": await show_health(engines, tables),
    }
