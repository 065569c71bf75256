"""Compresses the answers of the API, for clients that accept it."""

from __future__ import annotations

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

FOLDER: Final = "/api/"
LEVEL: Final = 6
SMALLEST: Final = 1000
"""Answers of fewer bytes fit into one packet uncompressed."""


class CompressedAnswers:
    """Compresses answers of the API; pages and tables are compressed already.

    Streams of events are not compressed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        is_of_api = scope["type"] == "http" and scope["path"].startswith(FOLDER)
        await (self._compressed if is_of_api else self._app)(scope, receive, send)
