"""The games in memory: read when somebody needs them, stored event by event, then shown.

Also the server's own time: how long it has run in all; it stands still while the server is down.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, Protocol, TypeVar

from merels.online.events import Event
from merels.online.game import OnlineGame, gives_turn
from merels.online.identity import SYSTEM, is_id
from merels.rules.position import Color
from merels.web.http.problems import ProblemError, quote
from merels.web.online.documents import GameDocument, Presence, game_document
from merels.web.online.lobby import Lobby
from merels.web.online.storage import games, schema
from merels.web.online.storage.database import (
    ConflictError,
    Database,
    Transaction,
    UnavailableError,
)
from merels.web.online.storage.games import Record, Stored


class Machine:
    """The machine's clocks and random numbers; a simulation has its own, by its event loop."""

    random: Random = SYSTEM

    def seconds(self) -> float:
        """Return seconds since some moment; they never go back."""
        return time.monotonic()

    def wall(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class ServerTime:
    """Milliseconds that the server has run, over all its starts, as far as it stored its time.

    Time that a killed server lost is in the players' favour; workers agree on the largest time.
    """

    def __init__(self, machine: Machine, stored: int) -> None:
        self._machine = machine
        self._offset = 0
        self.go_on_from(stored)

    def now(self) -> int:
        """Return the time."""
        return self._offset + int(1000 * self._machine.seconds())

    def go_on_from(self, stored: int) -> None:
        """Go back to the stored time: time in which nothing could be stored does not count."""
        self._offset += stored - self.now()

    def catch_up(self, stored: int) -> None:
        """Go forward to the time that another worker has stored; never back."""
        self._offset += max(0, stored - self.now())


T = TypeVar("T")

PRESENCE_DELAY: Final = 0.3  # seconds in which many who come and leave are announced once


class Listener(Protocol):
    """Somebody who is connected to a game."""

    player: str | None
    secret: str | None  # its hash

    def show(self, text: str) -> None:
        """Send a message soon; a later message may replace it."""


class Room:
    """A game, and who is connected to it; code that reads or changes the game holds the lock."""

    record: Record  # known besides the events, also while the game is read again

    def __init__(self, name: str, keeper: Keeper) -> None:
        self.id = name
        self.lock = asyncio.Lock()
        self.listeners: list[Listener] = []  # in the order in which they came
        self.users = 0
        self._keeper = keeper
        self._game: OnlineGame | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._announcing: asyncio.TimerHandle | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the game is in memory."""
        return self._game is not None

    @property
    def game(self) -> OnlineGame:
        """The game."""
        assert self._game is not None
        return self._game

    def put(self, record: Record, game: OnlineGame) -> None:
        """Take the record that the database has."""
        self.record, self._game = record, game

    def drop(self) -> None:
        """Forget the game, so that it is read again."""
        self._game = None

    def presence_here(self) -> Presence:
        """Return who is connected to this process."""
        colors = [self.record.color_of(listener.player) for listener in self.listeners]
        return Presence(frozenset(c for c in colors if c is not None), colors.count(None))

    def presence(self) -> Presence:
        """Return who is connected, here or elsewhere."""
        everywhere = [self.presence_here(), *self._keeper.presence_elsewhere(self.id)]
        return Presence(
            frozenset().union(*(each.players for each in everywhere)),
            sum(each.spectators for each in everywhere),
        )

    @property
    def is_meeting(self) -> bool:
        """Whether first moves are due from now on: both players are here, or one is a computer."""
        if self._game is None or not self._game.awaits_players:
            return False
        present, seats = self.presence().players, self.record.seats
        return all(color in present or (seat and seat.level) for color, seat in seats.items())

    def is_elsewhere(self, color: Color) -> bool:
        """Whether a side is connected only to another process, which knows its clock."""
        others = self._keeper.presence_elsewhere(self.id)
        is_here = color in self.presence_here().players
        return not is_here and any(color in each.players for each in others)

    def document(self, you: Color | None) -> GameDocument:
        """Return the game as one side sees it."""
        now, wall = self._keeper.time.now(), self._keeper.machine.wall()
        return game_document(
            self.record, self.game, you, now=now, wall=wall, presence=self.presence()
        )

    def message(self, you: Color | None) -> str:
        """Return the game as a message over a socket."""
        return json.dumps({"type": "state", "game": self.document(you)}, separators=(",", ":"))

    def broadcast(self) -> None:
        """Show the game to everybody who is connected."""
        write = cache(self.message)  # once for each side
        for listener in self.listeners:
            listener.show(write(self.record.color_of(listener.player)))

    def set_timer(self, seconds: float | None, call: Callable[[], object] = bool) -> None:
        """Schedule a call in place of the last call; None, or more than a day, means no call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and seconds < 86_400:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, seconds), call)

    def announce(self) -> None:
        """Show the game soon, since somebody came or left; several changes are shown together."""
        if self._announcing is None:

            def show() -> None:
                self._announcing = None
                if self.lock.locked():
                    self.announce()
                elif self.is_loaded:
                    self.broadcast()

            self._announcing = asyncio.get_running_loop().call_later(PRESENCE_DELAY, show)

    def close(self) -> None:
        """Cancel the scheduled calls."""
        for handle in (self._timer, self._announcing):
            if handle is not None:
                handle.cancel()


NOTED: Final = 250  # milliseconds of delay that are stored at once, in case the game is read again
ATTEMPTS: Final = 5  # how often a change is tried anew because another worker was faster


class Keeper:
    """The games of one server process, in memory and on disk."""

    def __init__(self, database: Database, machine: Machine, stored_time: int, most: int) -> None:
        self.database = database
        self.machine = machine
        self.lobby = Lobby(database)
        self.time = ServerTime(machine, stored_time)
        self.most = most  # unfinished games from one address, 0 for no limit
        self.was_down = False
        """Whether the database has failed, so that our time is ahead of what could be stored."""
        self.rooms: dict[str, Room] = {}
        """The games in memory, each for as long as somebody needs it."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def changed(self, room: Room) -> None:
        """Hear, with the lock held, of a game that was read or has a new event."""

    def presence_changed(self, room: Room) -> None:
        """Show soon who is connected to a game: somebody has come or left, here or elsewhere."""
        room.announce()

    def presence_elsewhere(self, game: str) -> list[Presence]:
        """Return who is connected to a game through other processes."""
        raise NotImplementedError

    @asynccontextmanager
    async def using(self, name: str) -> AsyncIterator[Room]:
        """Keep a room in memory meanwhile; the game may not be in it yet."""
        if name not in self.rooms:
            self.rooms[name] = Room(name, self)
        room = self.rooms[name]
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            if not room.users:
                room.close()
                del self.rooms[name]

    @asynccontextmanager
    async def room(self, name: str) -> AsyncIterator[Room]:
        """Keep a game in memory meanwhile; raise `ProblemError` if there is none of this name."""
        if not is_id(name):
            raise _unknown_game(name)
        async with self.using(name) as room:
            async with room.lock:
                await self.load(room)
            yield room

    async def load(self, room: Room) -> None:
        """Read a game unless it is in memory; the lock is held."""
        if room.is_loaded:
            return
        try:
            found = await self.database.read(games.load, room.id)
        except UnavailableError:
            self.was_down = True
            raise
        if found is None:
            raise _unknown_game(room.id)
        room.put(found.record, await self.replay(found))
        self.changed(room)

    async def read_again(self, room: Room) -> None:
        """Read a game that has changed elsewhere, and show it; the lock is held."""
        seen = room.game.seq if room.is_loaded else None
        room.drop()
        with suppress(ProblemError):
            await self.load(room)
            if seen is not None and any(map(gives_turn, room.game.events[seen + 1 :])):
                self.hand_over(room)
            room.broadcast()

    async def replay(self, stored: Stored) -> OnlineGame:
        """Return a game as it was read, after all its events, or raise `UnreadableError`."""
        steps, game = stored.replay(), None
        while (following := await self.database.compute(lambda: next(steps, None))) is not None:
            game = following
        assert game is not None
        return game

    async def settle_time(self) -> None:
        """After a failure of the database, go back to its stored time: nobody could move since."""
        if self.was_down:
            stored = await self.database.run(schema.keep_time, 0)
            if self.was_down:  # no other worker has done so meanwhile
                self.time.go_on_from(stored)
                self.was_down = False

    async def change(self, room: Room, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do work with the lock held, to its end, anew if another worker changed the game."""

        async def attempt() -> T:
            async with room.lock:
                for _ in range(ATTEMPTS):
                    await self.load(room)
                    await self.settle_time()
                    with suppress(ConflictError):
                        return await work()
            raise UnavailableError("too many commands at once; try again")

        return await self.finish(attempt())

    async def store(self, room: Room, event: Event, record: Record | None = None) -> None:
        """Store an event, then show the game; the lock is held.

        If storing fails, the game is read again before anybody sees it. Raises
        `games.TooManyError` if the event starts a rematch for which there is no room.
        """
        record, game, wall = record or room.record, room.game, self.machine.wall()
        had_rematch = game.rematch_id is not None
        game.apply(event)
        rematch = None if had_rematch else game.rematch_id

        def work(transaction: Transaction) -> Record:
            if rematch is not None:
                start = [Event(0, "create", event.at), Event(1, "join", event.at)]
                following = OnlineGame(replace(game.terms, listed=False, quick=False), start)
                origin = record.origin
                seats = Record(rematch, record.black, record.white, wall, origin=origin)
                games.insert_game(transaction, seats, following, None, self.most)
            return games.append(transaction, record, game, event, wall)

        try:
            room.put(await self.database.run(work), game)
        except BaseException as error:
            self.was_down |= isinstance(error, UnavailableError)
            room.drop()
            raise
        if gives_turn(event):
            self.hand_over(room)
        self.changed(room)
        room.broadcast()
        self.lobby.note(room.id, game.seq)
        if rematch is not None:
            self.lobby.note(rematch, 1)

    def hand_over(self, room: Room) -> None:
        """Start the clock of the side to move, just before it is shown the game."""
        game = room.game
        game.hand_over(max(self.time.now(), game.at))
        if game.handed is not None and game.handed - game.at >= NOTED:
            note = (room.id, game.seq, game.handed, game.deadline())
            self.spawn(self.try_to_store(games.note_start, *note))

    async def try_to_store(self, work: Callable[..., None], *arguments: object) -> None:
        """Store a fact that may get lost if the database fails."""
        with suppress(UnavailableError):
            await self.database.run(work, *arguments)

    # Tasks.

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work that ends by itself, or when the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish work even if the client who asked for it has gone."""
        return await asyncio.shield(self.spawn(work))

    async def stop(self) -> None:
        """Cancel all work."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _unknown_game(name: str) -> ProblemError:
    return ProblemError("not-found", f"there is no game {quote(name)}")
