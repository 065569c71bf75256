"""The files of the pages, read once at the start.

Not Starlette's ``StaticFiles``: that one goes to the disk for every request, does not compress, and
has neither lasting cache headers nor problem documents. Here a request's path is only looked up
among known names and never reaches the file system.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from merels.web.http.problems import ProblemError, quote

FOLDER: Final = Path(__file__).parents[1] / "static"
INDEX: Final = "/index.html"
PAGES: Final = ("/", "/play", "/people", "/review", "/explore", "/learn", "/results")
"""Addresses of the app. All are the same page, which reads its address."""
GAMES: Final = "/game/"
"""Games with people are below it; the page asks the server whether there is one."""
BASE: Final = b'<base href="./" />'
"""In the page's document: where the app is, as every address in it is relative."""

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
HASHED_FOLDER: Final = "/assets/"
"""Its files have a hash of their content in their names."""

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
    """A file in memory, also compressed if that helps."""

    content: bytes
    compressed: bytes | None
    media_type: str
    etag: str
    cache_control: str

    @classmethod
    def read(cls, name: str, content: bytes) -> StaticFile:
        """Return the file at the address ``name``."""
        suffix = name[name.rindex(".") :] if "." in name else ""
        media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0]
        media_type = media_type or "application/octet-stream"
        compressed = None
        if media_type.startswith(_COMPRESSED):
            compressed = gzip.compress(content, 9, mtime=0)
            if len(compressed) > _WORTHWHILE * len(content):
                compressed = None
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
        if self.compressed is not None and "gzip" in headers.get("accept-encoding", ""):
            content = self.compressed
            answer["Content-Encoding"] = "gzip"
        return Response(content, headers=answer, media_type=self.media_type)


def deepen(index: StaticFile) -> StaticFile:
    """Return the page's document for addresses one folder below the app."""
    return StaticFile.read(INDEX, index.content.replace(BASE, b'<base href="../" />'))


def missing_content(path: str) -> ProblemError:
    """Return the problem that the package lacks a file; the log says so at the start."""
    return ProblemError("unavailable", f"the server lacks the content of {quote(path)}")


class Site:
    """All files of the pages by address."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = [path for path in folder.rglob("*") if path.is_file()]
        names = [f"/{path.relative_to(folder).as_posix()}" for path in found]
        contents = map(Path.read_bytes, found)
        self._files = dict(zip(names, map(StaticFile.read, names, contents), strict=True))
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
        path = scope["path"]
        file = self.find(path)
        if file is None and (path in (*PAGES, *DATA) or path.startswith(GAMES)):
            raise missing_content(path)
        if file is None:
            raise ProblemError("not-found", f"no page at {quote(path)}")
        if scope["method"] not in ("GET", "HEAD"):
            raise ProblemError("method", f"{scope['method']} {quote(path)}: pages are read-only")
        await file.response(Headers(scope=scope))(scope, receive, send)
