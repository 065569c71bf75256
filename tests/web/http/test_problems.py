"""Problem documents: every kind, and with odd text."""

import json

import pytest

from merels.web.http.problem_kinds import PROBLEM_KINDS
from merels.web.http.problems import ProblemError, quote


@pytest.mark.parametrize("kind", PROBLEM_KINDS)
def test_every_kind_has_a_document(kind):
    response = ProblemError(kind, "detail", field="fen").response()
    assert response.status_code == PROBLEM_KINDS[kind].status
    assert response.headers["content-type"] == "application/problem+json"
    assert json.loads(response.body) == {
        "type": f"/api/docs#{kind}",
        "title": PROBLEM_KINDS[kind].title,
        "status": PROBLEM_KINDS[kind].status,
        "detail": "detail",
        "field": "fen",
    }


@pytest.mark.parametrize(("seconds", "header"), [(0.01, "1"), (1.2, "2"), (30, "30")])
def test_a_pause_is_at_least_one_whole_second(seconds, header):
    assert ProblemError("busy", "", seconds).response().headers["retry-after"] == header


def test_text_that_is_not_unicode_is_escaped():
    body = ProblemError("notation", "half a pair: \ud800").response().body
    assert b"\\ud800" in body


def test_long_values_are_cut():
    assert quote("d6") == "'d6'"
    assert len(quote("x" * 10_000)) < 200


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("content", "headers", "status", "detail"),
    [
        (b'{"moves": ["d6"]}', {}, 415, "the body has no Content-Type; send JSON with the header"),
        (b"moves=d6", {"Content-Type": "text/plain"}, 415, "the Content-Type 'text/plain'; send"),
        (b'{"moves": [}', JSON, 422, "not JSON: Expecting value at character 12, after '{\"moves"),
        (b'{"moves": "\xff"}', JSON, 422, "byte 12 is not UTF-8"),
        (b"[" * 5000, JSON, 422, "body: not JSON that can be read, b'[[["),
        (b"", JSON, 422, "body: a JSON object is needed, not nothing"),
        (b'["d6"]', JSON, 422, "body: a JSON object is needed, not ['d6']"),
    ],
    ids=["no type", "another type", "broken", "bytes", "deep", "empty", "a list"],
)
def test_a_body_that_cannot_be_read_says_what_would_be_right(
    client, content, headers, status, detail
):
    response = client.post("/api/v1/play", content=content, headers=headers)
    assert response.status_code == status
    assert detail in response.json()["detail"]
