"""Log lines, for programs and for people."""

import io
import json
import logging
import subprocess
import sys

from merels.web.http.logs import JsonFormatter, SparingHandler, TextFormatter

REQUEST = {
    "client": "127.0.0.1",
    "method": "GET",
    "path": "/\x1b[2J\n",
    "query": "fen=x",
    "status": 200,
    "ms": 12.3,
}


def make_record(name, message, fields=None, error=None):
    record = logging.LogRecord(name, logging.WARNING, __file__, 1, message, (), error)
    record.created = 0.25
    if fields is not None:
        record.fields = fields
    return record


def test_json_is_one_line_with_every_field():
    line = JsonFormatter().format(make_record("merels.access", "request", REQUEST))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:00.250+00:00",
        "level": "warning",
        "logger": "merels.access",
        "message": "request",
        **REQUEST,
    }


def test_a_request_is_a_short_line_without_terminal_commands():
    line = TextFormatter().format(make_record("merels.access", "request", REQUEST))
    assert line.partition(" ")[2] == r"127.0.0.1 GET /\x1b[2J\n?fen=x 200 in 12 ms"


def test_other_messages_name_their_level_and_details():
    line = TextFormatter().format(make_record("merels", "slow", {"seconds": 3}))
    assert line.partition(" ")[2] == "warning: slow, seconds 3"


def test_both_formats_include_the_traceback():
    try:
        raise ValueError("wrong")
    except ValueError:
        record = make_record("merels", "failed", error=sys.exc_info())
    assert json.loads(JsonFormatter().format(record))["trace"].endswith("ValueError: wrong")
    assert TextFormatter().format(record).endswith("ValueError: wrong")


class Clock:
    """A clock that stands still until it is set."""

    now = 100.0

    def __call__(self):
        return self.now


def make_handler():
    clock, written = Clock(), []
    handler = SparingHandler(clock)
    handler.setStream(io.StringIO())
    handler.setFormatter(JsonFormatter())

    def read():
        lines = handler.stream.getvalue().splitlines()[len(written) :]
        written.extend(lines)
        return [json.loads(line) for line in lines]

    return clock, handler, read


def test_what_repeats_is_written_once_a_minute_with_a_count():
    clock, handler, read = make_handler()
    for _ in range(500):
        handler.handle(make_record("asyncio", "socket.accept() out of system resource\nsocket: x"))
    [entry] = read()
    assert "repeated" not in entry
    clock.now += 61
    handler.handle(make_record("merels.web", "other"))
    counted, other = read()
    assert (counted["message"][:15], counted["repeated"]) == ("socket.accept()", 499)
    assert "repeated" not in other
    handler.handle(make_record("asyncio", "socket.accept() out of system resource\nsocket: x"))
    assert read() == []
    handler.close()
    assert [entry["repeated"] for entry in read()] == [1]


def test_different_errors_are_all_written():
    _, handler, read = make_handler()
    for error in (ValueError, KeyError, ValueError):
        try:
            raise error("wrong")
        except error:
            record = make_record("merels.web", "internal error", error=sys.exc_info())
        handler.handle(record)
    assert [entry["trace"].splitlines()[-1][:8] for entry in read()] == ["ValueErr", "KeyError"]


def test_what_did_not_repeat_is_written_again_later():
    clock, handler, read = make_handler()
    for _ in range(3):
        handler.handle(make_record("merels.web", "slow"))
        clock.now += 61
    assert [entry.get("repeated") for entry in read()] == [None, None, None]


FLOOD = """
import asyncio, errno, logging.config, sys
from merels.web.http.logs import log_settings
logging.config.dictConfig(log_settings("info"))
loop = asyncio.new_event_loop()
for _ in range(2000):
    error = OSError(errno.EMFILE, "Too many open files")
    loop.call_exception_handler({"message": "accept() out of system resource", "exception": error})
loop.close()
"""


def test_connections_that_cannot_be_accepted_do_not_fill_the_log():
    result = subprocess.run(
        [sys.executable, "-c", FLOOD], capture_output=True, text=True, timeout=300, check=True
    )
    first, last = map(json.loads, result.stderr.splitlines())
    assert (first["logger"], last["repeated"]) == ("asyncio", 1999)
