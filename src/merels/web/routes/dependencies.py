"""Parameters that FastAPI gives to routes, and the check that a query has no other parameters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from difflib import get_close_matches
from inspect import isclass
from typing import Annotated, Any

from fastapi import Depends, Header
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import HTTPConnection
from starlette.responses import Response

from merels.errors import NotationError
from merels.online.identity import hash_secret
from merels.web.api.tables import ServedTables
from merels.web.http.limits import CLIENT
from merels.web.http.problems import ProblemError, quote
from merels.web.http.streams import answer_with
from merels.web.jobs.fairness import Threads
from merels.web.jobs.pool import Engines
from merels.web.jobs.solving import BackgroundSolving
from merels.web.online.service import Beginning, People

Runner = Callable[[Callable[[], object]], Awaitable[Response]]


def part(name: str) -> Any:
    """Return a function that finds a part of the server process by name (`app.hold_parts`)."""

    async def find(connection: HTTPConnection) -> Any:  # async, or it would run in a thread
        return getattr(connection.state, name)

    return Depends(find)


async def find_runner(connection: HTTPConnection) -> Runner:
    """Return a function that does slow work in a thread, in the client's turn, and answers."""
    threads: Threads = connection.state.threads
    return lambda work: threads.run(CLIENT.get(), lambda: answer_with(work()))


async def find_origin(connection: HTTPConnection) -> str:
    """Return the client of a request as its games and its searches are counted."""
    beginning: Beginning = connection.state.beginning
    return beginning.people.origin_of(CLIENT.get()) if beginning.people else CLIENT.get()


async def find_people(connection: HTTPConnection) -> People:
    """Return the games between people; raise `ProblemError` if this server has none."""
    beginning: Beginning = connection.state.beginning
    if beginning.people is None:
        raise ProblemError("people-off", beginning.problem or "")
    return beginning.people


Tables = Annotated[ServedTables, part("tables")]
Thinking = Annotated[Engines, part("engines")]
Solving = Annotated[BackgroundSolving, part("solving")]
Playing = Annotated[People, Depends(find_people)]
StaticVariants = Annotated[list[str], part("static_variants")]
"""The variants whose tables pages read themselves."""
InThread = Annotated[Runner, Depends(find_runner)]
Origin = Annotated[str, Depends(find_origin)]
"""The client, under the name that its stored games bear."""

SCHEME = "Bearer "


async def find_secret(
    authorization: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> str | None:
    """Return the hash of the secret that a request carries, None if it carries none."""
    if authorization is None:
        return None
    if not authorization.startswith(SCHEME):
        raise ProblemError("unauthorized", f"the header Authorization must be {SCHEME}SECRET")
    try:
        return hash_secret(authorization.removeprefix(SCHEME))
    except NotationError as error:
        raise ProblemError("unauthorized", str(error)) from None


MaybeSecret = Annotated[str | None, Depends(find_secret)]


async def need_secret(secret: MaybeSecret) -> str:
    """Return the hash of the secret; raise `ProblemError` without one."""
    if secret is None:
        raise ProblemError("unauthorized", f"this needs the header Authorization: {SCHEME}SECRET")
    return secret


Secret = Annotated[str, Depends(need_secret)]


async def check_query(connection: HTTPConnection) -> None:
    """Raise `ProblemError` for a parameter that the route does not know: it would be ignored."""
    route = connection.scope.get("route")
    if not connection.scope["query_string"] or not isinstance(route, APIRoute):
        return
    known = tuple(dict.fromkeys(_generate_names(route.dependant)))
    for name in connection.query_params:
        if name not in known:
            raise ProblemError("request", f"query.{name[:100]}: {_advise(name, known)}")


def _advise(name: str, known: tuple[str, ...]) -> str:
    """Return what would be right.

    >>> _advise("fne", ("fen", "variant"))
    "there is no parameter 'fne'; did you mean 'fen'?"
    """
    advice = f"there are {', '.join(known)}" if known else "this address takes none"
    for near in get_close_matches(name.lower(), known, 1):
        advice = f"did you mean {near!r}?"
    return f"there is no parameter {quote(name)}; {advice}"


def _generate_names(dependant: Dependant) -> Iterator[str]:
    for parameter in dependant.query_params:
        model = parameter.field_info.annotation
        if isclass(model) and issubclass(model, BaseModel):
            yield from model.model_fields
        else:
            yield parameter.alias
    for needed in dependant.dependencies:
        yield from _generate_names(needed)
