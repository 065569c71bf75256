"""What players can do, whatever they are connected by."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from merels.online.deciding import Decision, Occasion, Refusal, decide, end, out_of_time, overdue
from merels.online.events import Command, Event
from merels.online.game import OnlineGame
from merels.online.identity import make_id
from merels.online.terms import Terms
from merels.rules.color import BLACK, WHITE, Color
from merels.web.http.problems import ProblemError
from merels.web.online.computer import Computer, Think
from merels.web.online.exchange import Notifications
from merels.web.online.keeper import Keeper
from merels.web.online.rooms import Listener, Room, Rooms
from merels.web.online.storage import games, server
from merels.web.online.storage.database import (
    ConflictError,
    Database,
    Transaction,
    UnavailableError,
)
from merels.web.online.storage.games import Record
from merels.web.online.storage.players import Player
from merels.web.online.time_keeping import ServerTime, wall_clock
from merels.web.online.upkeep import Upkeep
from merels.web.online.workers import Workers

SECONDS_TO_NOTE: Final = 2.0
"""For the last words to the database when the server stops."""
ATTEMPTS: Final = 5
"""How often a command is decided anew because another worker was faster."""


class People(Keeper):
    """Games between people: they are created, joined and played, and end by themselves."""

    def __init__(
        self,
        database: Database,
        stored_time: int,
        key: str,
        think: Think,
        line: Callable[[], Notifications] | None = None,
    ) -> None:
        workers = Workers(self, line)
        time = ServerTime(stored_time)
        super().__init__(database, time, Rooms(time, workers.colleagues))
        self._key = key
        self._workers = workers
        self._upkeep = Upkeep(self)
        self._computer = Computer(self, self.obey, think)

    def start(self) -> None:
        """Begin to look after games whose time is up, and to listen to other workers."""
        self.spawn(self._upkeep.sweep_for_ever())
        self.spawn(self._computer.resume())
        self._workers.start()

    async def stop(self) -> None:
        """Note the time and stop."""
        await super().stop()
        await asyncio.to_thread(self._workers.stop)
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(SECONDS_TO_NOTE):
                await self._upkeep.note_time(always=True)
        await asyncio.to_thread(self.database.close)

    def origin_of(self, client: str) -> str:
        """Return what is stored of a client's address: not enough to find it out."""
        return hmac.digest(self._key.encode(), client.encode(), "sha256").hex()[:16]

    async def create(
        self,
        terms: Terms,
        player: Player,
        color: Color,
        *,
        origin: str,
        most: int = 0,
        quick: str | None = None,
        opponent: Player | None = None,
    ) -> str:
        """Store a new game with one seat taken, or both; return its name.

        With ``quick`` return the game of somebody else who waits for the same, if there is one.
        Raises `ProblemError` if ``most`` games from one address are unfinished, unless it is 0.
        """
        await self.settle_time()
        now = self.time.now()
        game = OnlineGame(terms, [Event(0, "create", now, color)])
        record = Record(make_id(), None, None, wall_clock(), origin=origin)
        record = record.with_seat(color, player)
        if opponent is not None:
            record = record.with_seat(color.other, opponent)
            game.apply(Event(1, "join", now, color.other))

        def work(transaction: Transaction) -> str:
            # Of two who come at the same moment, the second sees what the first has stored.
            transaction.exclude_others()
            if quick is not None:
                waiting = games.find_waiting(transaction, quick, player.id, now)
                if waiting is not None:
                    return waiting
            if most and games.count_unfinished(transaction, origin) >= most:
                detail = f"more than {most} unfinished games from one address"
                raise ProblemError("too-many", detail, retry_after=60)
            games.insert_game(transaction, record, game, quick)
            server.keep_time(transaction, now)
            return record.id

        return await self.database.run(work)

    async def join(self, room: Room, player: Player, secret: str) -> bool:
        """Give a player the open seat; return whether the player has a seat now."""
        for listener in room.listeners:
            if listener.secret == secret:
                listener.player = player.id  # it may be new, and have watched so far
        return await self.finish(self._join(room, player))

    async def _join(self, room: Room, player: Player) -> bool:
        async with room.lock:
            for _ in range(ATTEMPTS):
                await self.load(room)
                await self.settle_time()
                game, record = room.game, room.record
                if record.color_of(player.id) is not None:
                    return True
                if game.state != "open":
                    return False
                color = WHITE if record.white is None else BLACK
                event = Event(game.seq + 1, "join", max(self.time.now(), game.at), color)
                with suppress(ConflictError):
                    await self.store(room, event, record.with_seat(color, player))
                    return True
            return False

    async def obey(
        self,
        room: Room,
        player: str | None,
        command: Command,
        lag: int,
        came: int | None = None,
    ) -> Decision:
        """Return what comes of a command, once it is stored and shown.

        It is finished even if the player's connection breaks meanwhile. ``came`` is when the
        command came, by default now.
        """
        came = self.time.now() if came is None else came
        return await self.finish(self._obey(room, player, command, lag, came))

    async def _obey(
        self, room: Room, player: str | None, command: Command, lag: int, came: int
    ) -> Decision:
        async with room.lock:
            for _ in range(ATTEMPTS):
                try:
                    await self.load(room)
                    await self.settle_time()
                    return await self._decide(room, player, command, lag, came)
                except ConflictError:
                    continue
                except UnavailableError as error:
                    return Refusal("unavailable", str(error))
            return Refusal("unavailable", "too many commands at once; try again")

    async def _decide(
        self, room: Room, player: str | None, command: Command, lag: int, came: int
    ) -> Decision:
        color = room.record.color_of(player)
        now = min(came, self.time.now())  # later by the server's own doing, if at all
        occasion = Occasion(room.game, color or WHITE, now, lag, make_id())
        late = overdue(room.game, now) or out_of_time(occasion)
        if late is not None and not room.is_elsewhere(room.game.turn):
            await self.store(room, late)
        decision = decide(command, color, occasion)
        if isinstance(decision, Event):
            await self.store(room, decision)
        return decision

    async def cancel(self, room: Room) -> None:
        """End a challenge that nobody has taken up."""
        await self.finish(self._cancel(room))

    async def _cancel(self, room: Room) -> None:
        async with room.lock:
            await self.load(room)
            if room.game.state == "open":
                await self.store(room, end(room.game, self.time.now(), "cancelled"))

    def rename(self, player: str, name: str | None) -> None:
        """Show a player's new name in the games in memory."""
        for room in self.rooms.all():
            color = room.record.color_of(player) if room.is_loaded else None
            if color is not None:
                seat = room.record.seat(color)
                assert seat is not None
                room.put(room.record.with_seat(color, replace(seat, name=name)), room.game)
                room.announce()

    def enter(self, room: Room, listener: Listener) -> None:
        """Show a game to somebody from now on; the room is in use meanwhile."""
        room.listeners.add(listener)
        self._upkeep.schedule(room)
        self._workers.announce(room)
        self._workers.ask(room)

    def leave(self, room: Room, listener: Listener) -> None:
        """Stop showing a game to somebody."""
        room.listeners.discard(listener)
        self._workers.announce(room)
        is_waiting = room.is_loaded and room.game.state == "open" and room.game.terms.quick
        if is_waiting and room.record.color_of(listener.player) is not None:
            self.spawn(self._upkeep.postpone(room))
