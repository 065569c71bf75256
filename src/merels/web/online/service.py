"""Games between people: commands become events, are stored, and then shown to everybody."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

from merels.online.deciding import Decision, Occasion, Refusal, decide, end, out_of_time, overdue
from merels.online.events import Command, Event
from merels.online.game import OPEN, OnlineGame
from merels.online.identity import is_id, make_id
from merels.online.terms import Terms
from merels.rules.color import BLACK, WHITE, Color
from merels.web.http.problems import ProblemError, quote
from merels.web.online import store
from merels.web.online.database import ConflictError, Database, Transaction, UnavailableError
from merels.web.online.rooms import Listener, Room, Rooms
from merels.web.online.store import Player, Record
from merels.web.online.time_keeping import ServerTime, wall_clock

T = TypeVar("T")

SWEEP: Final = 1.0
"""Seconds between looks at games whose time is up, and between notes of the server's time."""
ATTEMPTS: Final = 5
"""How often a command is decided anew because another worker was faster."""
PRESENCE_DELAY: Final = 0.3
"""Seconds in which many who come and leave are announced once."""

_log = logging.getLogger("merels.web")


class People:
    """Everything that players can do, whatever they are connected by."""

    def __init__(self, database: Database, stored_time: int, key: str) -> None:
        self.database = database
        self._key = key
        self.time = ServerTime(stored_time)
        self.rooms = Rooms(self.time)
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to look after games whose time is up."""
        self._spawn(self._sweep())

    async def stop(self) -> None:
        """Note the time and stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._note_time()
        await asyncio.to_thread(self.database.close)

    def origin_of(self, client: str) -> str:
        """Return what is stored of a client's address: not enough to find it out."""
        return hmac.digest(self._key.encode(), client.encode(), "sha256").hex()[:16]

    def rename(self, player: str, name: str | None) -> None:
        """Show a player's new name in the games in memory."""
        for room in self.rooms.all():
            color = room.record.color_of(player) if room.is_loaded else None
            if color is not None:
                seat = room.record.seat(color)
                assert seat is not None
                room.put(room.record.with_seat(color, replace(seat, name=name)), room.game)
                room.announce(PRESENCE_DELAY)

    # Rooms.

    @asynccontextmanager
    async def room(self, name: str) -> AsyncIterator[Room]:
        """Keep a game in memory meanwhile; raise `ProblemError` if there is none of this name."""
        if not is_id(name):
            raise unknown_game(name)
        async with self.rooms.using(name, lambda _: None) as room:
            async with room.lock:
                await self.load(room)
            yield room

    async def load(self, room: Room) -> None:
        """Read a game unless it is in memory; the lock is held."""
        if room.is_loaded:
            return
        found = await self.database.run(lambda transaction: store.load(transaction, room.id))
        if found is None:
            raise unknown_game(room.id)
        room.put(*found)
        self._schedule(room)

    # What players do.

    async def create(
        self, terms: Terms, player: Player, color: Color, *, origin: str, quick: str | None = None
    ) -> str:
        """Store a new game with one seat taken; return its name."""
        game = OnlineGame(terms, [Event(0, "create", self.time.now(), color)])
        record = Record(make_id(), None, None, wall_clock(), origin=origin)
        record = record.with_seat(color, player)

        def work(transaction: Transaction) -> None:
            store.insert_game(transaction, record, game, quick)
            store.keep_time(transaction, game.at)

        await self.database.run(work)
        return record.id

    async def join(self, room: Room, player: Player, secret: str) -> bool:
        """Give a player the open seat; return whether the player has a seat now."""
        for listener in room.listeners:
            if listener.secret == secret:
                listener.player = player.id  # it may be new, and have watched so far
        return await self._safely(self._join(room, player))

    async def _join(self, room: Room, player: Player) -> bool:
        async with room.lock:
            for _ in range(ATTEMPTS):
                await self.load(room)
                game, record = room.game, room.record
                if record.color_of(player.id) is not None:
                    return True
                if game.state != "open":
                    return False
                color = WHITE if record.white is None else BLACK
                event = Event(game.seq + 1, "join", max(self.time.now(), game.at), color)
                try:
                    await self._store(room, event, record.with_seat(color, player))
                except ConflictError:
                    continue
                return True
            return False

    async def obey(self, room: Room, player: str | None, command: Command, lag: int) -> Decision:
        """Return what comes of a command, once it is stored and shown.

        It is finished even if the player's connection breaks meanwhile.
        """
        return await self._safely(self._obey(room, player, command, lag))

    async def _obey(self, room: Room, player: str | None, command: Command, lag: int) -> Decision:
        async with room.lock:
            for _ in range(ATTEMPTS):
                try:
                    await self.load(room)
                    color = room.record.color_of(player)
                    now = self.time.now()
                    occasion = Occasion(room.game, color or WHITE, now, lag, make_id())
                    late = overdue(room.game, now) or out_of_time(occasion)
                    if late is not None:
                        await self._store(room, late)
                    decision = decide(command, color, occasion)
                    if isinstance(decision, Event):
                        await self._store(room, decision)
                    return decision
                except ConflictError:
                    continue
                except UnavailableError as error:
                    await self.load(room)
                    return Refusal("unavailable", str(error))
            return Refusal("unavailable", "too many commands at once; try again")

    async def cancel(self, room: Room) -> None:
        """End a challenge that nobody has taken up."""
        await self._safely(self._end(room, "cancelled"))

    async def _end(self, room: Room, reason: str) -> None:
        async with room.lock:
            await self.load(room)
            if room.game.state == "open":
                await self._store(room, end(room.game, self.time.now(), reason))

    async def _store(self, room: Room, event: Event, record: Record | None = None) -> None:
        """Store an event, then show the game; the lock is held.

        If storing fails, the game is read again before anybody sees it.
        """
        record, game, wall = record or room.record, room.game, wall_clock()
        had_rematch = game.rematch_id is not None
        game.apply(event)

        def work(transaction: Transaction) -> Record:
            if game.rematch_id is not None and not had_rematch:
                self._insert_rematch(transaction, record, game, event.at, wall)
            return store.append(transaction, record, game, event, wall)

        try:
            room.put(await self.database.run(work), game)
        except BaseException:
            room.drop()
            raise
        self._schedule(room)
        room.broadcast()

    def _insert_rematch(
        self, transaction: Transaction, record: Record, game: OnlineGame, at: int, wall: int
    ) -> None:
        """Store the next game of the same two, colours exchanged."""
        assert game.rematch_id is not None
        terms = replace(game.terms, listed=False, quick=False)
        following = OnlineGame(terms, [Event(0, "create", at), Event(1, "join", at)])
        seats = Record(game.rematch_id, record.black, record.white, wall, origin=record.origin)
        store.insert_game(transaction, seats, following, None)

    # Time.

    def _schedule(self, room: Room) -> None:
        """Look at a game again when its time is up."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        deadline = room.game.deadline()
        if deadline is not None and room.listeners:
            seconds = max(0, deadline - self.time.now()) / 1000
            if seconds < 86_400:
                room.timer = asyncio.get_running_loop().call_later(
                    seconds, lambda: self._spawn(self._check(room.id))
                )

    async def _check(self, name: str) -> None:
        """End a game if its time is up."""
        async with self.rooms.using(name, lambda _: None) as room, room.lock:
            try:
                await self.load(room)
                await self._end_if_due(room)
            except (ConflictError, UnavailableError):
                room.drop()  # the next look will see
            except ProblemError:
                _log.warning("a game whose time is up is gone", extra={"fields": {"game": name}})

    async def _end_if_due(self, room: Room) -> None:
        now = self.time.now()
        event = overdue(room.game, now)
        if event is None:
            return
        if room.game.state == "open" and room.game.terms.quick and room.presence().players:
            await self._postpone(room)
        else:
            await self._store(room, event)

    async def _postpone(self, room: Room) -> None:
        """Let a challenge stand that its creator waits for."""
        deadline = self.time.now() + OPEN["quick"]
        await self.database.run(lambda transaction: store.postpone(transaction, room.id, deadline))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                now = await self._note_time()
                due = await self.database.run(
                    lambda transaction, now=now: store.find_due(transaction, now)  # type: ignore[misc]
                )
            except UnavailableError:
                continue
            for name in due:
                await self._check(name)

    async def _note_time(self) -> int:
        """Store the server's time if somebody's clock runs; return it."""
        now = self.time.now()
        if any(
            room.is_loaded and room.game.clocks.running is not None for room in self.rooms.all()
        ):
            self.time.catch_up(
                await self.database.run(lambda transaction: store.keep_time(transaction, now))
            )
        return now

    # Listeners.

    def enter(self, room: Room, listener: Listener) -> None:
        """Show a game to somebody from now on; the room is in use meanwhile."""
        room.listeners.add(listener)
        self._schedule(room)
        room.announce(PRESENCE_DELAY)

    def leave(self, room: Room, listener: Listener) -> None:
        """Stop showing a game to somebody."""
        room.listeners.discard(listener)
        room.announce(PRESENCE_DELAY)
        is_waiting = room.is_loaded and room.game.state == "open" and room.game.terms.quick
        if is_waiting and room.record.color_of(listener.player) is not None:
            self._spawn(self._postpone(room))

    # Tasks.

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _safely(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish work even if whoever asked for it is gone."""
        return await asyncio.shield(self._spawn(work))


def unknown_game(name: str) -> ProblemError:
    """Return the problem that there is no such game."""
    return ProblemError("not-found", f"there is no game {quote(name)}")
