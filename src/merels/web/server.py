"""Start and stop the server."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from merels._code_cache import prepare_folder
from merels.errors import MerelsError
from merels.web.http.limits import Admission, Bounds
from merels.web.http.protocol import BoundedSocket, PunctualProtocol
from merels.web.http.settings import Settings

FACTORY: Final = "merels.web.app:create_process_app"
SECONDS_TO_FINISH: Final = 1  # grace period for answers being sent when the server stops
SECONDS_OF_SILENCE: Final = 30  # after which an idle connection is closed
SECONDS_TO_ANSWER: Final = 60
"""Seconds after which a silent worker is replaced; starting a worker on a busy machine is slow."""
MOST_FILES: Final = 8192
"""Files a process may have open, if the system allows it: each connection is a file."""
LARGEST_MESSAGE: Final = 2048  # bytes of a message over a WebSocket
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")

_log = logging.getLogger("merels.web")


def url_of(host: str, port: int) -> str:
    """Return the address to open in a browser.

    >>> url_of("::1", 24016), url_of("0.0.0.0", 80)
    ('http://[::1]:24016', 'http://127.0.0.1:80')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def find_network_url(host: str, port: int) -> str | None:
    """Return the address for the local network, if any, as the system would choose it."""
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else url_of(address, port)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise `MerelsError`, which says what to do, if it fails."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise MerelsError(f"cannot listen on {host!r}: {error.strerror}") from error
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise MerelsError(_explain(host, port, error)) from error
    listener.set_inheritable(True)
    return listener


def _explain(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is in use, perhaps by another merels serve; "
            f"choose another port, such as --port {port + 1 if port < 65535 else port - 1}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} of {host} needs root privileges; choose one above 1023 with --port"
    return f"cannot listen on port {port} of {host}: {error.strerror}"


def allow_files(number: int) -> int:
    """Raise the limit on open files for this process and its children to at most ``number``."""
    try:
        import resource
    except ImportError:  # Windows has no limit on open files
        return number
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def configure(
    app: ASGIApp | str, admission: Admission | None = None, **options: Any
) -> uvicorn.Config:
    """Return the Uvicorn settings for an application."""
    admission = admission or Admission(Bounds())
    return uvicorn.Config(
        app,
        http=partial(PunctualProtocol, admission),  # type: ignore[arg-type]
        backlog=admission.bounds.backlog,
        access_log=False,  # ours is structured
        server_header=False,
        proxy_headers=False,  # a client could claim any address
        ws=BoundedSocket if find_spec("websockets") else "none",  # which people play over
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=None,  # the application's pings measure the lag as well
        ws_per_message_deflate=False,  # small messages, and memory for each connection
        lifespan="on",
        timeout_keep_alive=SECONDS_OF_SILENCE,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_worker_healthcheck=SECONDS_TO_ANSWER,
        **{"log_config": None, **options},
    )


def serve(listener: socket.socket, settings: Settings, workers: int, logs: dict[str, Any]) -> None:
    """Serve until Ctrl-C or SIGTERM; ``logs`` come from `log_settings`."""
    prepare_folder()  # before child processes start, which share the compiled code in it
    files = allow_files(MOST_FILES)
    bounds = Bounds(from_client=settings.connections).within(files)
    replace(settings, connections=bounds.from_client).to_environment()
    admission = Admission(bounds, settings.proxy)
    config = configure(FACTORY, admission, factory=True, workers=workers, log_config=logs)
    if files < MOST_FILES:
        fields = {
            "files": files,
            "connections": bounds.connections,
            "from one address": bounds.from_client,
        }
        _log.info("the system's limit on open files lowers other limits", extra={"fields": fields})
    if workers > 1:
        Multiprocess(config, sockets=[listener]).run()
        return
    server = uvicorn.Server(config)

    def stop(*_: object) -> None:
        """Stop a server that is still starting; once started, it handles signals itself."""
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server.run(sockets=[listener])
