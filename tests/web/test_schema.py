"""Schemathesis: requests drawn from the OpenAPI document find no server error."""

import schemathesis
from hypothesis import HealthCheck, settings
from random_games import play_randomly
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from merels.web.app import create_app
from merels.web.settings import Settings

EXAMPLES = 40
STREAMS = "/api/v1/(analysis|solving)"
"""They are tried by `test_streams`: a stream is no document."""

document = create_app(Settings()).openapi()
schema = schemathesis.openapi.from_dict(document).exclude(path_regex=STREAMS)


@schema.hook
def map_query(_context, query):
    """Let every second text that stands for a FEN be one."""
    if query and "fen" in query and len(str(query["fen"])) % 2:
        seed = sum(map(ord, str(query["fen"])))
        query["fen"] = play_randomly(seed, seed % 120).fen()
    return query


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)
def test_no_request_is_a_server_error(client, case):
    response = case.call(base_url=str(client.base_url))
    case.validate_response(
        response,
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
    )
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]
