"""The gate: security headers, and which hosts, sites and machines requests may come from."""

from __future__ import annotations

import ipaddress
import logging
import time
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from merels.web.http.limits import name_client, parse_address
from merels.web.http.logs import log_request
from merels.web.http.problems import ProblemError, quote

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",  # the page makes pictures of the board
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'self'",  # the document says in which folder the app is
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Final = {
    "X-Application": "Merels",  # so that the app's service worker recognises the server
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_log = logging.getLogger("merels.web")
_HARMLESS: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing; other sites may link here."""


class Gate:
    """The outermost layer: the client, foreign requests, `HEADERS`, bugs as problems, and the log.

    HEAD is answered as GET without the body; a stream ends at once.

    ``hosts`` are the host names that the server answers to, empty for any: a page of another site
    could reach it under a name of its own (DNS rebinding), or start searches from a visitor's
    browser. The peer at ``proxy`` names the client of each request.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = (), proxy: str | None = None) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._proxy = proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, then pass it on, and log it when it is done."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        begin, status, size = time.perf_counter(), 0, 0
        is_head = scope.get("method") == "HEAD"

        async def receive_or_leave() -> Message:
            return {"type": "http.disconnect"} if is_head and status else await receive()

        async def watch(message: Message) -> None:
            nonlocal status, size
            if is_head and status:  # the body
                return
            if message["type"].endswith("http.response.start"):
                status = message["status"]
                message["headers"] = [*map(_stay_here, message["headers"]), *_RAW_HEADERS]
            elif message["type"] == "websocket.accept":
                status = 101
            size += len(message.get("body") or message.get("text") or b"")
            await send(message)
            if is_head:
                await send({"type": "http.response.body", "body": b""})

        scope = name_client(scope, self._proxy)
        # As a method of each route, HEAD would clutter the OpenAPI document.
        inner = {**scope, "method": "GET"} if is_head else scope
        problem = self._find_problem(Headers(scope=scope), scope)
        try:
            await (problem.response() if problem else self._app)(inner, receive_or_leave, watch)
        except Exception as error:  # the answer of an exception handler would lack the headers
            if scope["type"] != "http" or status:
                raise  # so that the server cuts the answer off
            _log.exception("internal error")
            detail = f"{type(error).__name__}; see the server's log"
            await ProblemError("internal", detail).response()(scope, receive, watch)
        finally:
            log_request(scope, status, size, time.perf_counter() - begin)

    def _find_problem(self, headers: Headers, scope: Scope) -> ProblemError | None:
        host = headers.get("host", "")
        if self._hosts and strip_port(host) not in self._hosts:
            known = ", ".join(sorted(self._hosts))
            return ProblemError("host", f"the host {quote(host)} is not one of {known}")
        if scope.get("method") not in _HARMLESS:  # a socket has no method, and can change things
            foreign = comes_from_elsewhere(headers)
        else:
            site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
            foreign = site == "cross-site" and mode != "navigate"
        if foreign and scope["path"].startswith("/api/"):
            return ProblemError("forbidden", "the request comes from another site's page")
        return None


def _stay_here(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return a header without the host of a redirect, which would be the client's text.

    >>> _stay_here((b"location", b"http://evil.example/api/v1/levels?men=9"))
    (b'location', b'/api/v1/levels?men=9')
    """
    name, value = header
    if name != b"location":
        return header
    parts = urlsplit(value)
    return name, urlunsplit((b"", b"", b"/" + parts.path.lstrip(b"/"), parts.query, b""))


def comes_from_elsewhere(headers: Headers) -> bool:
    """Whether a page of another origin, even just another port, caused a request.

    Browsers say so in ``Sec-Fetch-Site``, but only over TLS or on their own
    machine; otherwise they send the page's origin. Other programs send neither.

    >>> comes_from_elsewhere(Headers({"host": "a:80", "origin": "http://a:81"}))
    True
    >>> comes_from_elsewhere(Headers({"host": "a:80", "origin": "http://a:80"}))
    False
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host", "-").lower()


def strip_port(host: str) -> str:
    """Return a host without its port, in lower case.

    >>> strip_port("LocalHost:24016"), strip_port("[::1]:24016"), strip_port("127.0.0.1")
    ('localhost', '[::1]', '127.0.0.1')
    """
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


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

    A proxy on this machine connects from this machine, wherever its client is. A name of another
    site that leads here (DNS rebinding) is in the host.

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
