"""Names of query parameters: those that no route knows are refused."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from inspect import isclass

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from merels.web.http.problems import ProblemError, quote


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
    there_is_none = f"there is no parameter {quote(name)}"
    near = get_close_matches(name.lower(), known, 1)
    if near:
        return f"{there_is_none}; did you mean {near[0]!r}?"
    listed = ", ".join(known)
    return (
        f"{there_is_none}; there are {listed}"
        if known
        else f"{there_is_none}; this address takes none"
    )


def _generate_names(dependant: Dependant) -> Iterator[str]:
    """Yield the parameters of a route, and of what it depends on."""
    for parameter in dependant.query_params:
        model = parameter.field_info.annotation
        if isclass(model) and issubclass(model, BaseModel):
            yield from model.model_fields
        else:
            yield parameter.alias
    for needed in dependant.dependencies:
        yield from _generate_names(needed)
