"""Problems: every error leaves the server as a document that says what is wrong (RFC 9457)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from merels.errors import MerelsError
from merels.web.http.problem_kinds import PROBLEM_KINDS, describe_error

MEDIA_TYPE: Final = "application/problem+json"
LONGEST_QUOTE: Final = 120
LONGEST_CONTEXT: Final = 60  # characters before the place where a body is not JSON

_KIND_OF_STATUS: Final = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type"}


class ProblemError(Exception):
    """An answer that is a problem document with ``extra`` members; wait ``retry_after`` seconds."""

    def __init__(
        self, kind: str, detail: str, retry_after: float | None = None, **extra: Any
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.retry_after = retry_after
        self.extra = extra

    @property
    def status(self) -> int:
        """The status of the answer."""
        return PROBLEM_KINDS[self.kind].status

    def document(self) -> dict[str, Any]:
        """Return the document.

        >>> ProblemError("notation", "'x' is not a move").document()["title"]
        'Malformed text'
        """
        return {
            "type": f"/api/docs#{self.kind}",
            "title": PROBLEM_KINDS[self.kind].title,
            "status": self.status,
            "detail": str(self),
            **self.extra,
        }

    def response(self) -> Response:
        """Return the answer."""
        headers = {}
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return Response(
            json.dumps(self.document(), ensure_ascii=False).encode("utf-8", "backslashreplace"),
            self.status,
            headers,
            MEDIA_TYPE,
        )


def quote(value: object) -> str:
    """Return the repr of a value, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def add_handlers(app: FastAPI) -> None:
    """Turn every error of an application into a problem."""

    @app.exception_handler(ProblemError)
    async def answer_problem(_: Request, error: ProblemError) -> Response:
        return error.response()

    @app.exception_handler(MerelsError)
    async def answer_error(_: Request, error: MerelsError) -> Response:
        return ProblemError(**describe_error(error)).response()

    @app.exception_handler(RequestValidationError)
    async def answer_invalid(request: Request, error: RequestValidationError) -> Response:
        body = await request.body()
        given = request.headers.get("content-type")
        media_type = (given or "").partition(";")[0].strip().lower()
        is_json = media_type == "application/json" or media_type.endswith("+json")
        if body and not is_json and any(e["loc"] == ("body",) for e in error.errors()):
            has = "has no Content-Type" if given is None else f"has the Content-Type {quote(given)}"
            advice = "send JSON with the header Content-Type: application/json"
            return ProblemError("media-type", f"the body {has}; {advice}").response()
        errors = list(_describe(error.errors(), body))
        return ProblemError("request", "; ".join(errors), errors=errors).response()

    @app.exception_handler(HTTPException)
    async def answer_http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, RecursionError | UnicodeDecodeError):  # of FastAPI's parser
            return ProblemError("request", _describe_json(await request.body())).response()
        kind = _KIND_OF_STATUS.get(error.status_code, "request")
        where = f"{request.method} {quote(request.url.path)}"
        response = ProblemError(kind, f"{where}: {error.detail}").response()
        response.headers.update(error.headers or {})
        return response


def _describe_json(body: bytes) -> str:
    """Return what is wrong with a body that is not JSON.

    >>> _describe_json(b"[1 2]")
    "body: not JSON: Expecting ',' delimiter at character 4, after '[1 '"
    """
    try:
        json.loads(body)
    except UnicodeDecodeError as error:
        return f"body: not JSON: byte {error.start + 1} is not UTF-8, in {quote(body)}"
    except json.JSONDecodeError as error:
        before = error.doc[max(0, error.pos - LONGEST_CONTEXT) : error.pos]
        return f"body: not JSON: {error.msg} at character {error.pos + 1}, after {quote(before)}"
    except RecursionError:
        pass
    return f"body: not JSON that can be read, {quote(body)}"


def _describe(errors: Iterable[Mapping[str, Any]], body: bytes) -> Iterable[str]:
    for error in errors:
        if error["type"] == "json_invalid":
            yield _describe_json(body)
            continue
        if error["loc"] == ("body",):
            given = quote(error["input"]) if body else "nothing"
            yield f"body: a JSON object is needed, not {given}"
            continue
        place = ".".join(str(part) for part in error["loc"])
        given = "" if error["type"] == "missing" else f", not {quote(error.get('input'))}"
        yield f"{place}: {error['msg']}{given}"
