"""The application: routes, pages, and what stands in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.models import AnalysisDocument, ProblemDocument, SolvingDocument
from merels.web.api.reference import STYLE, render_reference
from merels.web.api.routes import rules, status, thinking, values
from merels.web.http.limits import Limits
from merels.web.http.logs import AccessLog
from merels.web.http.problems import MEDIA_TYPE, Bugs, add_handlers
from merels.web.http.proxy import Proxy
from merels.web.http.security import Security
from merels.web.pages import Site
from merels.web.parent import end_with_parent
from merels.web.services import start_services
from merels.web.settings import Settings

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
    """Return an application with these settings, by default those of the environment."""
    chosen = Settings.from_environment() if settings is None else settings

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        async with start_services(chosen) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Merels",
        summary="Nine Men's Morris: legal play, computer moves, exact values, analysis.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=run,
    )
    for module in (values, rules, thinking, status):  # probes, the most frequent, come first
        app.include_router(module.router, prefix=PREFIX, responses=_PROBLEMS)
    _add_reference(app)
    app.router.default = Site()
    add_handlers(app)
    # The last one added is the outermost.
    app.add_middleware(Limits, rate=chosen.rate)
    app.add_middleware(Bugs)
    app.add_middleware(Security, hosts=chosen.hosts)
    app.add_middleware(AccessLog)
    app.add_middleware(Proxy, address=chosen.proxy)
    return app


def create_process_app() -> FastAPI:
    """Return the application of a serving process, which ends with the one that started it."""
    end_with_parent()
    return create_app()


def _further_schemas() -> dict[str, Any]:
    """Return the schemas of documents that no route returns as its plain answer."""
    models = (ProblemDocument, AnalysisDocument, SolvingDocument)
    _, schema = models_json_schema(
        [(model, "serialization") for model in models],
        ref_template="#/components/schemas/{model}",
    )
    definitions: dict[str, Any] = schema["$defs"]
    return definitions


def _add_reference(app: FastAPI) -> None:
    """Serve the OpenAPI document with our problems in it, and a page made from it."""
    generate = app.openapi

    def describe() -> dict[str, Any]:
        document = generate()
        schemas = document["components"]["schemas"]
        schemas |= _further_schemas()
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        return document

    app.openapi = describe  # type: ignore[method-assign]

    @app.get("/api/docs", include_in_schema=False)
    def show_reference() -> Response:
        return Response(render_reference(describe()), media_type="text/html")

    @app.get("/api/docs.css", include_in_schema=False)
    def show_reference_style() -> Response:
        return Response(STYLE, media_type="text/css")
