"""The log: one JSON object a line, on standard error."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVELS: Final = ("debug", "info", "warning", "error")
LONGEST_QUERY: Final = 300

_access = logging.getLogger("merels.access")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line; ``record.fields`` are its members beside the usual ones."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            document["trace"] = self.formatException(record.exc_info)
        return json.dumps(document, ensure_ascii=True)


def log_settings(level: str) -> dict[str, Any]:
    """Return the settings of all logs, for `logging.config.dictConfig`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "merels.web.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {
            name: {"handlers": ["stderr"], "level": level.upper(), "propagate": False}
            for name in ("merels", "uvicorn")
        },
    }


class AccessLog:
    """Writes a line for every request: who, what, the status, bytes and milliseconds."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and log it when it has ended."""
        if scope["type"] != "http" or not _access.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        status, size = 0, 0

        async def watch(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, watch)
        finally:
            milliseconds = round((time.perf_counter() - begin) * 1000, 2)
            fields = _describe(scope) | {"status": status, "bytes": size, "ms": milliseconds}
            _access.info("request", extra={"fields": fields})


def _describe(scope: Scope) -> dict[str, Any]:
    query = scope["query_string"].decode("latin-1")
    return {
        "client": (scope.get("client") or ("unknown",))[0],
        "method": scope["method"],
        "path": scope["path"][:LONGEST_QUERY],
        "query": query[:LONGEST_QUERY],
    }
