"""How answers are sent: events as they come, nothing once a client has left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import aclosing
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from merels.web.http.problems import ProblemError

HEARTBEAT: Final = 10.0  # seconds of silence after which a comment keeps the connection open
CLIENT_GONE: Final = 499  # the status in the log if the client disconnected before its answer

Event = tuple[str, Mapping[str, Any]]
T = TypeVar("T")


class EventStream(Response):
    """Sends named JSON events as they come; a `ProblemError` becomes the last event."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the events end or the client disconnects."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await _until_disconnect(receive, asyncio.create_task(self._stream(send)))

    async def _stream(self, send: Send) -> None:
        async def write(chunk: bytes, *, is_last: bool = False) -> None:
            await send({"type": "http.response.body", "body": chunk, "more_body": not is_last})

        try:
            async with aclosing(with_heartbeat(self._events)) as events:
                async for event in events:
                    await write(b": waiting\n\n" if event is None else format_event(*event))
        except ProblemError as problem:
            await write(format_event("problem", problem.document()))
        await write(b"", is_last=True)


def describe_stream(document: type[Any], description: str) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI says about a stream whose events have the form of ``document``."""
    schema = {"$ref": f"#/components/schemas/{document.__name__}"}
    content = {EventStream.media_type: {"schema": schema}}
    return {200: {"description": description, "content": content}}


def describe_text(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI says about an answer that is a text of this type."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


def format_event(name: str, data: Mapping[str, Any]) -> bytes:
    r"""Return an event as it is sent.

    >>> format_event("done", {"depth": 3})
    b'event: done\ndata: {"depth": 3}\n\n'
    """
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


async def with_heartbeat(
    events: AsyncGenerator[T, None], seconds: float = HEARTBEAT
) -> AsyncGenerator[T | None, None]:
    """Yield events, and None after each ``seconds`` of silence."""
    following = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            done, _ = await asyncio.wait({following}, timeout=seconds)
            if not done:
                yield None
                continue
            event = following.result()
            if event is None:
                return
            yield event
            following = asyncio.ensure_future(anext(events, None))
    finally:
        await end_task(following)
        await events.aclose()


def answer_with(found: object) -> Response:
    """Return an answer, or a document as an answer."""
    return found if isinstance(found, Response) else JSONResponse(found)


async def answer_or_leave(request: Request, work: Coroutine[Any, Any, object]) -> Response:
    """Answer with the result of ``work``; if the client disconnects first, cancel the work."""
    task = asyncio.create_task(work)
    await _until_disconnect(request.receive, task)
    return Response(status_code=CLIENT_GONE) if task.cancelled() else answer_with(task.result())


async def _until_disconnect(receive: Receive, work: asyncio.Task[Any]) -> None:
    """Wait for work, and raise what it raises; cancel it if the client disconnects first."""

    async def wait_for_disconnect() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    leaving = asyncio.create_task(wait_for_disconnect())
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, leaving):
            await end_task(task)
    if not work.cancelled():
        work.result()


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task, once, and wait until it has cleaned up."""
    if not task.done():
        if not task.cancelling():
            task.cancel()
        await asyncio.wait({task})
