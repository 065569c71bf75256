"""A proxy in front of the server, the only one trusted to name the client."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from merels.web.http.addresses import parse_address


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
