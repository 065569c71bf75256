"""Keeps games: reads them, stores each event, and then shows it to everybody who is connected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from merels.online.events import Event
from merels.online.game import OnlineGame
from merels.online.identity import is_id
from merels.web.http.problems import ProblemError, quote
from merels.web.online.rooms import Room, Rooms
from merels.web.online.storage import games
from merels.web.online.storage.database import Database, Transaction
from merels.web.online.storage.games import Record
from merels.web.online.time_keeping import ServerTime, wall_clock

T = TypeVar("T")


class Keeper:
    """The games of one server process, in memory and on disk."""

    def __init__(self, database: Database, time: ServerTime, rooms: Rooms) -> None:
        self.database = database
        self.time = time
        self.rooms = rooms
        self.on_change: list[Callable[[Room], None]] = []
        """Called, with the lock held, for a game that was read or has a new event."""
        self.on_presence: list[Callable[[Room], None]] = []
        """Called for a game whose players or spectators have come or left, here or elsewhere."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def room(self, name: str) -> AsyncIterator[Room]:
        """Keep a game in memory meanwhile; raise `ProblemError` if there is none of this name."""
        if not is_id(name):
            raise unknown_game(name)
        async with self.rooms.using(name) as room:
            async with room.lock:
                await self.load(room)
            yield room

    async def load(self, room: Room) -> None:
        """Read a game unless it is in memory; the lock is held."""
        if room.is_loaded:
            return
        found = await self.database.run(lambda transaction: games.load(transaction, room.id))
        if found is None:
            raise unknown_game(room.id)
        room.put(*found)
        self._changed(room)

    async def store(self, room: Room, event: Event, record: Record | None = None) -> None:
        """Store an event, then show the game; the lock is held.

        If storing fails, the game is read again before anybody sees it.
        """
        record, game, wall = record or room.record, room.game, wall_clock()
        had_rematch = game.rematch_id is not None
        game.apply(event)

        def work(transaction: Transaction) -> Record:
            if game.rematch_id is not None and not had_rematch:
                _insert_rematch(transaction, record, game, event.at, wall)
            return games.append(transaction, record, game, event, wall)

        try:
            room.put(await self.database.run(work), game)
        except BaseException:
            room.drop()
            raise
        self._changed(room)
        room.broadcast()

    def _changed(self, room: Room) -> None:
        for call in self.on_change:
            call(room)

    def presence_changed(self, room: Room) -> None:
        """Show soon who is connected to a game."""
        room.announce()
        for call in self.on_presence:
            call(room)

    # Tasks.

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work that ends by itself, or when the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish work even if whoever asked for it is gone."""
        return await asyncio.shield(self.spawn(work))

    async def stop(self) -> None:
        """Cancel all work."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _insert_rematch(
    transaction: Transaction, record: Record, game: OnlineGame, at: int, wall: int
) -> None:
    """Store the next game of the same two, colours exchanged."""
    assert game.rematch_id is not None
    terms = replace(game.terms, listed=False, quick=False)
    following = OnlineGame(terms, [Event(0, "create", at), Event(1, "join", at)])
    seats = Record(game.rematch_id, record.black, record.white, wall, origin=record.origin)
    games.insert_game(transaction, seats, following, None)


def unknown_game(name: str) -> ProblemError:
    """Return the problem that there is no such game."""
    return ProblemError("not-found", f"there is no game {quote(name)}")
