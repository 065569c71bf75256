"""Positions and legal moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, FailFast, Field, model_validator
from starlette.responses import JSONResponse, Response

from merels.rules.variant import NINE_MENS_MORRIS
from merels.svg.drawing import board
from merels.web.api.answers import position_document, read_game
from merels.web.api.documents import (
    MOST_MOVES,
    STRICT,
    FenOrStart,
    MoveText,
    PositionDocument,
    ThemeName,
    VariantText,
)
from merels.web.routes.dependencies import InThread


class PlayRequest(BaseModel):
    """A position and the moves played from it."""

    model_config = STRICT

    fen: FenOrStart = None
    """By default the empty board."""
    variant: VariantText = NINE_MENS_MORRIS.name
    """A name such as six, or a name and changes such as five:men=4."""
    moves: Annotated[list[MoveText], FailFast()] = Field(
        default_factory=list, max_length=MOST_MOVES
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
            known["moves"] = known["moves"][: MOST_MOVES + 1]
        return known


router = APIRouter(tags=["rules"])

SMALLEST_PICTURE = 50
LARGEST_PICTURE = 2000


@router.get("/position", response_model=PositionDocument)
async def show_position(
    in_thread: InThread,
    fen: Annotated[FenOrStart, Query()] = None,
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
) -> Response:
    """Show a position: the side to move, its legal moves and where they lead, the outcome."""
    return await in_thread(lambda: JSONResponse(position_document(read_game(fen, variant=variant))))


@router.post("/play", response_model=PositionDocument)
async def play(in_thread: InThread, request: PlayRequest) -> Response:
    """Play moves from a position and show where they lead; detects draws by repetition."""
    return await in_thread(
        lambda: JSONResponse(
            position_document(read_game(request.fen, request.moves, request.variant))
        )
    )


@router.get(
    "/board.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def draw_board(
    in_thread: InThread,
    fen: Annotated[FenOrStart, Query()] = None,
    variant: Annotated[VariantText, Query()] = NINE_MENS_MORRIS.name,
    size: Annotated[int, Query(ge=SMALLEST_PICTURE, le=LARGEST_PICTURE)] = 400,
    theme: Annotated[ThemeName, Query()] = "light",
    coordinates: Annotated[Literal["algebraic", "console", "none"], Query()] = "algebraic",
) -> Response:
    """Draw a position as SVG."""

    def draw() -> Response:
        position = read_game(fen, variant=variant).position
        picture = board(position, size=size, theme=theme, coordinates=coordinates)
        return Response(picture, media_type="image/svg+xml")

    return await in_thread(draw)
