"""Solving in the background: what can be solved, starting, pausing and stopping it, progress."""

from __future__ import annotations

import logging
from typing import Final, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from merels._machine import available_memory
from merels.solver.offers import Goal, Offer, free_space, list_offers
from merels.values.layout.key import TableKey
from merels.values.shipped import known_sizes
from merels.web.api.documents import STRICT, Answer, GoalName, SolvingState
from merels.web.http.problems import ProblemError
from merels.web.http.security import explain_distance
from merels.web.http.streams import EventStream, describe_stream
from merels.web.jobs.solving import Wish, goal_tables
from merels.web.routes.dependencies import InThread, Shared
from merels.web.routes.resources import Resources


class OfferDocument(Answer):
    """A goal, and what the rest of it takes on the server's machine."""

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
    """What the machine has too little of."""


class OffersDocument(Answer):
    """What can be solved, and whether this client may start it."""

    allowed: bool
    reason: str | None
    """Why not."""
    measured: bool
    """Whether the times come from this machine; if not, from the one in docs/performance.md."""
    free_memory: int | None
    free_space: int | None
    """Bytes."""
    offers: list[OfferDocument]
    """The goals that are not reached yet; empty if this client may not start them."""


class SolvingDocument(SolvingState):
    """Progress of solving in the background."""

    allowed: bool
    """Whether this client may choose what to solve; see /solving/offers."""


class SolvingRequest(BaseModel):
    """What to solve."""

    model_config = STRICT

    goal: GoalName
    """endgames: all moving tables. all: the whole game."""
    pause: bool = False
    """Stop for now, and remember the goal."""


router = APIRouter(tags=["solving"])

PATIENCE: Final = 0.5
"""Seconds that a client waits for the speed to be measured; less than a server takes to stop."""
GOALS: Final[tuple[GoalName, ...]] = ("endgames", "all")

_log = logging.getLogger("merels.web")


def explain_refusal(request: Request, resources: Resources) -> str | None:
    """Return why a client may not choose what to solve, None if it may."""
    settings = resources.settings
    if settings.allow_solving:
        return None
    client = request.client.host if request.client else "unknown"
    reason = explain_distance(client, request.headers, has_proxy=settings.proxy is not None)
    if reason is None:
        return None
    return f"{reason}; start solving on the server's machine, or serve with --allow-solving"


def check_permission(request: Request, resources: Resources) -> None:
    """Raise `ProblemError` if a client may not choose what to solve."""
    reason = explain_refusal(request, resources)
    if reason is not None:
        raise ProblemError("forbidden", reason)


@router.get(
    "/solving",
    response_class=Response,
    responses=describe_stream(
        SolvingDocument,
        "An event `solving` for each change, until nothing changes by itself any more.",
    ),
)
async def follow_solving(http: Request, resources: Shared) -> Response:
    """Follow the progress of solving in the background."""
    allowed = explain_refusal(http, resources) is None
    return EventStream(
        ("solving", {**state, "allowed": allowed}) async for state in resources.solving.follow()
    )


@router.get("/solving/offers", response_model=OffersDocument)
async def show_offers(http: Request, resources: Shared, in_thread: InThread) -> Response:
    """Show what can be solved here and what it takes; measures the machine's speed first."""
    reason = explain_refusal(http, resources)
    if reason is not None:
        return JSONResponse(_refuse(reason))
    if not resources.solving.is_running:
        await resources.speed.measure(PATIENCE)
    return await in_thread(lambda: JSONResponse(_describe_offers(resources)))


@router.post("/solving")
async def solve(
    http: Request, resources: Shared, in_thread: InThread, request: SolvingRequest
) -> SolvingDocument:
    """Work on a goal, or pause it. Solved tables stay; a run goes on where the last one stopped.

    Answers 403 to clients that may not choose, and 409 if memory or disk space is too small.
    """
    check_permission(http, resources)
    if not request.pause:
        await in_thread(lambda: _check_room(resources, request.goal))
        await resources.speed.stop()
    try:
        wish = Wish(request.goal, "paused" if request.pause else "running")
        return {**await resources.solving.pursue(wish), "allowed": True}
    except OSError as error:
        _log.error("cannot remember what to solve: %s", error)
        detail = "the folder of tables is not writable; see the server's log"
        raise ProblemError("cannot-solve", detail) from error


@router.delete("/solving")
async def cancel_solving(http: Request, resources: Shared) -> SolvingDocument:
    """Stop working on a goal and forget it. Solved tables stay."""
    check_permission(http, resources)
    return {**await resources.solving.cancel(), "allowed": True}


def _check_room(resources: Resources, goal: GoalName) -> Response:
    """Raise `ProblemError` if a goal does not fit on this machine."""
    for offer in _list(resources):
        if offer.goal == goal and offer.obstacle is not None:
            raise ProblemError("cannot-solve", str(offer.obstacle))
    return Response()


def _list(resources: Resources) -> list[Offer]:
    folder, men = resources.folder, resources.settings.goal_men
    targets: dict[Goal, list[TableKey]] = {goal: goal_tables(goal, men) for goal in GOALS}
    return list_offers(folder.path, targets, folder.has, resources.speed.value, known_sizes())


def _describe_offers(resources: Resources) -> OffersDocument:
    return {
        "allowed": True,
        "reason": None,
        "measured": resources.speed.is_measured,
        "free_memory": available_memory(),
        "free_space": free_space(resources.folder.path),
        "offers": [_describe(offer) for offer in _list(resources)],
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


def _refuse(reason: str) -> OffersDocument:
    return {
        "allowed": False,
        "reason": reason,
        "measured": False,
        "free_memory": None,
        "free_space": None,
        "offers": [],
    }
