"""Log lines, for programs and for people."""

import json
import logging
import sys

from merels.web.http.logs import JsonFormatter, TextFormatter

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
