"""WebSockets below the application: clients that flood it or do not read."""

from contextlib import suppress

import pytest
from serving import serving_app, wait_until
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from merels.web.http.connections import Bounds


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


def test_a_client_that_does_not_read_is_dropped():
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
            client.recv(timeout=120)


def test_sockets_count_as_connections_until_they_end():
    with serving_app(make_app(), Bounds(connections=2)) as server:
        clients = [open_socket(server) for _ in range(2)]
        with pytest.raises(Exception, match="503"):
            open_socket(server)
        clients[0].close()
        wait_until(lambda: len(server.server_state.connections) == 1)
        open_socket(server).close()
        clients[1].close()
