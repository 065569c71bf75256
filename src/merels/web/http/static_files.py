"""The files of the pages, read once at the start, and tables of a static site, on disk.

A request's path is only looked up among known names; tables are opened under names of their form.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import mimetypes
import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from merels.errors import NotationError
from merels.web.http.problems import ProblemError, quote

FOLDER: Final = Path(__file__).parents[1] / "static"
INDEX: Final = "/index.html"
PAGES: Final = ("/", "/play", "/people", "/review", "/explore", "/learn", "/results")
"""Addresses of the app. All addresses have the same page, which reads its address."""
GAMES: Final = "/game/"
"""Games with people are below it; the page asks the server whether there is a game."""
BASE: Final = b'<base href="./" />'
"""In the page's document: the folder of the app, to which every address in it is relative."""

READING: Final = ("GET", "HEAD")
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
HASHED_FOLDER: Final = "/assets/"  # its files have a hash of their content in their names

BROTLI: Final = ".br"
"""Ends the name of a file compressed by Brotli, which the build writes: it takes seconds."""

DATA: Final = {
    "/weights.bin": ("merels.engine.evaluation", "weights.bin"),
    "/puzzles.json": ("merels.web.api", "puzzles.json"),
}
"""Data files of the package that the pages load too, and keep for when there is no server."""

_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_COMPRESSED: Final = ("text/", "application/", "image/svg")
_WORTHWHILE: Final = 0.9
"""A compressed file is kept if it is smaller than this share of the original."""

_log = logging.getLogger("merels.web")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file in memory, also compressed if that makes it shorter: by coding, the shortest first."""

    content: bytes
    compressed: dict[str, bytes]
    media_type: str
    etag: str
    cache_control: str

    @classmethod
    def read(cls, name: str, content: bytes, brotli: bytes | None = None) -> StaticFile:
        """Return the file at the address ``name``, with the forms that the build has compressed."""
        suffix = name[name.rindex(".") :] if "." in name else ""
        media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0]
        media_type = media_type or "application/octet-stream"
        compressed = {} if brotli is None else {"br": brotli}
        if media_type.startswith(_COMPRESSED):
            compressed["gzip"] = gzip.compress(content, 9, mtime=0)
        most = _WORTHWHILE * len(content)
        compressed = {coding: each for coding, each in compressed.items() if len(each) <= most}
        return cls(
            content,
            compressed,
            media_type,
            f'"{hashlib.sha256(content).hexdigest()[:32]}"',
            FOREVER if name.startswith(HASHED_FOLDER) else ASK_AGAIN,
        )

    def response(self, headers: Headers) -> Response:
        """Return the answer to a request with these headers."""
        answer = {"ETag": self.etag, "Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        if self.etag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=answer)
        content = self.content
        accepted = re.findall(r"[\w-]+", headers.get("accept-encoding", ""))
        for coding in (each for each in self.compressed if each in accepted):
            content = self.compressed[coding]
            answer["Content-Encoding"] = coding
            break
        return Response(content, headers=answer, media_type=self.media_type)


def deepen(index: StaticFile) -> StaticFile:
    """Return the page's document for addresses one folder below the app."""
    return StaticFile.read(INDEX, index.content.replace(BASE, b'<base href="../" />'))


def missing_content(path: str) -> ProblemError:
    """Return the problem that the package lacks a file; the log says so at the start."""
    return ProblemError("unavailable", f"the server lacks the content of {quote(path)}")


TABLES: Final = "/tables/"
OVERVIEW: Final = "catalog.json"
_NAMED_BY_CONTENT: Final = re.compile(
    r"(?:\w[\w.-]*/)?(?:\w[\w.-]*-)?([0-9a-f]{16})\.(?:json|model|mst(?:\.[0-9]+)?)", re.ASCII
)
"""The names of files that never change, with a hash of their content."""


class TableFiles:
    """The folder ``tables`` that ``merels site`` has written; `NotationError` without one."""

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
        name = path.removeprefix(TABLES)
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


class Site:
    """All files of the pages by address, and the tables beside them."""

    def __init__(self, folder: Path = FOLDER, tables: TableFiles | None = None) -> None:
        self._tables = tables
        found = (path for path in folder.rglob("*") if path.is_file())
        contents = {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}
        self._files = {
            name: StaticFile.read(name, content, contents.get(name + BROTLI))
            for name, content in contents.items()
            if not name.endswith(BROTLI)
        }
        for name, (package, file) in DATA.items():
            with suppress(FileNotFoundError):
                content = files(package).joinpath(file).read_bytes()
                self._files[name] = StaticFile.read(name, content)
        if INDEX in self._files:
            self._files[GAMES] = deepen(self._files[INDEX])
        missing = [name for name in (INDEX, *DATA) if name not in self._files]
        if missing:
            listed = ", ".join(missing)
            _log.warning("no content for %s; install Merels again; the rest works", listed)

    def find(self, path: str) -> StaticFile | None:
        """Return the file at an address, None if there is none."""
        if path.startswith(GAMES):
            path = GAMES if len(path) > len(GAMES) and path.count("/") == GAMES.count("/") else ""
        return self._files.get(INDEX if path in PAGES else path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request outside the API with a page or a file."""
        path, headers, reads = scope["path"], Headers(scope=scope), scope["method"] in READING
        if self._tables is not None and path.startswith(TABLES):
            if not reads:
                raise ProblemError("method", f"{scope['method']} {quote(path)}: it is read-only")
            await self._tables.answer(path, headers)(scope, receive, send)
            return
        file = self.find(path)
        if file is None and (path in (*PAGES, *DATA) or path.startswith(GAMES)):
            raise missing_content(path)
        if file is None:
            raise ProblemError("not-found", f"no page at {quote(path)}")
        if not reads:
            raise ProblemError("method", f"{scope['method']} {quote(path)}: pages are read-only")
        await file.response(headers)(scope, receive, send)
