"""HEAD answers as GET does, without the body."""

import contextlib
import json
import random
import socket
import time

import httpx
import pytest
from server_documents import IDLE
from serving import serving, wait_until
from solved import solved_folder

from merels.web.api.documents import ENDGAME_FEN
from merels.web.http.settings import Settings

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


# Streams and long answers over real sockets: a client that disconnects ends its search.


@pytest.fixture(scope="module")
def busy():
    """A server with one place and a queue of one."""
    with serving(Settings(tables=str(solved_folder()), places=1, queue=1, rate=0)) as client:
        client.get("/api/v1/analysis", params={"seconds": 0.05}, timeout=300)
        wait_until(lambda: load(client)["busy"] == 0)
        yield client


def load(client):
    return client.get("/api/v1/health").json()["engine"]


def connect(client):
    return socket.create_connection((client.base_url.host, client.base_url.port))


def ask(connection, path):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def test_an_analysis_ends_when_the_socket_is_closed(busy):
    with connect(busy) as connection:
        ask(connection, "/api/v1/analysis?seconds=60")
        data = b""
        while b"event: info" not in data:
            data += connection.recv(65536)
        assert load(busy)["busy"] == 1
    wait_until(lambda: load(busy)["busy"] == 0)  # long before its 60 seconds are over


def test_a_move_ends_when_the_socket_is_closed(busy):
    body = json.dumps({"level": "expert", "seconds": 60})
    with connect(busy) as connection:
        connection.sendall(
            b"POST /api/v1/move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        wait_until(lambda: load(busy)["busy"] == 1)
    wait_until(lambda: load(busy)["busy"] == 0)


def test_leaving_while_waiting_frees_the_queue(busy):
    with connect(busy) as first, connect(busy) as second:
        ask(first, "/api/v1/analysis?seconds=60")
        wait_until(lambda: load(busy)["busy"] == 1)
        ask(second, "/api/v1/analysis?seconds=60")
        wait_until(lambda: load(busy)["queued"] == 1)
        second.close()
        wait_until(lambda: load(busy)["queued"] == 0)
        assert load(busy)["busy"] == 1
    wait_until(lambda: load(busy)["busy"] == 0)


def test_a_full_queue_is_reported_at_once(busy):
    with connect(busy) as first, connect(busy) as second:
        ask(first, "/api/v1/analysis?seconds=60")
        wait_until(lambda: load(busy)["busy"] == 1)
        ask(second, "/api/v1/analysis?seconds=60")
        wait_until(lambda: load(busy)["queued"] == 1)
        for response in (
            busy.get("/api/v1/analysis"),
            busy.post("/api/v1/move", json={"level": "expert"}),
        ):
            assert response.status_code == 503
            assert response.headers["retry-after"] == "1"
            assert response.json()["type"] == "/api/docs#busy"
        # Requests without a long search are still answered.
        for level in ("easy", "normal", "hard", "random"):
            assert busy.post("/api/v1/move", json={"level": level}).status_code == 200
        assert busy.get("/api/v1/probe", params={"fen": ENDGAME_FEN}).status_code == 200
    wait_until(lambda: load(busy)["busy"] == 0 and load(busy)["queued"] == 0)


def test_streams_survive_clients_that_do_anything(busy):
    """Fuzz: odd parameters, partial requests, closing at any time; the server stays well."""
    chance = random.Random(20)
    values = ["", "1", "0.05", "60", "-1", "nan", "1e400", "%00", "x" * 300, ENDGAME_FEN, "%ff"]
    for _ in range(40):
        names = chance.sample(["fen", "lines", "seconds", "other"], chance.randrange(5))
        query = "&".join(f"{name}={chance.choice(values)}" for name in names).replace(" ", "%20")
        path = chance.choice(["analysis", "analysis", "analysis", "solving"])
        request = f"GET /api/v1/{path}?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        with connect(busy) as connection, contextlib.suppress(ConnectionError, TimeoutError):
            connection.settimeout(0.1)
            connection.sendall(request[: chance.choice([len(request), len(request) // 2])])
            if chance.random() < 0.2:
                connection.sendall(request)
            answer = connection.recv(65536)
            assert b" 500 " not in answer.split(b"\r\n")[0]
            assert b"internal" not in answer
            time.sleep(chance.random() * 0.05)
    wait_until(lambda: load(busy)["busy"] == 0 and load(busy)["queued"] == 0)
    with busy.stream("GET", "/api/v1/analysis?seconds=0.05", timeout=300) as response:
        assert "event: done" in response.read().decode()


def test_solving_reports_its_state_and_ends_if_there_is_nothing_to_do(busy):
    response = busy.get("/api/v1/solving")
    assert response.headers["content-type"].startswith("text/event-stream")
    name, data = response.text.strip().split("\n")
    assert name == "event: solving"
    assert json.loads(data.removeprefix("data: ")) == IDLE


def test_events_arrive_as_they_happen(busy):
    address = f"{busy.base_url}/api/v1/analysis?seconds=60"
    with httpx.stream("GET", address, timeout=300) as response:
        lines = response.iter_lines()  # kept: once it is gone, the connection is closed
        assert "event: info" in lines
        assert load(busy)["busy"] == 1, "it has not ended yet"
    wait_until(lambda: load(busy)["busy"] == 0)
