"""Applications behind real sockets, in this process."""

import json
import socket
import threading
import time
from contextlib import contextmanager

import httpx
import uvicorn

from merels.web.app import create_app
from merels.web.http.limits import Admission, Bounds
from merels.web.server import configure, listen


@contextmanager
def serving(settings, bounds=None):
    """Serve in a thread; yield a client."""
    with serving_app(create_app(settings), bounds, settings.proxy) as server:
        address = f"http://127.0.0.1:{server.port}"
        with httpx.Client(base_url=address, timeout=300) as client:
            yield client


@contextmanager
def serving_app(app, bounds=None, proxy=None, send_buffer=None):
    """Serve an application in a thread; yield the server, with its ``port``."""
    admission = Admission(Bounds() if bounds is None else bounds, proxy)
    server = uvicorn.Server(configure(app, admission))
    with listen("127.0.0.1", 0) as listener:
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        server.port = port_of(listener)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield server
        finally:
            server.should_exit = True
            thread.join()


def port_of(listener):
    return listener.getsockname()[1]


def wait_until(condition, seconds=300):
    """Wait for a condition; fail if it does not become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def read_events(response):
    """Return the events of a finished stream as pairs of name and document."""
    events = []
    for block in response.text.strip().split("\n\n"):
        if not block.startswith(":"):
            name, data = block.split("\n")
            events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events
