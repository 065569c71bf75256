"""Applications behind real sockets, in this process."""

import threading
import time
from contextlib import contextmanager

import httpx
import uvicorn

from merels.web.app import create_app
from merels.web.server import configure, listen


@contextmanager
def serving(settings):
    """Serve in a thread; yield a client."""
    server = uvicorn.Server(configure(create_app(settings)))
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_until(lambda: server.started)
            address = f"http://127.0.0.1:{port_of(listener)}"
            with httpx.Client(base_url=address, timeout=120) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


def port_of(listener):
    return listener.getsockname()[1]


def wait_until(condition, seconds=20):
    """Wait for a condition; fail where it does not come true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)
