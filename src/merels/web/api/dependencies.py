"""Parameters that FastAPI gives to routes: the shared resources, and a thread to work in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from merels.web.http.limits import network_at
from merels.web.lifespan import Resources

Runner = Callable[[Callable[[], Response]], Awaitable[Response]]


async def find_resources(request: Request) -> Resources:  # async, or it would run in a thread
    """Return the resources of the application that a request came to."""
    resources = request.app.state.resources
    assert isinstance(resources, Resources)
    return resources


Shared = Annotated[Resources, Depends(find_resources)]
"""The resources of the server process."""


async def find_runner(request: Request, resources: Shared) -> Runner:
    """Return what runs slow work in a thread when it is the client's turn."""
    return partial(resources.threads.run, network_at(request.scope))


InThread = Annotated[Runner, Depends(find_runner)]
"""Runs anything that can take more than two milliseconds outside the event loop."""


async def find_origin(request: Request, resources: Shared) -> str:
    """Return the client of a request as its games and its searches are counted."""
    network = network_at(request.scope)
    return network if resources.people is None else resources.people.origin_of(network)


Origin = Annotated[str, Depends(find_origin)]
"""The client, under the name that its stored games bear: the searches of both are one client's."""
