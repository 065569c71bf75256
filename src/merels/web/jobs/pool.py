"""A pool of search processes, for use from the event loop."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from itertools import count
from operator import attrgetter
from typing import Any, Final

from merels.engine.players.levels import find_level
from merels.web.http.problems import ProblemError
from merels.web.jobs.fairness import FairQueue
from merels.web.jobs.processes import THINKING, end_child, start_child

PREPARATION: Final = 120.0
"""Seconds a job may take to prepare: the first job loads packages and compiles."""
GRACE: Final = 2.0  # seconds a search may continue after its time is up or it was stopped
LONGEST_LINE: Final = 1 << 20  # bytes of an event: many lines of exact play to the end take space
LONGEST_WAIT: Final = 60.0  # seconds a request waits for a place
LIGHT_PLACES: Final = 1
USUAL_SEARCH: Final = 5.0  # seconds that a search may take unless somebody says otherwise
PLAYED: Final = 120.0  # seconds after a search for which its client still counts as playing
PATIENCE: Final = 5.0
"""Seconds after which a waiting request makes a client with more places end a search."""

_log = logging.getLogger("merels.web")

Job = dict[str, Any]
Event = tuple[str, dict[str, Any]]


class Place:
    """A search process, started when first needed and restarted if it had to be killed."""

    def __init__(self, arguments: list[str]) -> None:
        self._arguments = arguments
        self._process: Process | None = None
        self._numbers = count(1)
        self._running: int | None = None
        self.client = ""  # the client that uses the place, or used it last
        self.taken_at = 0.0

    async def think(self, job: Job, seconds: float) -> AsyncGenerator[Event, None]:
        """Yield a job's ``info`` events and ``done``; raise `ProblemError` if refused or late."""
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
            if event != "info":
                self._running = None
            if event == "problem":
                raise ProblemError(**data)
            yield event, data
            if event == "done":
                return

    def hurry(self) -> None:
        """Make the running search answer with what it has found so far."""
        if self._running is not None:
            self._send({"stop": self._running})

    async def settle(self) -> None:
        """Get ready for the next job: stop the running job, kill a process that ignores stop."""
        if self._running is None or self._process is None:
            return
        try:
            self.hurry()
            async with asyncio.timeout(GRACE):
                while (await self._receive(self._process))[0] not in ("done", "problem"):
                    pass
            self._running = None
        except (TimeoutError, ProblemError):
            await self.close()

    async def close(self) -> None:
        """End the process."""
        process, self._process, self._running = self._process, None, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            await end_child(process, GRACE)

    async def _start(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_child(
                *self._arguments, steps=THINKING, stdin=PIPE, limit=LONGEST_LINE
            )
        return self._process

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _receive(self, process: Process) -> Event:
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


def worker_arguments(tables: str | None, cache_bytes: int | None = None) -> list[str]:
    """Return the arguments with which Python starts a `merels.web.jobs.worker`."""
    options = [] if tables is None else ["--tables", tables]
    if cache_bytes is not None:
        options += ["--cache-bytes", str(cache_bytes)]
    return ["-m", "merels.web.jobs.worker", *options]


class EnginePool:
    """Places for searches, and a bounded queue in front of them, shared fairly by clients."""

    def __init__(self, places: int, queue: int, arguments: list[str]) -> None:
        self._places = [Place(arguments) for _ in range(places)]
        self.turns = FairQueue(self._places, queue)
        self._cleaning: set[asyncio.Task[None]] = set()
        self.used_at = -math.inf  # when a client last got or gave back a place

    async def warm_up(self) -> None:
        """Load the engine at the next place."""
        with suppress(ProblemError):
            await self.find({"job": "warm"}, seconds=0, client="")

    async def think(self, job: Job, seconds: float, client: str) -> AsyncGenerator[Event, None]:
        """Yield the events of a client's job, once there is a place; closing stops the search."""
        async with self._take_place(client) as place, aclosing(place.think(job, seconds)) as events:
            async for event in events:
                yield event

    async def find(self, job: Job, seconds: float, client: str) -> dict[str, Any]:
        """Return the last event of a client's job."""
        async with aclosing(self.think(job, seconds, client)) as events:
            found = [data async for event, data in events if event == "done"]
        return found[0]

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
        place.client, place.taken_at = client, time.monotonic()
        self._note_use(client)
        try:
            yield place
        finally:
            self._note_use(client)
            self._give_back(place)

    def _note_use(self, client: str) -> None:
        if client:  # warming up belongs to no client
            self.used_at = time.monotonic()

    async def _hurry_others(self, client: str) -> None:
        while True:
            await asyncio.sleep(PATIENCE)
            own = self.turns.held_by(client)
            rivals = [place for place in self._places if self.turns.held_by(place.client) > own]
            if rivals:
                min(rivals, key=attrgetter("taken_at")).hurry()

    def _give_back(self, place: Place) -> None:
        """Free a place once it is settled, without keeping the leaving client waiting."""

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
    """The search processes of a server process, in two pools."""

    def __init__(self, places: int, queue: int, arguments: list[str]) -> None:
        self.searches = EnginePool(places, queue, arguments)
        self.light = EnginePool(LIGHT_PLACES, queue, arguments)
        """For levels that take milliseconds, so that their opponents never wait for a search."""

    async def find_move(self, client: str, request: dict[str, Any]) -> dict[str, Any]:
        """Return a level's move for a client: a `MoveDocument`, asked for by a `MoveRequest`."""
        pool = self.searches if find_level(request["level"]).needs_engine else self.light
        seconds = request["seconds"] or USUAL_SEARCH
        return await pool.find({"job": "move", **request}, seconds, client)

    async def choose_move(self, client: str, request: dict[str, Any]) -> str:
        """Return only the move."""
        return str((await self.find_move(client, request))["move"])

    def is_played(self) -> bool:
        """Whether somebody has got a move or an analysis lately."""
        return time.monotonic() - max(self.searches.used_at, self.light.used_at) < PLAYED

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self.searches.close(), self.light.close())
