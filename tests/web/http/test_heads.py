"""HEAD answers as GET does, without the body."""

import pytest

HEADERS = ("content-type", "content-length", "etag", "cache-control", "x-content-type-options")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/docs",
        "/api/openapi.json",
        "/api/v1/position",
        "/api/v1/board.svg",
        "/api/v1/puzzles",
        "/api/v1/position?fen=nonsense",
        "/api/v1/nothing",
        "/api/v1/games",
    ],
)
def test_head_works_where_get_does(client, path):
    got, head = client.get(path), client.head(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert [head.headers.get(name) for name in HEADERS] == [
        got.headers.get(name) for name in HEADERS
    ]


@pytest.mark.parametrize("path", ["/api/v1/analysis?seconds=60", "/api/v1/solving"])
def test_the_head_of_a_stream_is_its_end(client, path):
    head = client.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    assert client.get("/api/v1/health").status_code == 200


def test_head_is_refused_where_get_is(client):
    assert client.head("/api/v1/play").status_code == 405
