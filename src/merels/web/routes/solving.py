"""Solving in the background: what can be solved, starting, pausing and stopping it, progress."""

from __future__ import annotations

import logging
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, Response

from merels._system import available_memory
from merels.solver.benchmark import Offer, free_space
from merels.web.api.documents import Answer, Asked
from merels.web.http.problems import ProblemError
from merels.web.http.security import explain_distance
from merels.web.http.settings import Settings
from merels.web.http.streams import EventStream, describe_stream
from merels.web.jobs.solving import BackgroundSolving, GoalName, SolvingState, Wish
from merels.web.routes.dependencies import InThread, Solving


class OfferDocument(Answer):
    """A goal, and the time, memory and disk space that it still takes on the server's machine."""

    goal: GoalName
    tables: int
    positions: int
    seconds: int
    """About."""
    memory: int
    """Bytes of memory while solving."""
    bytes: int
    """Bytes on disk in the end."""
    space: int
    """Bytes on disk at most, while solving."""
    obstacle: Literal["memory", "disk"] | None
    """The resource that the machine has too little of."""


class OffersDocument(Answer):
    """What can be solved, and whether this client may start it."""

    allowed: bool
    reason: str | None
    """Why not."""
    measured: bool
    """Whether the times come from this machine; if not, from the machine in docs/performance.md."""
    free_memory: int | None
    free_space: int | None
    """Bytes."""
    offers: list[OfferDocument]
    """The goals that are not reached yet; empty if this client may not start them."""


class SolvingDocument(SolvingState):
    """Progress of solving in the background."""

    allowed: bool
    """Whether this client may choose what to solve; see /solving/offers."""


class SolvingRequest(Asked):
    """What to solve."""

    goal: GoalName
    """endgames: all moving tables. all: the whole game."""
    pause: bool = False
    """Stop for now, and remember the goal."""


router = APIRouter(tags=["solving"])

PATIENCE: Final = 0.5
"""Seconds that a client waits for the speed to be measured; less than a server takes to stop."""

_log = logging.getLogger("merels.web")


async def explain_refusal(request: Request) -> str | None:
    """Return why a client may not choose what to solve, None if it may."""
    settings: Settings = request.app.state.settings
    if settings.allow_solving:
        return None
    client = request.client.host if request.client else "unknown"
    reason = explain_distance(client, request.headers, has_proxy=settings.proxy is not None)
    if reason is None:
        return None
    return f"{reason}; start solving on the server's machine, or serve with --allow-solving"


Refusal = Annotated[str | None, Depends(explain_refusal)]


async def check_permission(refusal: Refusal) -> None:
    """Raise `ProblemError` if a client may not choose what to solve."""
    if refusal is not None:
        raise ProblemError("forbidden", refusal)


@router.get(
    "/solving",
    response_class=Response,
    responses=describe_stream(
        SolvingDocument,
        "An event `solving` for each change, until nothing changes by itself any more.",
    ),
)
async def follow_solving(solving: Solving, refusal: Refusal) -> Response:
    """Follow the progress of solving in the background."""
    return EventStream(
        ("solving", {**state, "allowed": refusal is None}) async for state in solving.follow()
    )


@router.get("/solving/offers", response_model=OffersDocument)
async def show_offers(solving: Solving, refusal: Refusal, in_thread: InThread) -> Response:
    """Show what can be solved here, and its costs; measures the machine's speed first."""
    if refusal is not None:
        return JSONResponse(_describe_offers(solving, refusal))
    if not solving.is_running:
        await solving.speed.measure(PATIENCE)
    return await in_thread(lambda: _describe_offers(solving, None))


@router.post("/solving", dependencies=[Depends(check_permission)])
async def solve(solving: Solving, in_thread: InThread, request: SolvingRequest) -> SolvingDocument:
    """Work on a goal, or pause it. Solved tables stay; a run goes on where the last run stopped.

    Answers 403 to clients that may not choose, and 409 if memory or disk space is too small.
    """

    def check_room() -> None:
        for offer in solving.list_offers():
            if offer.goal == request.goal and offer.obstacle is not None:
                raise ProblemError("cannot-solve", str(offer.obstacle))

    if not request.pause:
        await in_thread(check_room)
        await solving.speed.stop()
    try:
        wish = Wish(request.goal, "paused" if request.pause else "running")
        return {**await solving.pursue(wish), "allowed": True}
    except OSError as error:
        _log.error("cannot remember what to solve: %s", error)
        detail = "the folder of tables is not writable; see the server's log"
        raise ProblemError("cannot-solve", detail) from error


@router.delete("/solving", dependencies=[Depends(check_permission)])
async def cancel_solving(solving: Solving) -> SolvingDocument:
    """Stop working on a goal and forget it. Solved tables stay."""
    return {**await solving.cancel(), "allowed": True}


def _describe_offers(solving: BackgroundSolving, refusal: str | None) -> OffersDocument:
    """Return what can be solved; a client that may not start it learns nothing of the machine."""
    is_allowed = refusal is None
    return {
        "allowed": is_allowed,
        "reason": refusal,
        "measured": is_allowed and solving.speed.is_measured,
        "free_memory": available_memory() if is_allowed else None,
        "free_space": free_space(solving.folder.path) if is_allowed else None,
        "offers": [_describe(offer) for offer in solving.list_offers()] if is_allowed else [],
    }


def _describe(offer: Offer) -> OfferDocument:
    assert offer.goal != "small"
    return {
        "goal": offer.goal,
        "tables": offer.tables,
        "positions": offer.positions,
        "seconds": round(offer.seconds),
        "memory": offer.memory,
        "bytes": offer.disk.stored,
        "space": offer.disk.peak,
        "obstacle": None if offer.obstacle is None else offer.obstacle.resource,
    }
