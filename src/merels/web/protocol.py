"""HTTP in which the head of a request must arrive in time."""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_FOR_HEAD: Final = 10.0


class PunctualProtocol(H11Protocol):
    """Closes connections that open, or begin a request, and then send no more.

    The server itself bounds the silence between requests and the size of a head, not its time.
    """

    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take data, and look whether they complete a head."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._closing is None:
            self._closing = self.loop.call_later(SECONDS_FOR_HEAD, self.transport.close)

    def _forget(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
