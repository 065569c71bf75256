"""Limits on what clients use: how many requests and connections, how large, how slow."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from merels.web.http.addresses import CLIENT, client_at, is_proxy, network_of, shares_of
from merels.web.http.problems import ProblemError


class Quota:
    """Counts what clients use at the same time; ``noun`` names it in messages.

    A client may use ``each``, 0 for no limit, and all of them together ``most``; an IPv6 network
    has its share (`shares_of`).
    """

    def __init__(self, noun: str, most: int, each: int) -> None:
        self._noun = noun
        self._most = most
        self._each = each
        self._used: Counter[str] = Counter()
        self._total = 0

    def take(self, client: str | None = None) -> None:
        """Count one more; raise `ProblemError` if it is one too many.

        None stands for clients that only count towards the total.
        """
        if self._total >= self._most:
            detail = f"all {self._most} {self._noun} are in use"
            raise ProblemError("full", detail, retry_after=1)
        shares = {} if client is None else shares_of(client)
        for name, share in shares.items():
            if self._each and self._used[name] >= self._each * share:
                where = "address" if name == client else "network"
                number = f"{self._each * share} {self._noun}"
                detail = f"more than {number} at the same time from one {where}"
                raise ProblemError("too-many", detail, retry_after=1)
        self._used.update(shares.keys())
        self._total += 1

    def give_back(self, client: str | None = None) -> None:
        """Count one less."""
        self._total -= 1
        for name in () if client is None else shares_of(client):
            self._used[name] -= 1
            if not self._used[name]:
                del self._used[name]


LARGEST_BODY: Final = 64 << 10
LONGEST_ADDRESS: Final = 2048
SECONDS_FOR_BODY: Final = 10.0
BURST: Final = 2.0
"""Seconds' worth of requests that a client may send at once."""
MOST_CLIENTS: Final = 10_000
MOST_FROM_CLIENT: Final = 100
"""Concurrent requests of one client; a stream counts as long as it lasts."""
MOST_REQUESTS: Final = 500
MOST_SOCKETS: Final = 3000


class TokenBuckets:
    """How many requests each client may still make: a bucket that fills at a steady rate."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take a token; return 0, or the seconds until there is one.

        Of an IPv6 client, its network has a bucket too (`shares_of`).
        """
        shares = shares_of(client)
        wait = max(self._fill(name, self._rate * share) for name, share in shares.items())
        if not wait:
            for name in shares:
                tokens, since = self._buckets[name]
                self._buckets[name] = tokens - 1, since
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return wait

    def _fill(self, name: str, rate: float) -> float:
        """Add the tokens of the time that has passed; return the seconds until there is one."""
        now, most = self._clock(), rate * BURST
        tokens, since = self._buckets.pop(name, (most, now))
        tokens = min(most, tokens + (now - since) * rate)
        self._buckets[name] = tokens, now
        return 0.0 if tokens >= 1 else (1 - tokens) / rate


def client_of(scope: Scope) -> str:
    """Return the client of a request.

    >>> client_of({"client": ("2001:db8::7", 5000)}), client_of({"client": ("127.0.0.1", 5000)})
    ('2001:db8::/64', '127.0.0.1')
    """
    return client_at((scope.get("client") or ("unknown",))[0])


def network_at(scope: Scope) -> str:
    """Return the network of a request's client: what shares turns with others.

    >>> network_at({"client": ("2001:db8::7", 5000)})
    '2001:db8::/48'
    """
    return network_of(client_of(scope))


class RequestLimits:
    """Refuses requests that are too large, too frequent or too slow.

    ``rate`` is in requests per second per client, ``sockets`` at the same time; 0 for no limit.
    """

    def __init__(self, app: ASGIApp, rate: float = 0, sockets: int = 0) -> None:
        self._app = app
        self._rate = rate
        self._buckets = TokenBuckets(rate) if rate else None
        self._active = Quota("requests", MOST_REQUESTS, MOST_FROM_CLIENT)
        self._sockets = Quota("sockets", MOST_SOCKETS, sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request and read its body, then pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        client = client_of(scope)
        CLIENT.set(network_of(client))
        try:
            with self._count(client, self._sockets if is_socket else self._active):
                check_address(scope)
                if not is_socket:
                    receive = replay(await read_body(scope, receive), receive)
                await self._app(scope, receive, send)
        except ProblemError as problem:
            await problem.response()(scope, receive, send)

    @contextmanager
    def _count(self, client: str, active: Quota) -> Iterator[None]:
        """Count a request while it is answered; raise `ProblemError` if it is one too many."""
        wait = self._buckets.take(client) if self._buckets else 0
        if wait:
            detail = f"more than {self._rate:g} requests per second"
            raise ProblemError("too-many", detail, retry_after=wait)
        active.take(client)
        try:
            yield
        finally:
            active.give_back(client)


def check_address(scope: Scope) -> None:
    """Raise `ProblemError` if path and query are too long."""
    length = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
    if length > LONGEST_ADDRESS:
        raise ProblemError(
            "too-large", f"the address has {length} bytes; at most {LONGEST_ADDRESS} are allowed"
        )


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Return the body; raise `ProblemError` if it is too large or takes too long."""
    request = Request(scope, receive)
    announced = request.headers.get("content-length", "0")
    if not announced.isdigit() or int(announced) > LARGEST_BODY:
        raise _too_large()
    body = b""
    try:
        with suppress(ClientDisconnect):
            async with asyncio.timeout(SECONDS_FOR_BODY):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > LARGEST_BODY:
                        raise _too_large()
    except TimeoutError:
        raise ProblemError(
            "slow", f"the body did not arrive within {SECONDS_FOR_BODY:g} seconds"
        ) from None
    return body


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that delivers the body once, and then whatever follows it."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


def _too_large() -> ProblemError:
    return ProblemError("too-large", f"the body may have at most {LARGEST_BODY} bytes")


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
