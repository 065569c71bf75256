"""The log, on standard error: one JSON object a line, or short lines for people."""

from __future__ import annotations

import json
import logging
import math
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TextIO

from starlette.types import Scope

LEVELS: Final = ("debug", "info", "warning", "error")
LONGEST_QUERY: Final = 300
SECONDS_OF_REPEATS: Final = 60.0
MOST_REPEATS: Final = 1000  # different messages that are counted at a time

_access = logging.getLogger("merels.access")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line; ``record.fields`` adds members to the usual members."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            document["trace"] = self.formatException(record.exc_info)
        return json.dumps(document, ensure_ascii=True)


class TextFormatter(logging.Formatter):
    """Formats a record as a short line for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line and, if there is a trace, the trace below it."""
        fields = _fields(record)
        if record.name == _access.name:
            query = f"?{fields['query']}" if fields["query"] else ""
            what = f"{fields['method']} {fields['path']}{query}"
            text = f"{fields['client']} {what} {fields['status']} in {fields['ms']:.0f} ms"
        else:
            details = "".join(f", {name} {value}" for name, value in fields.items())
            text = f"{record.levelname.lower()}: {record.getMessage()}{details}"
        line = f"{datetime.fromtimestamp(record.created):%H:%M:%S} {_make_printable(text)}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    return getattr(record, "fields", {})


def _make_printable(text: str) -> str:
    r"""Return a text without line breaks and terminal commands.

    >>> _make_printable("/\x1b[2J")
    '/\\x1b[2J'
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


class SparingHandler(logging.StreamHandler[TextIO]):
    """Writes repeated warnings and errors only once a minute, and at the end, with a count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._repeats: OrderedDict[Hashable, Repeat] = OrderedDict()
        """Records by their key, the longest waiting first."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        now = self._clock()
        self._write_counts(now - SECONDS_OF_REPEATS)
        if record.levelno >= logging.WARNING:
            sort = _sort_of(record)
            if sort in self._repeats:
                self._repeats[sort].count += 1
                self._repeats[sort].last = record
                return
            self._repeats[sort] = Repeat(now)
            if len(self._repeats) > MOST_REPEATS:
                self._repeats.popitem(last=False)
        super().emit(record)

    def close(self) -> None:
        """Write the counts that wait."""
        self._write_counts(math.inf)
        super().close()

    def _write_counts(self, before: float) -> None:
        due = [sort for sort, each in self._repeats.items() if each.since <= before]
        for sort in due:
            repeat = self._repeats.pop(sort)
            if repeat.last is not None:
                repeat.last.fields = {**_fields(repeat.last), "repeated": repeat.count}
                super().emit(repeat.last)
                self._repeats[sort] = Repeat(self._clock())


@dataclass(slots=True)
class Repeat:
    """A record that was written, and how often equal records came since then."""

    since: float
    count: int = 0
    last: logging.LogRecord | None = None


def _sort_of(record: logging.LogRecord) -> Hashable:
    """Return the key of equal records: the text, and where it was raised."""
    error = record.exc_info[1] if record.exc_info else None
    places = traceback.extract_tb(error.__traceback__)[-1:] if error else []
    place = [(each.filename, each.lineno) for each in places]
    return record.name, record.getMessage().partition("\n")[0], type(error), *place


_FORMATTERS: Final = {"json": JsonFormatter, "text": TextFormatter}


def log_settings(level: str, log_format: str = "json") -> dict[str, Any]:
    """Return the settings of all logs, for `logging.config.dictConfig`."""
    # Asyncio's log has connections that could not be accepted.
    levels = dict.fromkeys(("merels", "uvicorn", "asyncio"), level.upper())
    if (level, log_format) == ("info", "text"):  # players need not see processes start and stop
        levels["uvicorn"] = levels["asyncio"] = "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": _FORMATTERS[log_format]}},
        "handlers": {"stderr": {"()": SparingHandler, "formatter": "lines"}},
        "loggers": {
            name: {"handlers": ["stderr"], "level": least, "propagate": False}
            for name, least in levels.items()
        },
    }


def log_request(scope: Scope, status: int, size: int, seconds: float) -> None:
    """Log a request that is done; for a socket, its bytes are characters of its messages."""
    fields = {
        "client": (scope.get("client") or ("unknown",))[0],
        "method": scope.get("method", "SOCKET"),
        "path": scope["path"][:LONGEST_QUERY],
        "query": scope["query_string"].decode("latin-1")[:LONGEST_QUERY],
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 2),
    }
    _access.info("request", extra={"fields": fields})
