"""Positions and legal moves."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import JSONResponse, Response

from merels.rules.variant import NINE_MENS_MORRIS
from merels.svg.drawing import board
from merels.web.api.answers import position_document
from merels.web.api.dependencies import InThread
from merels.web.api.games import read_game
from merels.web.api.models import FenOrStart, PlayRequest, PositionDocument, ThemeName, VariantText

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
