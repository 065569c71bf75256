"""A pool of processes that think, for use from the event loop."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from itertools import count
from operator import attrgetter
from typing import Any, Final

from starlette.responses import JSONResponse, Response

from merels.engine.players.levels import find_level
from merels.web.http.problems import ProblemError
from merels.web.jobs.fairness import FairQueue
from merels.web.jobs.processes import THINKING, lower_priority

PREPARATION: Final = 120.0
"""Seconds a job may take to prepare: the first one loads packages and compiles."""
GRACE: Final = 2.0
"""Seconds a search may continue after its time is up or it was stopped."""
LONGEST_LINE: Final = 1 << 20
"""Bytes of an event: many lines of exact play to the end take space."""
LONGEST_WAIT: Final = 60.0
"""Seconds a request waits for a place."""
LIGHT_PLACES: Final = 1
USUAL_SEARCH: Final = 5.0
"""Seconds that a search may take unless somebody says otherwise."""
PLAYED: Final = 120.0
"""Seconds after a search in which somebody still counts as playing."""
PATIENCE: Final = 5.0
"""Seconds after which a waiting request makes a client with more places end a search."""

_log = logging.getLogger("merels.web")

Job = dict[str, Any]
Event = tuple[str, dict[str, Any]]


class Place:
    """One process that thinks, started when first needed and restarted if it had to be killed."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: Process | None = None
        self._numbers = count(1)
        self._running: int | None = None
        self.client = ""
        """The client that is using the place, or used it last."""
        self.taken_at = 0.0

    async def think(self, job: Job, seconds: float) -> AsyncGenerator[Event, None]:
        """Yield the ``info`` events of a job and finally its ``done``.

        Raises `ProblemError` if the job is refused or does not end within ``seconds``.
        """
        process = await self._start()
        self._running = next(self._numbers)
        self._send({"id": self._running, **job})
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PREPARATION
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    event, data = await self._receive(process)
            except TimeoutError:
                raise ProblemError("timeout", f"no answer within {seconds:g} seconds") from None
            if event == "started":
                deadline = loop.time() + seconds + GRACE
                continue
            if event == "info":
                yield event, data
                continue
            self._running = None
            if event == "problem":
                raise ProblemError(**data)
            yield event, data
            return

    def hurry(self) -> None:
        """Make the running search answer with what it has found so far."""
        if self._running is not None:
            self._send({"stop": self._running})

    async def settle(self) -> None:
        """Get ready for the next job: stop the running one, kill a process that ignores stop."""
        if self._running is None or self._process is None:
            return
        try:
            self.hurry()
            async with asyncio.timeout(GRACE):
                while self._running is not None:
                    event, _ = await self._receive(self._process)
                    if event in ("done", "problem"):
                        self._running = None
        except (TimeoutError, ProblemError):
            await self.close()

    async def close(self) -> None:
        """End the process."""
        process, self._process, self._running = self._process, None, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _start(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            # A process group of its own keeps Ctrl-C away. Not a session: Linux divides processor
            # time among sessions first, so a low priority would not give way to the server.
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, process_group=0
            )
            lower_priority(self._process.pid, THINKING)
        return self._process

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _receive(self, process: Process) -> Event:
        """Return the next event of the running job; drop late ones of an earlier job."""
        assert process.stdout is not None
        while True:
            line = await process.stdout.readline()
            if not line:
                await self.close()
                _log.error("a thinking process ended unexpectedly")
                raise ProblemError("internal", "the search ended unexpectedly")
            message = json.loads(line)
            if message["event"] == "log":
                _log.log(message["data"]["level"], "%s", message["data"]["text"])
            elif message["id"] == self._running:
                return message["event"], message["data"]


def worker_command(tables: str | None, cache_bytes: int | None = None) -> list[str]:
    """Return the command that starts a `merels.web.jobs.worker`."""
    options = [] if tables is None else ["--tables", tables]
    if cache_bytes is not None:
        options += ["--cache-bytes", str(cache_bytes)]
    return [sys.executable, "-m", "merels.web.jobs.worker", *options]


class EnginePool:
    """Places for searches, and a bounded queue in front of them, shared fairly by clients."""

    def __init__(self, places: int, queue: int, command: list[str]) -> None:
        self._places = [Place(command) for _ in range(places)]
        self.turns = FairQueue(self._places, queue)
        self._cleaning: set[asyncio.Task[None]] = set()
        self._used_at = -math.inf

    def was_used_within(self, seconds: float) -> bool:
        """Whether a client got or gave back a place in the last seconds."""
        return time.monotonic() - self._used_at < seconds

    def _note_use(self, client: str) -> None:
        if client:  # warming up is nobody's job
            self._used_at = time.monotonic()

    async def warm_up(self) -> None:
        """Load the engine at the next place."""
        with suppress(ProblemError):
            async with aclosing(self.think({"job": "warm"}, seconds=0, client="")) as events:
                async for _ in events:
                    pass

    async def think(self, job: Job, seconds: float, client: str) -> AsyncGenerator[Event, None]:
        """Yield the events of a client's job, waiting for a place first.

        Cancelling, or closing the iterator, stops the search.
        """
        async with self._take_place(client) as place, aclosing(place.think(job, seconds)) as events:
            async for event in events:
                yield event

    @asynccontextmanager
    async def _take_place(self, client: str) -> AsyncIterator[Place]:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                hurrying = asyncio.create_task(self._hurry_others(client))
                try:
                    place = await self.turns.borrow(client)
                finally:
                    hurrying.cancel()
        except TimeoutError:
            raise ProblemError("busy", "no place became free in time", retry_after=1) from None
        place.client, place.taken_at = client, asyncio.get_running_loop().time()
        self._note_use(client)
        try:
            yield place
        finally:
            self._note_use(client)
            self._give_back(place)

    async def _hurry_others(self, client: str) -> None:
        """From time to time, make clients with more places end their longest search."""
        while True:
            await asyncio.sleep(PATIENCE)
            own = self.turns.held_by(client)
            rivals = [place for place in self._places if self.turns.held_by(place.client) > own]
            if rivals:
                min(rivals, key=attrgetter("taken_at")).hurry()

    def _give_back(self, place: Place) -> None:
        """Free a place once it is settled; the leaving client does not wait for that."""

        async def settle() -> None:
            try:
                await place.settle()
            finally:
                self.turns.give_back(place.client, place)

        task = asyncio.create_task(settle())
        self._cleaning.add(task)
        task.add_done_callback(self._cleaning.discard)

    async def close(self) -> None:
        """End all processes."""
        for task in self._cleaning:
            task.cancel()
        await asyncio.gather(*(place.close() for place in self._places))


class Engines:
    """The processes that think for a server process, two pools of them."""

    def __init__(self, places: int, queue: int, command: list[str]) -> None:
        self.searches = EnginePool(places, queue, command)
        self.light = EnginePool(LIGHT_PLACES, queue, command)
        """For levels that take milliseconds, so that these players never wait for a search."""

    def pool_for(self, level: str) -> EnginePool:
        """Return the pool in which a level thinks; raise `NotationError` if there is none."""
        return self.searches if find_level(level).needs_engine else self.light

    async def choose_move(self, client: str, request: dict[str, Any]) -> str:
        """Return a level's move for a client, given as in a `MoveRequest`."""
        pool = self.pool_for(request["level"])
        found = await find_result(pool.think({"job": "move", **request}, USUAL_SEARCH, client))
        return str(found["move"])

    def is_played(self) -> bool:
        """Whether somebody has got a move or an analysis lately."""
        return any(pool.was_used_within(PLAYED) for pool in (self.searches, self.light))

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self.searches.close(), self.light.close())


async def find_result(thinking: AsyncGenerator[Event, None]) -> dict[str, Any]:
    """Return what a job ends with, whatever came before."""
    async with aclosing(thinking) as events:
        async for event, data in events:
            if event == "done":
                return data
    raise AssertionError("a search ends with an answer or a problem")


async def find_answer(thinking: AsyncGenerator[Event, None]) -> Response:
    """Return what a job ends with as an answer to a client."""
    return JSONResponse(await find_result(thinking))
