"""WebSockets below the application: clients that flood it or do not read."""

import asyncio
import json
import socket
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPResponse
from unittest.mock import Mock

import pytest
import uvicorn
from serving import serving_app, wait_until
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from merels.web.http.limits import Admission, Bounds, RequestLimits
from merels.web.http.protocol import BoundedSocket, PunctualProtocol
from merels.web.http.security import HEADERS, Gate


async def talk(socket):
    """Send until the client is gone, if it asks for that."""
    await socket.accept()
    wants = await socket.receive_text()
    while wants == "more":
        await socket.send_text("x" * 10_000)
    await socket.receive_text()


def make_app():
    return Starlette(routes=[WebSocketRoute("/", talk)])


def open_socket(server, **options):
    return connect(f"ws://127.0.0.1:{server.port}/", **options).__enter__()


def test_a_client_that_does_not_read_its_messages_is_dropped():
    with serving_app(make_app(), Bounds(read=0.2), send_buffer=2048) as server:
        client = open_socket(server, max_queue=1)
        client.send("more")
        wait_until(lambda: not server.server_state.connections)


@pytest.mark.parametrize("frame", [Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"", fin=False)])
def test_frames_without_end_are_not_taken(frame):
    with serving_app(make_app()) as server:
        client = open_socket(server)
        # The server may drop the client before it has sent everything.
        with suppress(ConnectionClosed), client.send_context():
            if frame.opcode is Opcode.CONT:
                client.protocol.send_text(b"begin", fin=False)
            for _ in range(200):
                client.protocol.send_frame(frame)
        wait_until(lambda: not server.server_state.connections)
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=PATIENCE)


def test_sockets_count_as_connections_until_they_end():
    with serving_app(make_app(), Bounds(connections=2)) as server:
        clients = [open_socket(server) for _ in range(2)]
        with pytest.raises(Exception, match="503"):
            open_socket(server)
        clients[0].close()
        wait_until(lambda: len(server.server_state.connections) == 1)
        open_socket(server).close()
        clients[1].close()


# Connections over real sockets: clients that keep the server waiting, and refusals.

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"  # two addresses of this machine
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LONG_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nA:" + b"a" * 70_000
LARGE_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n"
PATIENCE = 300
PATIENT = Bounds(head=PATIENCE)


def make_page(size=2):
    return Starlette(routes=[Route("/", lambda _: Response(b"x" * size), methods=["GET", "POST"])])


@contextmanager
def connected(server, source=HERE, receive_buffer=None):
    with socket.socket() as connection:
        connection.settimeout(PATIENCE)
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.bind((source, 0))
        connection.connect((HERE, server.port))
        yield connection


def read_answer(connection):
    """Return an answer's status, headers and body."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.headers, answer.read()


def check_refusal(connection, status, kind):
    """Check that a problem with all headers arrives, then the end; return its detail."""
    given, headers, body = read_answer(connection)
    assert (given, headers["content-type"]) == (status, "application/problem+json")
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["connection"] == "close"
    assert connection.recv(1) == b""
    document = json.loads(body)
    assert document["type"] == f"/api/docs#{kind}"
    if status in (429, 503):
        assert headers["retry-after"] == "1"
    return document["detail"]


def is_served(server, source=HERE):
    with connected(server, source) as connection:
        connection.sendall(GET)
        return read_answer(connection)[0] == 200


def is_dropped(connection, data=b""):
    """Whether the server closes a connection, sooner or later; perhaps while data are sent."""
    with suppress(ConnectionError):
        connection.sendall(data)
        while connection.recv(1 << 16):
            pass
    return True


def lose_patience(server):
    """Give the only client of a server little time from now on; until now it had enough."""
    [protocol] = server.server_state.connections
    protocol._bounds = replace(protocol._bounds, head=0.2)


@pytest.mark.parametrize("size", [40_000, 1_000_000])
def test_a_client_that_does_not_read_its_answer_is_dropped(caplog, size):
    """Even if the answer is so small that the server is done with it."""
    with (
        serving_app(make_page(size), Bounds(read=0.2), send_buffer=2048) as server,
        connected(server, receive_buffer=2048) as connection,
    ):
        connection.sendall(GET)
        wait_until(lambda: "a client did not read its answer in time" in caplog.text)
        wait_until(lambda: not server.server_state.connections)


def test_a_client_that_leaves_without_reading_is_dropped():
    with (
        serving_app(make_page(40_000), Bounds(read=0.2), send_buffer=2048) as server,
        connected(server, receive_buffer=2048) as connection,
    ):
        connection.sendall(GET)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)
        wait_until(lambda: not server.server_state.connections)


class StandingLoop:
    """A loop that makes due calls when told to."""

    def __init__(self):
        self.due = []

    def call_later(self, seconds, call):
        self.due.append((seconds, call))
        return Mock(spec=asyncio.TimerHandle)


class Transport:
    """A transport whose buffer is as large as the test says."""

    unread, aborted = 0, False

    def is_closing(self):
        return self.aborted

    def get_write_buffer_size(self):
        return self.unread

    def abort(self):
        self.aborted = True

    def get_extra_info(self, _):
        return None

    def set_write_buffer_limits(self, high):
        self.high = high


def test_a_client_that_reads_slowly_is_kept():
    loop, transport = StandingLoop(), Transport()
    protocol = PunctualProtocol(
        Admission(Bounds(read=30, least_read=1000)),
        config=uvicorn.Config(make_page(), log_config=None, lifespan="off"),
        server_state=ServerState(),
        app_state={},
        _loop=loop,
    )
    protocol.connection_made(transport)
    loop.due.clear()
    transport.unread = 5000
    protocol.pause_writing()
    for left, dropped in ((4000, False), (2500, False), (2499, True)):
        [(seconds, look)] = loop.due
        assert (seconds, transport.aborted) == (30, False)
        loop.due.clear()
        transport.unread = left
        look()
        assert transport.aborted == dropped


@pytest.mark.parametrize("data", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_head_that_never_arrives_is_given_up(data):
    with (
        serving_app(make_page(), Bounds(head=0.2)) as server,
        connected(server) as connection,
    ):
        assert is_dropped(connection, data)


def test_a_second_head_that_never_arrives_is_given_up():
    with serving_app(make_page(), PATIENT) as server, connected(server) as connection:
        connection.sendall(GET)
        assert read_answer(connection)[0] == 200
        lose_patience(server)
        assert is_dropped(connection, b"GET /")


def test_the_rest_of_a_refused_body_is_not_waited_for():
    app = RequestLimits(make_page())
    with serving_app(app, PATIENT) as server, connected(server) as connection:
        connection.sendall(LARGE_BODY + b"\r\n")
        assert read_answer(connection)[0] == 413
        lose_patience(server)
        assert is_dropped(connection, b"{")


def test_one_address_does_not_lock_out_others():
    """No matter what it does with its connections, or how many more it opens."""
    with serving_app(
        make_page(), Bounds(connections=20, from_client=5, refusal=PATIENCE)
    ) as server:
        with ExitStack() as held:
            for _ in range(5):
                held.enter_context(connected(server, ELSEWHERE))
            wait_until(lambda: len(server.server_state.connections) == 5)
            extra = [held.enter_context(connected(server, ELSEWHERE)) for _ in range(30)]
            for connection in extra:
                connection.sendall(GET)
                detail = check_refusal(connection, 429, "too-many")
                assert detail == "more than 5 connections at the same time from one address"
            assert is_served(server, HERE)
        wait_until(lambda: not server.server_state.connections)
        assert is_served(server, ELSEWHERE)


def test_a_server_that_is_full_says_so():
    with (
        serving_app(make_page(), Bounds(connections=1)) as server,
        connected(server, ELSEWHERE),
        connected(server, HERE) as second,
    ):
        second.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        second.sendall(b"12345")  # read before the answer, or the system resets the connection
        assert check_refusal(second, 503, "full") == "all 1 connections are in use"


def test_too_many_refused_connections_are_closed_at_once():
    with (
        serving_app(make_page(), Bounds(from_client=1, refused=0)) as server,
        connected(server),
        connected(server) as second,
    ):
        check_refusal(second, 429, "too-many")


def test_a_refused_client_must_send_its_request_soon():
    with (
        serving_app(make_page(), Bounds(from_client=1, refused=1, refusal=0.2)) as server,
        connected(server),
    ):
        for _ in range(2):  # the first one frees its place
            with connected(server) as refused:
                assert is_dropped(refused, b"GET /")


def test_the_proxys_connections_belong_to_everybody():
    with (
        serving_app(make_page(), Bounds(connections=2, from_client=1), proxy=HERE) as server,
        connected(server, HERE),
        connected(server, HERE) as second,
    ):
        second.sendall(GET)
        assert read_answer(second)[0] == 200
        with connected(server, HERE) as third:
            third.sendall(GET)
            check_refusal(third, 503, "full")


@pytest.mark.parametrize(
    ("data", "status", "kind", "words"),
    [
        (b"nonsense\r\n\r\n", 400, "malformed", "illegal request line"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed", "Host"),
        (LONG_HEAD, 413, "too-large", "too long"),
        (
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
            400,
            "malformed",
            "chunk",
        ),
    ],
)
def test_anything_but_http_is_a_problem(data, status, kind, words):
    with serving_app(make_page()) as server, connected(server) as connection:
        connection.sendall(data)
        assert words in check_refusal(connection, status, kind)


def answer_early(connection, request):
    """Send the beginning of a request; wait for the answer, but do not read it."""
    connection.sendall(request)
    assert connection.recv(1, socket.MSG_PEEK)


@pytest.mark.parametrize(
    ("request_", "bounds", "status", "kind"),
    [
        (LONG_HEAD, Bounds(), 413, "too-large"),
        (LARGE_BODY + b"Connection: close\r\n\r\n", Bounds(), 413, "too-large"),
        (LARGE_BODY + b"\r\n", Bounds(from_client=0, connections=1, refusal=PATIENCE), 503, "full"),
    ],
    ids=["a head", "a body", "a body of a refused client"],
)
def test_a_client_may_send_on_before_it_reads(request_, bounds, status, kind):
    """Data that the server leaves unread would make the system reset the connection."""
    with serving_app(Gate(RequestLimits(make_page())), bounds) as server, ExitStack() as held:
        if bounds.connections == 1:
            held.enter_context(connected(server))
        connection = held.enter_context(connected(server))
        answer_early(connection, request_)
        for _ in range(50):
            connection.sendall(b"a" * 10_000)
        check_refusal(connection, status, kind)
        connection.shutdown(socket.SHUT_WR)
        wait_until(lambda: len(server.server_state.connections) == (bounds.connections == 1))


@pytest.mark.parametrize("bounds", [Bounds(discarded=100_000), Bounds(head=0.2)])
def test_a_client_that_sends_on_without_end_is_dropped(bounds):
    with serving_app(make_page(), bounds) as server, connected(server) as connection:
        with suppress(ConnectionError):
            answer_early(connection, LONG_HEAD)
            while True:
                connection.sendall(b"a" * 10_000)
        wait_until(lambda: not server.server_state.connections)


def test_a_client_that_stays_after_its_answer_is_dropped():
    with serving_app(make_page(), Bounds(head=0.2)) as server, connected(server) as connection:
        with suppress(ConnectionError):  # if it takes too long to send the head
            answer_early(connection, LONG_HEAD)
        wait_until(lambda: not server.server_state.connections)


def test_the_server_stops_while_a_client_sends_on():
    with serving_app(make_page(), PATIENT) as server, connected(server) as connection:
        answer_early(connection, LONG_HEAD)
        server.should_exit = True
        check_refusal(connection, 413, "too-large")
        wait_until(lambda: not server.server_state.connections)


def test_anything_but_http_cuts_an_answer_off(caplog):
    """And makes no noise in the log."""
    request = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving_app(make_page(30_000_000)) as server, connected(server) as connection:
        connection.sendall(request)
        assert connection.recv(5) == b"HTTP/"
        connection.sendall(b"nonsense\r\n")
        assert is_dropped(connection)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("ours", [PunctualProtocol, BoundedSocket])
def test_all_that_we_override_is_still_there(ours):
    """A later Uvicorn that renames a method would leave ours uncalled, and the limit unguarded."""
    theirs = {name for base in ours.__mro__[1:] for name in vars(base)}
    new = {name for name in vars(ours) if not name.startswith("_")} - theirs
    assert new <= {"watch"}
