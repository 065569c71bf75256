"""The tables of a static site, for pages that read them in parts.

They are on disk, unlike the pages' own files: hundreds of megabytes each. A path is opened only if
it has the form of their names.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from merels.errors import NotationError
from merels.web.http.problems import ProblemError, quote
from merels.web.http.static_files import ASK_AGAIN, FOREVER

FOLDER: Final = "/tables/"
OVERVIEW: Final = "catalog.json"

_NAMED_BY_CONTENT: Final = re.compile(
    r"(?:\w[\w.-]*/)?(?:\w[\w.-]*-)?([0-9a-f]{16})\.(?:json|model|mst(?:\.[0-9]+)?)", re.ASCII
)
"""The names of files that never change, with a hash of their content."""


class TableFiles:
    """The folder ``tables`` of a site that ``merels site`` has written.

    Raises `NotationError` if there is none.
    """

    def __init__(self, site: str) -> None:
        self._folder = Path(site, "tables").absolute()
        try:
            overview = json.loads((self._folder / OVERVIEW).read_bytes())
            self.variants: list[str] = list(overview["variants"])
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise NotationError(
                f"there is no site with tables in {site!r}: {str(self._folder / OVERVIEW)!r} "
                "cannot be read; write it with: merels site DIR"
            ) from error

    def answer(self, path: str, headers: Headers) -> Response:
        """Return a file, or the part that a request's header Range asks for."""
        name = path.removeprefix(FOLDER)
        match = _NAMED_BY_CONTENT.fullmatch(name)
        file = self._folder / name
        if (match is None and name != OVERVIEW) or not file.is_file():
            raise ProblemError("not-found", f"no table at {quote(path)}")
        if match is None:
            return FileResponse(file, headers={"Cache-Control": ASK_AGAIN})
        answer = {"ETag": f'"{match[1]}"', "Cache-Control": FOREVER}
        if answer["ETag"] in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=answer)
        return FileResponse(file, headers=answer, media_type="application/octet-stream")


class WithTables:
    """Answers for tables, and leaves all other addresses to the pages."""

    def __init__(self, tables: TableFiles, pages: ASGIApp) -> None:
        self._tables = tables
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request outside the API."""
        if not scope["path"].startswith(FOLDER):
            await self._pages(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise ProblemError("method", f"{scope['method']} {quote(scope['path'])}: only read")
        await self._tables.answer(scope["path"], Headers(scope=scope))(scope, receive, send)
