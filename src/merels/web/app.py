"""The application: its routes, pages and layers, and what a server process holds for them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from multiprocessing import parent_process
from typing import Any, Final

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, FastAPI
from pydantic import TypeAdapter
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.documents import AnalysisDocument
from merels.web.api.reference import STYLE, render_reference
from merels.web.api.tables import ServedTables, open_tables
from merels.web.http.compression import CompressedAnswers
from merels.web.http.limits import RequestLimits
from merels.web.http.problems import MEDIA_TYPE, add_handlers
from merels.web.http.security import Gate
from merels.web.http.settings import Settings
from merels.web.http.static_files import Site, TableFiles
from merels.web.jobs.fairness import Threads
from merels.web.jobs.pool import EnginePool, Engines, worker_arguments
from merels.web.jobs.solving import BackgroundSolving
from merels.web.online.documents import MESSAGES
from merels.web.online.lobby import LobbyDocument
from merels.web.online.service import Beginning
from merels.web.online.sockets import CommandRequest
from merels.web.routes import engine, people, playing, solving, values
from merels.web.routes.dependencies import check_query
from merels.web.routes.engine import ProblemDocument
from merels.web.routes.solving import SolvingDocument

SECONDS_TO_STOP: Final = 10.0  # after which an orphan that has not stopped cleanly is killed

MOST_THREADS: Final = 2
"""For everything that can take more than two milliseconds: values, lines, games, listings."""
SECONDS_TO_SWITCH: Final = 0.001
"""Seconds after which a thread yields to another thread: a fifth of Python's default."""

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
    files = None if chosen.site is None else TableFiles(chosen.site)
    app = FastAPI(
        title="Merels",
        summary="Nine Men's Morris: legal moves, computer moves, exact values, analysis.",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lambda _: hold_parts(chosen, files),
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings = chosen
    # Probes, the most frequent, come first.
    for router in (
        *(values.router, engine.rules, engine.engine, engine.status),
        *(solving.router, people.router, playing.router),
    ):
        app.include_router(
            router, prefix=PREFIX, responses=_PROBLEMS, dependencies=[Depends(check_query)]
        )
    app.add_api_route("/site.json", engine.show_site, include_in_schema=False)
    _add_reference(app)
    app.router.default = Site(tables=files)
    add_handlers(app)
    # The last layer added is the outermost.
    app.add_middleware(CompressedAnswers)
    app.add_middleware(RequestLimits, rate=chosen.rate, sockets=chosen.connections)
    app.add_middleware(Gate, hosts=chosen.hosts, proxy=chosen.proxy)
    return app


@asynccontextmanager
async def hold_parts(
    settings: Settings, files: TableFiles | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Start the parts that routes need, yield them by name (`routes.dependencies`), stop them."""
    # Keep threads from blocking the event loop, which shares the interpreter with them.
    current_default_thread_limiter().total_tokens = MOST_THREADS
    sys.setswitchinterval(SECONDS_TO_SWITCH)
    with open_tables(settings.tables, settings.cache_bytes) as tablebase:
        tables = ServedTables(tablebase)
        tables.look()
        threads = Threads(MOST_THREADS)
        arguments = worker_arguments(settings.tables, settings.cache_bytes)
        engines = Engines(settings.places, settings.queue, arguments)
        men, goal_men, is_played = settings.solve_men, settings.goal_men, engines.is_played
        background = BackgroundSolving(
            tables.folder, men, tables.look, goal_men=goal_men, is_played=is_played
        )
        beginning = Beginning(settings.database, engines.choose_move, settings.games)
        await beginning.start()
        tasks = [
            asyncio.create_task(_prepare(engines.searches, background, settings.warm)),
            asyncio.create_task(tables.keep_looking()),
        ]
        try:
            yield {
                "tables": tables,
                "threads": threads,
                "engines": engines,
                "solving": background,
                "static_variants": [] if files is None else files.variants,
                "beginning": beginning,  # games between people, or why there are none
            }
        finally:
            for task in tasks:
                task.cancel()
            await beginning.stop()
            await background.stop()
            await engines.close()
            threads.close()


async def _prepare(pool: EnginePool, solving: BackgroundSolving, warm: bool) -> None:
    if warm:
        await pool.warm_up()  # compiles missing code, which no two processes may do
    solving.start()
    if warm:
        for _ in range(1, pool.turns.size):
            await pool.warm_up()


def create_process_app() -> FastAPI:
    """Return the application of a server process, which ends with the process that started it."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()
    return create_app()


def _end_after(join: Callable[[], None]) -> None:
    """Stop this process cleanly when its parent has ended, even killed: it would hold the port."""
    join()  # a pipe, or a handle on Windows, that the system closes with the parent
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_STOP)
    os._exit(1)


def _add_reference(app: FastAPI) -> None:
    """Serve the OpenAPI document, documents that no route declares included, and a page of it."""
    generate = app.openapi
    streamed = (AnalysisDocument, SolvingDocument, LobbyDocument)
    documents = (ProblemDocument, *streamed, *MESSAGES, CommandRequest)

    def describe() -> dict[str, Any]:
        document = generate()
        _, schema = TypeAdapter.json_schemas(
            [(each.__name__, "serialization", TypeAdapter(each)) for each in documents],
            ref_template="#/components/schemas/{model}",
        )
        document["components"]["schemas"] |= schema["$defs"]
        return document

    app.openapi = describe  # type: ignore[method-assign]

    @app.get("/api/docs", include_in_schema=False)
    def show_reference() -> Response:
        return Response(render_reference(describe()), media_type="text/html")

    @app.get("/api/docs.css", include_in_schema=False)
    def show_reference_style() -> Response:
        return Response(STYLE, media_type="text/css")
