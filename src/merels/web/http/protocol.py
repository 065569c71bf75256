"""Connections that are counted, and dropped if the client keeps them waiting or floods them.

The only file that uses undocumented parts of Uvicorn. `tests/web/http/test_protocol.py` checks that
everything we override or call is still there, `tests/web/test_server.py` in the oldest Uvicorn.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from merels.web.http.limits import Admission, Bounds, Peer, TokenBuckets
from merels.web.http.problems import ProblemError
from merels.web.http.security import HEADERS

if TYPE_CHECKING:
    from websockets.frames import Frame

try:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
except ModuleNotFoundError:  # no websockets: the server runs, without games between people
    WebSocketsSansIOProtocol = object  # type: ignore[assignment,misc]

FRAMES: Final = 10.0
"""Pings and parts of messages per second from one client; at once, twice this number."""
HEAD_TOO_LARGE: Final = 431  # the status the parser hints at
UNFINISHED: Final = (h11.SEND_BODY, h11.ERROR)
"""States of a client from whom more of its request may come."""

_log = logging.getLogger("merels.web")


class Timer:
    """A scheduled call that can be cancelled."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.handle: asyncio.TimerHandle | None = None  # also after the call

    def start(self, seconds: float, call: Callable[[], None]) -> None:
        """Schedule a call in place of the previous call."""
        self.cancel()
        self.handle = self._loop.call_later(seconds, call)

    def cancel(self) -> None:
        """Cancel the call."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class Watched(asyncio.Protocol):
    """A connection that is counted until it ends, and dropped if its client does not read."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: Peer

    def watch(self, bounds: Bounds, leave: Callable[[], None]) -> None:
        """Set how long a client may leave data unread, and the call when the connection ends."""
        self._bounds = bounds
        self._leave = leave
        self._reader_timer = Timer(self.loop)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._reader_timer.cancel()
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start watching whether the client reads."""
        super().pause_writing()
        self._await_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop watching: everything is read."""
        super().resume_writing()
        self._reader_timer.cancel()

    def _await_reader(self, unread: int) -> None:
        self._reader_timer.start(self._bounds.read, lambda: self._check_reader(unread))

    def _check_reader(self, unread: int) -> None:
        """Drop a client that has read next to nothing, while nothing was added."""
        left = self.transport.get_write_buffer_size()
        if unread - left >= self._bounds.least_read:
            self._await_reader(left)
            return
        fields = {"client": self.client[0] if self.client else "unknown"}
        _log.warning("a client did not read its answer in time", extra={"fields": fields})
        self.transport.abort()


class BoundedSocket(Watched, WebSocketsSansIOProtocol):
    """Drops clients that send endless pings or parts of messages, which Uvicorn allows."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.watch(Bounds(), lambda: None)
        self._frames = TokenBuckets(FRAMES)

    async def send(self, message: Any) -> None:
        """Send a message of the application, which may be a refusal instead of the handshake."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # Uvicorn would log that it is missing

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        if self._allows_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._allows_frame():
            super().handle_ping()

    def _allows_frame(self) -> bool:
        if self._frames.take(""):
            self.transport.abort()
            return False
        return True


class LingeringTransport:
    """A transport that goes on reading for a while after it is closed, if ``lingers`` says so.

    Otherwise the system resets the connection, and the client may lose the answer.
    """

    def __init__(self, transport: asyncio.Transport, lingers: Callable[[], bool]) -> None:
        self.plain = transport
        self.is_lingering = False
        self._lingers = lingers

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def is_closing(self) -> bool:
        """Whether nothing more is to be written."""
        return self.is_lingering or self.plain.is_closing()

    def close(self) -> None:
        """Let the client read to the end; close now or later."""
        if self.is_closing() or not (self.plain.can_write_eof() and self._lingers()):
            self.plain.close()
            return
        self.is_lingering = True
        self.plain.write_eof()
        self.plain.resume_reading()


class PunctualProtocol(Watched, H11Protocol):
    """Drops clients that are late in sending a request or in reading the answer."""

    transport: LingeringTransport  # type: ignore[assignment]

    def __init__(self, admission: Admission, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.watch(admission.bounds, lambda: None)
        self._admission = admission
        self._refusal: ProblemError | None = None
        self._is_upgraded = False
        self._request_timer = Timer(self.loop)  # while a request is due, or the rest of a request
        self._discarded = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, if there is room for one more client."""
        lingering = LingeringTransport(transport, self._linger)
        super().connection_made(cast("asyncio.Transport", lingering))
        # From now on writing is paused exactly while the client has something to read.
        transport.set_write_buffer_limits(high=0)
        try:
            self._admission.enter(self.client)
        except ProblemError as problem:
            self._refuse(problem)
        else:
            self._leave = lambda: self._admission.leave(self.client)
            self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take data, which may complete a head; discard them if the answer is given."""
        if self.transport.is_lingering:
            self._discarded += len(data)
            if self._discarded > self._bounds.discarded:
                self.transport.abort()
            return
        super().data_received(data)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._request_timer.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection, still counted, to the protocol of WebSockets."""
        if self._refusal is not None:
            self._answer(self._refusal)
            return
        self._is_upgraded = True
        self._request_timer.cancel()
        self._reader_timer.cancel()
        self.transport = self.transport.plain  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)
        socket = cast("BoundedSocket", self.transport.get_protocol())
        # Messages are small: a part of them is not enough.
        socket.watch(replace(self._bounds, least_read=sys.maxsize), self._leave)

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP; called while the parser's error is being handled."""
        error = sys.exception()
        if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == HEAD_TOO_LARGE:
            self._answer(ProblemError("too-large", "the head of the request is too long"))
        else:
            self._answer(ProblemError("malformed", f"this is not HTTP/1.1: {error or msg}"))

    def _linger(self) -> bool:
        if self.conn.their_state not in UNFINISHED:
            return False
        if self._refusal is None:  # otherwise the timer of the refusal goes on
            self._request_timer.start(self._bounds.head, self.transport.abort)
        return True

    def _await_request(self) -> None:
        if self._refusal is not None or self._is_upgraded or self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._request_timer.cancel()
        elif self._request_timer.handle is None:
            self._request_timer.start(self._bounds.head, self.transport.abort)

    def _refuse(self, problem: ProblemError) -> None:
        """Answer the coming request with a problem; at once, if too many are being refused."""
        self._refusal = problem
        try:
            self._admission.refused.take()
        except ProblemError:
            self._answer(problem)
            return
        self._leave = self._admission.refused.give_back
        self.app = self._answer_refused
        self._request_timer.start(self._bounds.refusal, self.transport.abort)

    async def _answer_refused(self, _scope: Scope, _receive: Receive, _send: Send) -> None:
        if self._refusal is not None:
            self._answer(self._refusal)

    def _answer(self, problem: ProblemError) -> None:
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # in the middle of another answer
            return
        is_head = self.conn.our_state is h11.SEND_RESPONSE and self.scope["method"] == "HEAD"
        if self.cycle is not None:
            # The application no longer needs to answer, and need not wait for the rest of a body.
            self.cycle.disconnected = self.cycle.response_complete = True
            self.cycle.message_event.set()
        response = problem.response()
        response.headers.update(HEADERS)
        status, headers = response.status_code, [*response.raw_headers, CLOSE_HEADER]
        for event in (
            h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status]),
            h11.Data(data=b"" if is_head else bytes(response.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
