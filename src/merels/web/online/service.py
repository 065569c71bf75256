"""What players can do, whatever they are connected by."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Final

from merels.online.deciding import Decision, Occasion, Refusal, decide, end, out_of_time, overdue
from merels.online.events import Command, Event
from merels.online.game import OnlineGame
from merels.online.identity import make_id
from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE, Color
from merels.web.http.problems import ProblemError
from merels.web.online.computer import Computer, Think
from merels.web.online.exchange import Workers
from merels.web.online.rooms import Keeper, Listener, Room, Rooms, ServerClock, ServerTime
from merels.web.online.storage import games, schema
from merels.web.online.storage.database import (
    ConflictError,
    Database,
    Notifications,
    Storage,
    Transaction,
    UnavailableError,
)
from merels.web.online.storage.games import Record
from merels.web.online.storage.opening import OpeningError, find_line, key_file, open_database
from merels.web.online.storage.players import StoredPlayer
from merels.web.online.storage.schema import migrate
from merels.web.online.upkeep import Upkeep

SECONDS_TO_NOTE: Final = 2.0
"""For the last words to the database when the server stops."""
ATTEMPTS: Final = 5
"""How often a command is decided anew because another worker was faster."""


class People(Keeper):
    """Games between people: they are created, joined and played, and end by themselves."""

    def __init__(
        self,
        database: Storage,
        stored_time: int,
        key: str,
        think: Think,
        line: Callable[[], Notifications] | None = None,
        most: int = 0,
        clock: ServerClock | None = None,
    ) -> None:
        time = ServerTime(stored_time, clock)
        workers = Workers(self, line, time.clock)
        super().__init__(database, time, Rooms(time, workers.colleagues), most)
        self.matching = asyncio.Lock()
        """Held by whoever looks for an opponent: those who come at once take turns."""
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

    def create(
        self,
        transaction: Transaction,
        terms: Terms,
        player: StoredPlayer,
        color: Color,
        *,
        origin: str,
        quick: str | None = None,
        opponent: StoredPlayer | None = None,
    ) -> str:
        """Store a new game with one seat taken, or both; return its name.

        With ``quick`` return the game of somebody else who waits for the same, if there is one.
        Raises `games.TooManyError` if too many games from one address are unfinished.
        """
        now = self.time.now()
        game = OnlineGame(terms, [Event(0, "create", now, color)])
        record = Record(make_id(), None, None, self.time.clock.wall(), origin=origin)
        record = record.with_seat(color, player)
        if opponent is not None:
            record = record.with_seat(color.other, opponent)
            game.apply(Event(1, "join", now, color.other))
        # Of two who come at the same moment, the second sees what the first has stored.
        transaction.exclude_others()
        if quick is not None:
            waiting = games.find_waiting(transaction, quick, player.id, now)
            if waiting is not None:
                return waiting
        games.insert_game(transaction, record, game, quick, self.most)
        schema.keep_time(transaction, now)
        return record.id

    async def join(self, room: Room, player: StoredPlayer, secret: str) -> bool:
        """Give a player the open seat; return whether the player has a seat now."""
        for listener in room.listeners:
            if listener.secret == secret:
                listener.player = player.id  # it may be new, and have watched so far
        return await self.finish(self._join(room, player))

    async def _join(self, room: Room, player: StoredPlayer) -> bool:
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
                except games.TooManyError as error:
                    return Refusal("too_fast", str(error))
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
        if isinstance(decision, Event) and "game" in decision.facts and room.record.has_empty_seat:
            return Refusal("no_offer", "your opponent has deleted the game")
        if isinstance(decision, Event):
            await self.store(room, decision)
        return decision

    async def delete(self, room: Room, player: str | None) -> None:
        """Cancel a player's open challenge, or take the player's name off a finished game.

        Raises `ProblemError` if the game runs, or is not the player's.
        """
        await self.finish(self._delete(room, player))

    async def _delete(self, room: Room, player: str | None) -> None:
        async with room.lock:
            for _ in range(ATTEMPTS):
                await self.load(room)
                color, state = room.record.color_of(player), room.game.state
                if color is None:
                    raise ProblemError("forbidden", "only its players can delete a game")
                if state == "running":
                    raise ProblemError("taken", "the game is running; resign first")
                if state == "finished":
                    await self.database.run(partial(games.forget, game=room.id, color=color))
                    return await self.read_again(room)
                with suppress(ConflictError):  # somebody joins at this moment
                    return await self.store(room, end(room.game, self.time.now(), "cancelled"))
            raise ProblemError("full", "too many players at once; try again", retry_after=1)

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


# Start the service for games between people, or say why this server has none.

PATIENCE: Final = 1.0
"""Seconds before another attempt to open a database."""

_log = logging.getLogger("merels.web")


class Beginning:
    """The games in a database, as soon as it can be opened; the rest of the server works.

    ``most`` is how many unfinished games an address may have, 0 for no limit.
    """

    def __init__(self, address: str | None, think: Think, most: int = 0) -> None:
        self.people: People | None = None
        self.problem: str | None = None
        """Why there are none, in words for clients."""
        self._address = address
        self._think = think
        self._most = most
        self._trying: asyncio.Task[None] | None = None
        self._logged: str | None = None

    async def start(self) -> None:
        """Open the database, if need be again and again in the background."""
        if self._address is None:
            self.problem = "this server has no database; start it with --database"
        elif find_spec("websockets") is None:
            advice = "pip install 'merels[people]'"
            self.problem = f"websockets is not installed; add it with: {advice}"
        elif not await self._try(self._address):
            self._trying = asyncio.create_task(self._keep_trying(self._address))

    async def stop(self) -> None:
        """Stop the games, or the attempts to begin."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        if self.people is not None:
            await self.people.stop()

    async def _keep_trying(self, address: str) -> None:
        while not await self._try(address):
            await asyncio.sleep(PATIENCE)

    async def _try(self, address: str) -> bool:
        """Return whether there are games now."""
        try:
            database = await asyncio.to_thread(open_database, address)
            people = await _begin(database, address, self._think, self._most)
            await _start(people)
        except OpeningError as error:
            self._explain(str(error), error.public)
        except Exception as error:  # of the driver too, and of what a foreign database lacks
            public = "the server's database cannot be used; see the server's log"
            self._explain(str(error), public)
        else:
            self.people, self.problem = people, None
        return self.people is not None

    def _explain(self, why: str, public: str) -> None:
        self.problem = public
        if why != self._logged:  # one line in the log, not one a second
            self._logged = why
            _log.warning("no games between people: %s", why)


async def _start(people: People) -> None:
    try:
        people.start()
    except BaseException:
        await people.stop()
        raise


async def _begin(database: Database, address: str, think: Think, most: int) -> People:
    def prepare(transaction: Transaction) -> tuple[int, str]:
        migrate(transaction)
        key = schema.ensure_key(transaction, "origins", key_file(address))
        return schema.keep_time(transaction, 0), key

    try:
        stored_time, key = await database.run(prepare, is_limited=False)
        return People(database, stored_time, key, think, find_line(address), most)
    except BaseException:
        await asyncio.to_thread(database.close)
        raise
