"""Who a client is, and limits: how many requests and connections, how large, how slow."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from merels.web.http.problems import ProblemError

CLIENT: Final = ContextVar("client", default="")
"""The network whose request is being answered: networks take turns.

Empty for the server's own work.
"""

CLIENTS_IN_NETWORK: Final = 8
"""How many clients an IPv6 /48 counts as: a provider gives a customer a /64, or up to a /48."""


def parse_address(text: str) -> str:
    """Return an IP address in its usual spelling; raise `ValueError` for anything else.

    On a dual-stack socket an IPv4 client has a mapped address.

    >>> parse_address("::ffff:127.0.0.1"), parse_address("fe80::1%eth0")
    ('127.0.0.1', 'fe80::1')
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    return str(getattr(address, "ipv4_mapped", None) or address)


@lru_cache(maxsize=10_000)
def client_at(address: str) -> str:
    """Return the client an address belongs to; an IPv6 /64 network is one client.

    >>> client_at("2001:db8::7"), client_at("::ffff:127.0.0.1"), client_at("unknown")
    ('2001:db8::/64', '127.0.0.1', 'unknown')
    """
    try:
        address = parse_address(address)
    except ValueError:
        return address
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address, 64), strict=False))


@lru_cache(maxsize=10_000)
def network_of(client: str) -> str:
    """Return the network of a client: for IPv6 the /48, otherwise the client itself.

    >>> network_of("2001:db8:1:2::/64"), network_of("127.0.0.1")
    ('2001:db8:1::/48', '127.0.0.1')
    """
    try:
        return str(ipaddress.IPv6Network(client).supernet(new_prefix=48))
    except ValueError:
        return client


def shares_of(client: str) -> dict[str, int]:
    """Return a client and its network, each with the number of clients that it counts as.

    >>> shares_of("2001:db8:1:2::/64"), shares_of("127.0.0.1")
    ({'2001:db8:1:2::/64': 1, '2001:db8:1::/48': 8}, {'127.0.0.1': 1})
    """
    network = network_of(client)
    return {client: 1} if network == client else {client: 1, network: CLIENTS_IN_NETWORK}


def is_proxy(peer: tuple[str, int] | None, proxy: str | None) -> bool:
    """Whether a connection comes from the proxy.

    >>> is_proxy(("::ffff:10.0.0.1", 5000), "10.0.0.1"), is_proxy(("10.0.0.2", 5000), "10.0.0.1")
    (True, False)
    """
    return proxy is not None and peer is not None and parse_address(peer[0]) == proxy


def find_forwarded(values: list[str]) -> str | None:
    """Return the last address in the values of ``X-Forwarded-For``, None if it is not an address.

    A proxy appends the address of its client. Everything before this entry came from the client,
    who can write anything there.

    >>> find_forwarded(["192.0.2.1", "198.51.100.7, 203.0.113.9"]), find_forwarded(["unknown"])
    ('203.0.113.9', None)
    >>> find_forwarded(["203.0.113.9:5000"]), find_forwarded(["[2001:db8::7]:5000"])
    ('203.0.113.9', '2001:db8::7')
    """
    last = values[-1].rpartition(",")[2].strip() if values else ""
    if last.startswith("["):
        last = last[1:].partition("]")[0]
    elif last.count(":") == 1:
        last = last.partition(":")[0]
    try:
        return parse_address(last)
    except ValueError:
        return None


def name_client(scope: Scope, proxy: str | None) -> Scope:
    """Return a request from the proxy with the client that it is forwarded for."""
    if not is_proxy(scope.get("client"), proxy):
        return scope
    client = find_forwarded(Headers(scope=scope).getlist("x-forwarded-for"))
    return scope if client is None else {**scope, "client": (client, 0)}


def client_of(scope: Scope) -> str:
    """Return the client of a request.

    >>> client_of({"client": ("2001:db8::7", 5000)}), client_of({"client": ("127.0.0.1", 5000)})
    ('2001:db8::/64', '127.0.0.1')
    """
    return client_at((scope.get("client") or ("unknown",))[0])


class Quota:
    """Counts what clients use at once: each up to ``each``, 0 for no limit, all up to ``most``."""

    def __init__(self, noun: str, most: int, each: int) -> None:
        self._noun = noun
        self._most = most
        self._each = each
        self._used: Counter[str] = Counter()
        self._total = 0

    def take(self, client: str | None = None) -> None:
        """Count a use, for None only in total; raise `ProblemError` if it is one too many."""
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

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Count a use meanwhile; raise `ProblemError` if it is one too many."""
        self.take(client)
        try:
            yield
        finally:
            self.give_back(client)

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
BURST: Final = 2.0  # seconds' worth of requests that a client may send at once
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
        """Take a token; return 0, or the seconds until there is one."""
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
        now, most = self._clock(), rate * BURST
        tokens, since = self._buckets.pop(name, (most, now))
        tokens = min(most, tokens + (now - since) * rate)
        self._buckets[name] = tokens, now
        return 0.0 if tokens >= 1 else (1 - tokens) / rate


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
        client, is_http = client_of(scope), scope["type"] == "http"
        CLIENT.set(network_of(client))
        active = self._active if is_http else self._sockets
        try:
            wait = self._buckets.take(client) if self._buckets else 0
            if wait:
                detail = f"more than {self._rate:g} requests per second"
                raise ProblemError("too-many", detail, retry_after=wait)
            with active.hold(client):
                length = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
                if length > LONGEST_ADDRESS:
                    detail = (
                        f"the address has {length} bytes; at most {LONGEST_ADDRESS} are allowed"
                    )
                    raise ProblemError("too-large", detail)
                if is_http:
                    receive = replay(await read_body(scope, receive), receive)
                await self._app(scope, receive, send)
        except ProblemError as problem:
            await problem.response()(scope, receive, send)


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Return the body; raise `ProblemError` if it is too large or takes too long."""
    request = Request(scope, receive)
    too_large = ProblemError("too-large", f"the body may have at most {LARGEST_BODY} bytes")
    announced = request.headers.get("content-length", "0")
    if not announced.isdigit() or int(announced) > LARGEST_BODY:
        raise too_large
    body = b""
    try:
        with suppress(ClientDisconnect):
            async with asyncio.timeout(SECONDS_FOR_BODY):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > LARGEST_BODY:
                        raise too_large
    except TimeoutError:
        detail = f"the body did not arrive within {SECONDS_FOR_BODY:g} seconds"
        raise ProblemError("slow", detail) from None
    return body


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that delivers the body once, and then whatever follows it."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


Peer = tuple[str, int] | None

RESERVED_FILES: Final = 300
"""Open files that are not connections: tables, the database, pipes to processes that search."""
SHARES: Final = 16  # how many addresses can use up all connections


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many connections, and how many seconds."""

    connections: int = 4000  # open at the same time
    from_client: int = 100  # from one client, 0 for no limit; a browser opens six
    # Connections over the limit that may still send their request and read the refusal
    refused: int = 100
    refusal: float = 1.0  # seconds this may take
    backlog: int = 2048  # connections that are accepted at a time, before any of them is counted
    # Seconds for the head of a request, from the connection or the first byte of the head.
    # Also for the rest of a request that is answered, if the connection is then to be closed.
    head: float = 10.0
    # Bytes of this rest that are read, so that the client can read the answer
    discarded: int = 16 << 20
    # Seconds in which a client must read the data that wait for it, or `least_read` bytes
    read: float = 30.0
    least_read: int = 16 << 10  # bytes

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
    """Counts a server process's connections; the ``proxy``'s count towards the total only."""

    def __init__(self, bounds: Bounds, proxy: str | None = None) -> None:
        self.bounds = bounds
        self._proxy = proxy
        self._open = Quota("connections", bounds.connections, bounds.from_client)
        self.refused = Quota("refusals", bounds.refused, 0)

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
