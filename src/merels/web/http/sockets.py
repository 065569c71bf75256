"""WebSockets whose clients cannot keep the server waiting or busy below the application."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from merels.web.http.limits import TokenBuckets
from merels.web.http.timer import Timer

FRAMES: Final = 10.0
"""Pings and parts of messages per second from one client, twice as many at once."""


class BoundedSocket(WebSocketsSansIOProtocol):
    """Drops clients that do not read, or that send pings or parts of messages without end.

    Uvicorn limits the size of a message, but neither how long a client may leave it unread nor
    frames that never reach the application.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._reader_timer = Timer(self.loop)
        self._leave: Callable[[], None] = lambda: None
        self._seconds_to_read = 30.0
        self._frames = TokenBuckets(FRAMES)

    def bind(self, leave: Callable[[], None], seconds_to_read: float) -> None:
        """Say whom to tell when the connection ends, and how long a client may not read."""
        self._leave = leave
        self._seconds_to_read = seconds_to_read

    async def send(self, message: Any) -> None:
        """Send a message of the application, which may be a refusal instead of the handshake."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # Uvicorn would log that it is missing

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._reader_timer.cancel()
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start watching whether the client reads."""
        super().pause_writing()
        self._reader_timer.start(self._seconds_to_read, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop watching: everything is read."""
        super().resume_writing()
        self._reader_timer.cancel()

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
