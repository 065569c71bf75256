"""Limits on connections: how many there may be, and how long a client may keep one waiting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from merels.web.http.addresses import client_at
from merels.web.http.proxy import is_proxy
from merels.web.http.quota import Quota

Peer = tuple[str, int] | None

RESERVED_FILES: Final = 300
"""Open files that are not connections: tables, the database, pipes to processes that search."""
SHARES: Final = 16
"""Addresses that it takes to use up all connections."""


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
    backlog: int = 2048
    """Connections that are accepted at a time, before any of them is counted."""
    head: float = 10.0
    """Seconds for the head of a request, from the connection or the first byte of the head."""
    read: float = 30.0
    """Seconds in which a client must read what is waiting for it, or `least_read` of it."""
    least_read: int = 16 << 10
    """Bytes."""

    def within(self, files: int) -> Bounds:
        """Return bounds that ``files`` open files have room for.

        >>> Bounds().within(8192) == Bounds()
        True
        >>> few = Bounds().within(1024)
        >>> few.connections, few.from_client, few.refused, few.backlog
        (544, 34, 90, 90)
        """
        room = max(files - RESERVED_FILES, files // 2)
        refused = min(self.refused, room // 8)
        connections = max(1, min(self.connections, room - refused - room // 8))
        return replace(
            self,
            connections=connections,
            from_client=min(self.from_client, max(1, connections // SHARES)),
            refused=refused,
            backlog=max(1, min(self.backlog, room - refused - connections)),
        )


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
