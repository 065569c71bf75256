"""Schemathesis: requests drawn from the OpenAPI document find no server error."""

import json

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import TypeAdapter, ValidationError
from random_games import play_randomly
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from server_documents import IDLE

from merels.web.api.documents import LONGEST_SEARCH, AnalysisDocument
from merels.web.app import create_app
from merels.web.http.settings import Settings
from merels.web.routes.engine import ProblemDocument
from merels.web.routes.solving import SolvingDocument

EXAMPLES = settings.default.max_examples // 2
STREAMS = "/api/v1/(analysis|solving)"
"""A stream is no document: its events are."""
SHORT_SEARCH = 0.05
EVENTS = {each.__name__: each for each in (AnalysisDocument, ProblemDocument, SolvingDocument)}

document = create_app(Settings()).openapi()
schema = schemathesis.openapi.from_dict(document)
answers = schema.exclude(path_regex=f"{STREAMS}|/api/v1/lobby")
streams = schema.include(path_regex=STREAMS + "$", method="GET")
commands = schema.include(path="/api/v1/solving", method=["POST", "DELETE"])

try_often = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)


def map_query(_context, query):
    """Make every second text given as a FEN a valid one."""
    if query and "fen" in query and len(str(query["fen"])) % 2:
        seed = sum(map(ord, str(query["fen"])))
        query["fen"] = play_randomly(seed, seed % 120).fen()
    return query


answers.hook(map_query)
streams.hook(map_query)


@answers.parametrize()
@try_often
def test_no_request_is_a_server_error(client, case):
    response = case.call(base_url=str(client.base_url))
    case.validate_response(
        response,
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
    )
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]


@commands.parametrize()
@try_often
def test_commands_of_strangers_are_refused(client, case):
    """From another machine, so that nothing is solved in the folder that all tests share."""
    case.headers = {**(case.headers or {}), "X-Forwarded-For": "192.0.2.7"}
    response = case.call(base_url=str(client.base_url))
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance])
    assert response.status_code in (403, 405, 415, 422)


@streams.parametrize()
@try_often
def test_every_event_of_a_stream_matches_its_schema(client, case):
    if case.path.endswith("/analysis"):
        case.query = shorten_search(case.query or {})
    # Not `case.call`, which does not read a stream to its end.
    response = requests.request(**case.as_transport_kwargs(base_url=str(client.base_url)))
    if response.status_code == 200:
        check_events(case.path, response.content.decode())
    else:
        assert 400 <= response.status_code < 500
        assert response.headers["content-type"] == "application/problem+json"
        TypeAdapter(ProblemDocument).validate_python(response.json(), strict=True)


def shorten_search(query):
    """Return a query that searches only for a moment, unless it is nonsense."""
    seconds = query.get("seconds", SHORT_SEARCH)
    try:
        is_good = SHORT_SEARCH <= float(seconds) <= LONGEST_SEARCH
    except (TypeError, ValueError):
        is_good = False
    return {**query, "seconds": SHORT_SEARCH if is_good else seconds}


def check_events(path, text):
    """Assert that the events have their schemas and come in their order."""
    content = document["paths"][path]["get"]["responses"]["200"]["content"]
    [(media_type, described)] = content.items()
    assert media_type == "text/event-stream"
    assert text.endswith("\n\n")
    names = []
    for block in text.removesuffix("\n\n").split("\n\n"):
        if block.startswith(":"):
            continue
        name, data = block.split("\n")
        names.append(name.removeprefix("event: "))
        own = described["schema"]["$ref"].rpartition("/")[2]
        event = json.loads(data.removeprefix("data: "))
        named = "ProblemDocument" if names[-1] == "problem" else own
        TypeAdapter(EVENTS[named]).validate_python(event, strict=True)
        assert event.get("status", 0) < 500
    if path.endswith("/solving"):
        assert names
        assert set(names) == {"solving"}
    else:
        assert names[-1] in ("done", "problem")
        assert set(names[:-1]) <= {"info"}


@pytest.mark.parametrize("event", [IDLE | {"state": "tired"}, IDLE | {"more": 1}, {}])
def test_the_check_of_events_finds_what_is_wrong(event):
    check_events("/api/v1/solving", f"event: solving\ndata: {json.dumps(IDLE)}\n\n")
    with pytest.raises(ValidationError):
        check_events("/api/v1/solving", f"event: solving\ndata: {json.dumps(event)}\n\n")
