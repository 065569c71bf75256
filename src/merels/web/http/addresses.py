"""Client addresses: how they are written, and which of them count as one client."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from typing import Final

CLIENT: Final = ContextVar("client", default="")
"""The client whose request is being answered, empty for what the server does by itself."""


def parse_address(text: str) -> str:
    """Return an IP address in its usual spelling; raise `ValueError` for anything else.

    On a dual-stack socket an IPv4 client has a mapped address.

    >>> parse_address("::ffff:127.0.0.1"), parse_address("fe80::1%eth0")
    ('127.0.0.1', 'fe80::1')
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    return str(getattr(address, "ipv4_mapped", None) or address)


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
