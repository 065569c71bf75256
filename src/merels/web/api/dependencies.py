"""Parameters that FastAPI gives to routes: the shared resources, and a thread to work in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from merels.web.http.limits import client_of
from merels.web.jobs.fairness import Threads
from merels.web.lifespan import Resources

T = TypeVar("T")


async def find_resources(request: Request) -> Resources:  # async, or it would run in a thread
    """Return the resources of the application that a request came to."""
    resources = request.app.state.resources
    assert isinstance(resources, Resources)
    return resources


Shared = Annotated[Resources, Depends(find_resources)]
"""The resources of the server process."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs slow work in a thread when it is the client's turn."""

    threads: Threads
    client: str

    async def __call__(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns."""
        return await self.threads.run(self.client, work)


async def find_runner(request: Request, resources: Shared) -> Runner:
    """Return a runner for a request's client."""
    return Runner(resources.threads, client_of(request.scope))


InThread = Annotated[Runner, Depends(find_runner)]
"""Runs anything that can take more than two milliseconds outside the event loop."""
