"""Whether a request comes from the machine that the server runs on."""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.datastructures import Headers

from merels.web.http.addresses import parse_address
from merels.web.http.security import strip_port

FORWARDING: Final = ("forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip")
FORWARDING_PREFIX: Final = "x-forwarded-"


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(parse_address(host)).is_loopback
    except ValueError:
        return False


def explain_distance(client: str, headers: Headers, *, has_proxy: bool) -> str | None:
    """Return why a request may come from another machine, None if it cannot.

    A proxy on this machine connects from here, whoever its client is. A name of another site that
    leads here (DNS rebinding) is in the host.

    >>> explain_distance("127.0.0.1", Headers({"host": "localhost:24016"}), has_proxy=False)
    >>> explain_distance("192.0.2.7", Headers({"host": "localhost:24016"}), has_proxy=False)
    'the client is on another machine'
    """
    if has_proxy:
        return "the server is behind a proxy"
    if not is_loopback(client):
        return "the client is on another machine"
    if any(name in FORWARDING or name.startswith(FORWARDING_PREFIX) for name in headers):
        return "the request was forwarded"
    if not is_loopback(strip_port(headers.get("host", "")).strip("[]")):
        return "the host is not a name of this machine"
    return None
