"""The application: routes, pages, and the middleware in front of them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from multiprocessing import parent_process
from typing import Any, Final

from fastapi import Depends, FastAPI
from pydantic import TypeAdapter
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.documents import AnalysisDocument
from merels.web.api.reference import STYLE, render_reference
from merels.web.http.addresses import Proxy
from merels.web.http.limits import RequestLimits
from merels.web.http.logs import AccessLog
from merels.web.http.problems import MEDIA_TYPE, InternalErrors, add_handlers
from merels.web.http.security import Security
from merels.web.http.settings import Settings
from merels.web.http.static_files import Site
from merels.web.http.streams import Heads
from merels.web.online.documents import MESSAGES
from merels.web.online.sockets import CommandRequest
from merels.web.routes import engine, people, playing, results, rules, solving, status, values
from merels.web.routes.dependencies import check_query
from merels.web.routes.resources import open_resources
from merels.web.routes.solving import SolvingDocument
from merels.web.routes.status import ProblemDocument

SECONDS_TO_STOP: Final = 10.0
"""After which an orphan that has not stopped cleanly is killed."""

PREFIX: Final = "/api/v1"
_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}},
    }
    for status, description in (
        (422, "The input is wrong; the problem quotes it."),
        (429, "Too many requests; wait as long as Retry-After says."),
        ("default", "A problem."),
    )
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return an application with these settings, by default the environment's."""
    chosen = Settings.from_environment() if settings is None else settings

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        async with open_resources(chosen) as resources:
            app.state.resources = resources
            yield

    app = FastAPI(
        title="Merels",
        summary="Nine Men's Morris: legal moves, computer moves, exact values, analysis.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=run,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings = chosen
    # Probes, the most frequent, come first.
    for module in (values, results, rules, engine, status, solving, people, playing):
        app.include_router(
            module.router, prefix=PREFIX, responses=_PROBLEMS, dependencies=[Depends(check_query)]
        )
    _add_reference(app)
    app.router.default = Site()
    add_handlers(app)
    # The last one added is the outermost.
    app.add_middleware(Heads)
    app.add_middleware(RequestLimits, rate=chosen.rate, sockets=chosen.connections)
    app.add_middleware(InternalErrors)
    app.add_middleware(Security, hosts=chosen.hosts)
    app.add_middleware(AccessLog)
    app.add_middleware(Proxy, address=chosen.proxy)
    return app


def create_process_app() -> FastAPI:
    """Return the application of a server process, which ends with the process that started it."""
    end_with_parent()
    return create_app()


def end_with_parent() -> None:
    """Stop this process cleanly when its parent ends, for whatever reason.

    A killed parent cannot stop its children, and they would hold the port. Does nothing in a
    process that `multiprocessing` did not start.
    """
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait, args=(parent.join,), daemon=True).start()


def _wait(join: Callable[[], None]) -> None:
    join()  # a pipe, or a handle on Windows, that the system closes with the parent
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_STOP)
    os._exit(1)


def _further_schemas() -> dict[str, Any]:
    """Return the schemas of documents that no route declares as its answer."""
    documents = (ProblemDocument, AnalysisDocument, SolvingDocument, *MESSAGES, CommandRequest)
    _, schema = TypeAdapter.json_schemas(
        [(each.__name__, "serialization", TypeAdapter(each)) for each in documents],
        ref_template="#/components/schemas/{model}",
    )
    definitions: dict[str, Any] = schema["$defs"]
    return definitions


def _add_reference(app: FastAPI) -> None:
    """Serve the OpenAPI document, our problems included, and a page made from it."""
    generate = app.openapi

    def describe() -> dict[str, Any]:
        document = generate()
        document["components"]["schemas"] |= _further_schemas()
        return document

    app.openapi = describe  # type: ignore[method-assign]

    @app.get("/api/docs", include_in_schema=False)
    def show_reference() -> Response:
        return Response(render_reference(describe()), media_type="text/html")

    @app.get("/api/docs.css", include_in_schema=False)
    def show_reference_style() -> Response:
        return Response(STYLE, media_type="text/css")
