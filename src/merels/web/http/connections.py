"""Bounds on connections: how many there may be, and how long a client may keep one waiting."""

from __future__ import annotations

from dataclasses import dataclass

from merels.web.http.addresses import client_at
from merels.web.http.proxy import is_proxy
from merels.web.http.shares import Shares

Peer = tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Numbers of connections, and seconds."""

    connections: int = 1000
    """All that are open at one time."""
    from_client: int = 100
    """Those of one client, 0 for any number; a browser opens six."""
    refused: int = 100
    """Connections beyond these bounds that may send their request and then read the refusal."""
    refusal: float = 1.0
    """Seconds that this may take."""
    head: float = 10.0
    """Seconds for the head of a request, from the connection or the head's first byte on."""
    read: float = 30.0
    """Seconds after which a client must have read what waits for it, or `least_read` of it."""
    least_read: int = 16 << 10
    """Bytes."""


class Admission:
    """Counts the connections of one server process.

    Those of the ``proxy`` carry everybody's requests: they count in all, but not as one client's.
    """

    def __init__(self, bounds: Bounds, proxy: str | None = None) -> None:
        self.bounds = bounds
        self._proxy = proxy
        self._open = Shares("connections", bounds.connections, bounds.from_client)
        self._refused = Shares("refusals", bounds.refused, 0)

    def enter(self, peer: Peer) -> None:
        """Count a connection; raises `ProblemError` where it is one too many."""
        self._open.take(self._client_of(peer))

    def leave(self, peer: Peer) -> None:
        """Count a connection no more."""
        self._open.give_back(self._client_of(peer))

    def enter_refused(self) -> None:
        """Count a connection that waits for its refusal; raises where it cannot be waited for."""
        self._refused.take(None)

    def leave_refused(self) -> None:
        """Count such a connection no more."""
        self._refused.give_back(None)

    def _client_of(self, peer: Peer) -> str | None:
        if peer is None or is_proxy(peer, self._proxy):
            return None
        return client_at(peer[0])
