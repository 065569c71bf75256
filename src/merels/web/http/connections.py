"""Limits on connections: how many there may be, and how long a client may keep one waiting."""

from __future__ import annotations

from dataclasses import dataclass

from merels.web.http.addresses import client_at
from merels.web.http.proxy import is_proxy
from merels.web.http.quota import Quota

Peer = tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many connections, and how many seconds."""

    connections: int = 4000
    """Open at the same time."""
    from_client: int = 100
    """From one client, 0 for no limit; a browser opens six."""
    refused: int = 100
    """Connections over the limit that may still send their request and read the refusal."""
    refusal: float = 1.0
    """Seconds this may take."""
    head: float = 10.0
    """Seconds for the head of a request, from the connection or the first byte of the head."""
    read: float = 30.0
    """Seconds in which a client must read what is waiting for it, or `least_read` of it."""
    least_read: int = 16 << 10
    """Bytes."""


class Admission:
    """Counts the connections of one server process.

    Those of the ``proxy`` carry everybody's requests: they count towards the total only.
    """

    def __init__(self, bounds: Bounds, proxy: str | None = None) -> None:
        self.bounds = bounds
        self._proxy = proxy
        self._open = Quota("connections", bounds.connections, bounds.from_client)
        self.refused = Quota("refusals", bounds.refused, 0)
        """Connections that wait for their refusal."""

    def enter(self, peer: Peer) -> None:
        """Count a connection; raise `ProblemError` if it is one too many."""
        self._open.take(self._client_of(peer))

    def leave(self, peer: Peer) -> None:
        """Stop counting a connection."""
        self._open.give_back(self._client_of(peer))

    def _client_of(self, peer: Peer) -> str | None:
        if peer is None or is_proxy(peer, self._proxy):
            return None
        return client_at(peer[0])
