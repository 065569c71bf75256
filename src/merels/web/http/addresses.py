"""Client addresses: how they are written, and which of them count as one client."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

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
