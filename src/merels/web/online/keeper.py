"""Keeps games: reads them, stores each event, and then shows it to everybody who is connected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

from merels.online.events import Event
from merels.online.game import OnlineGame, gives_turn
from merels.online.identity import is_id
from merels.web.http.problems import ProblemError, quote
from merels.web.online.rooms import Room, Rooms
from merels.web.online.storage import games, server
from merels.web.online.storage.database import Database, Transaction, UnavailableError
from merels.web.online.storage.games import Record, Stored
from merels.web.online.time_keeping import ServerTime, wall_clock

T = TypeVar("T")

NOTED: Final = 250
"""Milliseconds of delay that are stored at once, in case the game is read again."""


class Keeper:
    """The games of one server process, in memory and on disk."""

    def __init__(self, database: Database, time: ServerTime, rooms: Rooms, most: int = 0) -> None:
        self.database = database
        self.time = time
        self.rooms = rooms
        self.most = most
        """Unfinished games from one address, 0 for no limit."""
        self.on_change: list[Callable[[Room], None]] = []
        """Called, with the lock held, for a game that was read or has a new event."""
        self.was_down = False
        """Whether the database has failed, so that our time is ahead of what could be stored."""
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
        with self._noting_failure():
            found = await self.database.read(lambda transaction: games.load(transaction, room.id))
        if found is None:
            raise unknown_game(room.id)
        room.put(found.record, await self.replay(found))
        self._changed(room)

    async def read_again(self, room: Room) -> None:
        """Read a game that has changed behind the room's back, and show it; the lock is held."""
        seen = room.game.seq if room.is_loaded else None
        room.drop()
        with suppress(ProblemError, UnavailableError):
            await self.load(room)
            if seen is not None and any(map(gives_turn, room.game.events[seen + 1 :])):
                self.hand_over(room)
            room.broadcast()

    async def replay(self, stored: Stored) -> OnlineGame:
        """Return a game as it was read, after all its events; others have their turns meanwhile.

        Raises `UnreadableError` if the events make no sense.
        """
        steps, game = stored.replay(), None
        while (following := await self.database.compute(lambda: next(steps, None))) is not None:
            game = following
        assert game is not None
        return game

    async def settle_time(self) -> None:
        """After a failure of the database, go back to the time it has: nobody could move since."""
        if self.was_down:
            stored = await self.database.run(lambda transaction: server.keep_time(transaction, 0))
            if self.was_down:  # nobody else has done so meanwhile
                self.time.go_on_from(stored)
                self.was_down = False

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        try:
            yield
        except UnavailableError:
            self.was_down = True
            raise

    async def store(self, room: Room, event: Event, record: Record | None = None) -> None:
        """Store an event, then show the game; the lock is held.

        If storing fails, the game is read again before anybody sees it. Raises
        `games.TooManyError` if the event starts a rematch for which there is no room.
        """
        record, game, wall = record or room.record, room.game, wall_clock()
        had_rematch = game.rematch_id is not None
        game.apply(event)

        def work(transaction: Transaction) -> Record:
            if game.rematch_id is not None and not had_rematch:
                _insert_rematch(transaction, record, game, (event.at, wall), self.most)
            return games.append(transaction, record, game, event, wall)

        try:
            with self._noting_failure():
                room.put(await self.database.run(work), game)
        except BaseException:
            room.drop()
            raise
        if gives_turn(event):
            self.hand_over(room)
        self._changed(room)
        room.broadcast()

    def hand_over(self, room: Room) -> None:
        """Start the clock of the side to move, just before it is shown the game."""
        game = room.game
        game.hand_over(max(self.time.now(), game.at))
        if game.handed is not None and game.handed - game.at >= NOTED:
            self.spawn(self._note_start(room.id, game.seq, game.handed, game.deadline()))

    async def _note_start(self, name: str, seq: int, handed: int, deadline: int | None) -> None:
        with suppress(UnavailableError):
            await self.database.run(
                lambda transaction: games.note_start(transaction, name, seq, handed, deadline)
            )

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
    transaction: Transaction, record: Record, game: OnlineGame, times: tuple[int, int], most: int
) -> None:
    """Store the next game of the same two, colours exchanged."""
    assert game.rematch_id is not None
    at, wall = times
    terms = replace(game.terms, listed=False, quick=False)
    following = OnlineGame(terms, [Event(0, "create", at), Event(1, "join", at)])
    seats = Record(game.rematch_id, record.black, record.white, wall, origin=record.origin)
    games.insert_game(transaction, seats, following, None, most)


def unknown_game(name: str) -> ProblemError:
    """Return the problem that there is no such game."""
    return ProblemError("not-found", f"there is no game {quote(name)}")
