"""Client addresses: how they are written, which count as one client, and those behind a proxy."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

CLIENT: Final = ContextVar("client", default="")
"""The client whose request is being answered, empty for what the server does by itself."""

CLIENTS_IN_NETWORK: Final = 8
"""What an IPv6 /48 network may use, in terms of one client.

A provider gives a customer a /64, or up to a /48 with 65,536 of them.
"""


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
    """Return who is to be counted for a client, and how many clients each may use as much as.

    >>> shares_of("2001:db8:1:2::/64"), shares_of("127.0.0.1")
    ({'2001:db8:1:2::/64': 1, '2001:db8:1::/48': 8}, {'127.0.0.1': 1})
    """
    network = network_of(client)
    return {client: 1} if network == client else {client: 1, network: CLIENTS_IN_NETWORK}


class Proxy:
    """Gives requests from the proxy at ``address`` the client they are forwarded for.

    A proxy appends the address of its client to ``X-Forwarded-For``. Everything before that entry
    came from the client, who can write anything there, as can every other peer. Not Uvicorn's
    ``ProxyHeadersMiddleware``: that one takes any text for an address, and misses a proxy whose
    IPv4 address is mapped to IPv6.
    """

    def __init__(self, app: ASGIApp, address: str | None = None) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its client's address."""
        if scope["type"] in ("http", "websocket") and is_proxy(scope.get("client"), self._address):
            client = find_forwarded(Headers(scope=scope).getlist("x-forwarded-for"))
            if client is not None:
                scope = {**scope, "client": (client, 0)}
        await self._app(scope, receive, send)


def is_proxy(peer: tuple[str, int] | None, proxy: str | None) -> bool:
    """Whether a connection comes from the proxy.

    >>> is_proxy(("::ffff:10.0.0.1", 5000), "10.0.0.1"), is_proxy(("10.0.0.2", 5000), "10.0.0.1")
    (True, False)
    """
    return proxy is not None and peer is not None and parse_address(peer[0]) == proxy


def find_forwarded(values: list[str]) -> str | None:
    """Return the last address in the values of ``X-Forwarded-For``, None if it is not an address.

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
