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
