"""Answers of the API are compressed for clients that accept it."""

import pytest

LONG = "/api/openapi.json"


def test_an_answer_is_compressed_if_the_client_accepts_it(client):
    plain = client.get(LONG, headers={"Accept-Encoding": "identity"})
    sent = client.get(LONG, headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert sent.headers["content-encoding"] == "gzip"
    assert int(sent.headers["content-length"]) < int(plain.headers["content-length"]) / 4
    assert sent.json() == plain.json()


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/solving", "/site.json"])
def test_short_answers_streams_and_files_are_sent_as_they_are(client, path):
    assert "content-encoding" not in client.get(path, headers={"Accept-Encoding": "gzip"}).headers
