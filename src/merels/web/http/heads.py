"""HEAD where GET works."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Answers HEAD as GET, without the body; a stream ends at once.

    Routes of FastAPI know only the methods that are written there, and the document of the API
    would list each of them twice.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        has_begun = asyncio.Event()

        async def receive_or_leave() -> Message:
            return {"type": "http.disconnect"} if has_begun.is_set() else await receive()

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                has_begun.set()

        await self._app({**scope, "method": "GET"}, receive_or_leave, send_head)
