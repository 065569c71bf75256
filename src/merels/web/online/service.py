"""The actions of players, over requests or sockets."""

from __future__ import annotations

import asyncio
import hmac
import logging
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
from merels.web.online.documents import Presence
from merels.web.online.exchange import Workers
from merels.web.online.rooms import Keeper, Listener, Machine, Room
from merels.web.online.storage import games, players, schema
from merels.web.online.storage.database import Transaction, UnavailableError
from merels.web.online.storage.games import Record
from merels.web.online.storage.opening import Opened, OpeningError, open_database
from merels.web.online.storage.players import StoredPlayer
from merels.web.online.upkeep import Computer, Think, Upkeep

SECONDS_TO_NOTE: Final = 2.0  # for the last statements when the server stops


class People(Keeper):
    """Games between people, at most ``most`` unfinished games from one address, 0 for no limit."""

    def __init__(
        self, opened: Opened, think: Think, most: int = 0, machine: Machine | None = None
    ) -> None:
        super().__init__(opened.database, machine or Machine(), opened.stored_time, most)
        self.matching = asyncio.Lock()
        """Held while a player looks for an opponent: simultaneous players take turns."""
        self._key = opened.key
        self._workers = Workers(self, opened.listen)
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
        await self._workers.stop()
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(SECONDS_TO_NOTE):
                await self._upkeep.note_time(always=True)
        await self.database.close()

    def changed(self, room: Room) -> None:
        """Wake up the clocks and the computer, which act by themselves."""
        self._upkeep.schedule(room)
        self._upkeep.look_for_players(room)
        self._computer.consider(room)

    def presence_changed(self, room: Room) -> None:
        """Show soon who is connected to a game; the time for the first moves may begin."""
        super().presence_changed(room)
        self._upkeep.look_for_players(room)

    def presence_elsewhere(self, game: str) -> list[Presence]:
        """Return who is connected to a game through other processes."""
        return self._workers.presence(game)

    async def find_player(self, secret: str | None) -> str | None:
        """Return the player of a secret, None for a visitor who has never played."""
        if secret is None:
            return None
        return await self.database.read(players.find_player, secret)

    def origin_of(self, client: str) -> str:
        """Return the stored hash of a client's address, which does not reveal the address."""
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

        With ``quick`` return the game of somebody else who waits for the same game, if there is
        one. Raises `games.TooManyError` if too many games from one address are unfinished.
        """
        now = self.time.now()
        game = OnlineGame(terms, [Event(0, "create", now, color)])
        name = make_id(self.machine.random)
        record = Record(name, None, None, self.machine.wall(), origin=origin)
        record = record.with_seat(color, player)
        if opponent is not None:
            record = record.with_seat(color.other, opponent)
            game.apply(Event(1, "join", now, color.other))
        # Of two players who come at the same moment, the second sees the first player's game.
        transaction.exclude_others()
        if quick is not None:
            waiting = games.find_waiting(transaction, quick, player.id, now)
            if waiting is not None:
                return waiting
        games.insert_game(transaction, record, game, quick, self.most)
        schema.note_time(transaction, now)
        return name

    async def join(self, room: Room, player: StoredPlayer, secret: str) -> bool:
        """Give a player the open seat; return whether the player has a seat now."""
        for listener in room.listeners:
            if listener.secret == secret:
                listener.player = player.id  # it may be new, and have watched so far

        async def work() -> bool:
            game, record = room.game, room.record
            if record.color_of(player.id) is None and game.state == "open":
                color = WHITE if record.white is None else BLACK
                event = Event(game.seq + 1, "join", max(self.time.now(), game.at), color)
                await self.store(room, event, record.with_seat(color, player))
            return room.record.color_of(player.id) is not None

        return await self.change(room, work)

    async def obey(
        self, room: Room, player: str | None, command: Command, lag: int, came: int | None = None
    ) -> Decision:
        """Return the event or the refusal of a command, once it is stored and shown.

        The command is finished even if the player's connection breaks meanwhile. ``came`` is when
        the command came, by default now.
        """
        came = self.time.now() if came is None else came
        try:
            return await self.change(room, partial(self._decide, room, player, command, lag, came))
        except UnavailableError as error:
            return Refusal("unavailable", str(error))
        except games.TooManyError as error:
            return Refusal("too_fast", str(error))

    async def _decide(
        self, room: Room, player: str | None, command: Command, lag: int, came: int
    ) -> Decision:
        color = room.record.color_of(player)
        now = min(came, self.time.now())  # a later time is the server's own
        occasion = Occasion(room.game, color or WHITE, now, lag, make_id(self.machine.random))
        late = overdue(room.game, now) or out_of_time(occasion)
        if late is not None and not room.is_elsewhere(room.game.turn):
            await self.store(room, late)
        decision = decide(command, color, occasion)
        if isinstance(decision, Event):
            if "game" in decision.facts and None in room.record.seats.values():
                return Refusal("no_offer", "your opponent has deleted the game")
            await self.store(room, decision)
        return decision

    async def delete(self, room: Room, player: str | None) -> None:
        """Cancel a player's open challenge, or take the player's name off a finished game."""

        async def work() -> None:
            color, state = room.record.color_of(player), room.game.state
            if color is None:
                raise ProblemError("forbidden", "only its players can delete a game")
            if state == "running":
                raise ProblemError("taken", "the game is running; resign first")
            if state == "finished":
                await self.database.run(games.forget, room.id, color)
                await self.read_again(room)
            else:
                await self.store(room, end(room.game, self.time.now(), "cancelled"))

        await self.change(room, work)

    def rename(self, player: str, name: str | None) -> None:
        """Show a player's new name in the games in memory."""
        for room in filter(lambda each: each.is_loaded, self.rooms.values()):
            for color, seat in room.record.seats.items():
                if seat is not None and seat.id == player:
                    room.put(room.record.with_seat(color, replace(seat, name=name)), room.game)
                    room.announce()

    def enter(self, room: Room, listener: Listener) -> None:
        """Show a game to somebody from now on; the room is in use meanwhile."""
        room.listeners.append(listener)
        self._upkeep.schedule(room)
        self._workers.announce(room, ask=True)

    def leave(self, room: Room, listener: Listener) -> None:
        """Stop showing a game to somebody."""
        room.listeners.remove(listener)
        self._workers.announce(room, ask=False)
        is_waiting = room.is_loaded and room.game.state == "open" and room.game.terms.quick
        if is_waiting and room.record.color_of(listener.player) is not None:
            self.spawn(self._upkeep.postpone(room))


# Start the service for games between people, or say why this server has none.

PATIENCE: Final = 1.0  # seconds before another attempt to open a database

_log = logging.getLogger("merels.web")


class Beginning:
    """The games in a database, as soon as it can be opened; the rest of the server works."""

    def __init__(self, address: str | None, think: Think, most: int = 0) -> None:
        self.people: People | None = None
        self.problem: str | None = None  # why there are none, in words for clients
        self._address = address
        self._think = think
        self._most = most
        self._trying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the database; if this fails, try again in the background."""
        if self._address is None:
            self.problem = "this server has no database; start it with --database"
        elif find_spec("websockets") is None:
            advice = "pip install 'merels[people]'"
            self.problem = f"websockets is not installed; add it with: {advice}"
        elif (why := await self._try(self._address)) is not None:
            self._trying = asyncio.create_task(self._keep_trying(self._address, why))

    async def stop(self) -> None:
        """Stop the games, or the attempts to open the database."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        if self.people is not None:
            await self.people.stop()

    async def _keep_trying(self, address: str, why: str | None) -> None:
        while why is not None:
            await asyncio.sleep(PATIENCE)
            why = await self._try(address, logged=why)

    async def _try(self, address: str, logged: str | None = None) -> str | None:
        """Open the games; if this fails, return the reason, and log it once."""
        try:
            opened = await asyncio.to_thread(open_database, address)
            people = People(opened, self._think, self._most)
            people.start()
        except Exception as error:  # also errors of driver and database
            unknown = "the server's database cannot be used; see the server's log"
            self.problem = error.public if isinstance(error, OpeningError) else unknown
            if str(error) != logged:  # one line in the log, not one a second
                _log.warning("no games between people: %s", error)
            return str(error)
        self.people, self.problem = people, None
        return None
