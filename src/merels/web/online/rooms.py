"""The games in memory: read when somebody needs them, stored event by event, then shown.

With them the server's own time: how long it has run in all, which stands still while it is down.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from merels.online.events import Event
from merels.online.game import OnlineGame, gives_turn
from merels.online.identity import is_id, make_id
from merels.rules.position import BLACK, WHITE, Color
from merels.web.http.problems import ProblemError, quote
from merels.web.online.documents import NOBODY, GameDocument, Presence, game_document
from merels.web.online.storage import games, schema
from merels.web.online.storage.database import Storage, Transaction, UnavailableError
from merels.web.online.storage.games import Record, Stored


class ServerClock:
    """The machine's clocks: all that games between people know of the time comes from here.

    Whatever drives the games in another order than the machine does gives another one, with an
    event loop whose time agrees.
    """

    def seconds(self) -> float:
        """Return seconds since some moment; they never go back."""
        return time.monotonic()

    def wall(self) -> int:
        """Return milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class ServerTime:
    """Milliseconds that the server has run, over all its starts.

    It goes on from what is stored, so a server that was killed lost at most what had run since it
    last stored its time: to the players' favour. Workers on one database agree on the largest.
    """

    def __init__(self, stored: int = 0, clock: ServerClock | None = None) -> None:
        self.clock = clock or ServerClock()
        self.go_on_from(stored)

    def _monotonic(self) -> int:
        return int(1000 * self.clock.seconds())

    def now(self) -> int:
        """Return the time."""
        return self._offset + self._monotonic()

    def go_on_from(self, stored: int) -> None:
        """Go back to what is stored: time in which nothing could be stored does not count."""
        self._offset = stored - self._monotonic()

    def catch_up(self, stored: int) -> None:
        """Go forward to what another worker has stored; never back."""
        self._offset = max(self._offset, stored - self._monotonic())


DEAD: Final = 15.0
"""Seconds without a sign of life, after which a worker's players count as gone."""


class Colleagues:
    """The other workers: which of them live, and who is connected to them."""

    def __init__(self, clock: ServerClock | None = None) -> None:
        self._clock = clock or ServerClock()
        self.me = make_id()
        self._heard: dict[str, float] = {}
        self._present: dict[str, dict[str, Presence]] = {}

    def presence(self, game: str) -> list[Presence]:
        """Return who is connected to a game elsewhere."""
        soonest = self._clock.seconds() - DEAD
        found = self._present.get(game, {})
        return [each for worker, each in found.items() if self._heard.get(worker, 0) > soonest]

    def note_life(self, worker: str) -> None:
        """Remember that a worker lives."""
        self._heard[worker] = self._clock.seconds()

    def note_presence(self, worker: str, game: str, presence: Presence) -> None:
        """Remember who is connected to another worker."""
        self.note_life(worker)
        if presence.players or presence.spectators:
            self._present.setdefault(game, {})[worker] = presence
        else:
            self._present.get(game, {}).pop(worker, None)
            if not self._present.get(game, True):
                del self._present[game]


PRESENCE_DELAY: Final = 0.3
"""Seconds in which many who come and leave are announced once."""


class Listener(Protocol):
    """Somebody who is connected to a game."""

    player: str | None
    """Who it is, None for somebody who has never played."""
    secret: str | None
    """The hash of the secret, None without one."""

    def show(self, text: str) -> None:
        """Send a message soon; a later one may replace it."""


class Room:
    """A game, and who is connected to it.

    Whoever reads or changes the game holds the lock: nobody sees what is not on disk.
    """

    def __init__(self, name: str, time: ServerTime, colleagues: Colleagues) -> None:
        self.id = name
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.users = 0
        self._timer: asyncio.TimerHandle | None = None
        self._time = time
        self._colleagues = colleagues
        self._state: tuple[Record, OnlineGame] | None = None
        self._seats: Record | None = None  # who plays, also while the game is read again
        self._announcing: asyncio.TimerHandle | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the game is in memory."""
        return self._state is not None

    @property
    def record(self) -> Record:
        """What is known besides the events."""
        assert self._state is not None
        return self._state[0]

    @property
    def game(self) -> OnlineGame:
        """The game."""
        assert self._state is not None
        return self._state[1]

    @property
    def has_running_clock(self) -> bool:
        """Whether somebody's time is being used up."""
        return self.is_loaded and self.game.clocks.running is not None

    def put(self, record: Record, game: OnlineGame) -> None:
        """Take what the database has."""
        self._state = record, game
        self._seats = record

    def drop(self) -> None:
        """Forget the game, so that it is read again."""
        self._state = None

    def presence(self) -> Presence:
        """Return who is connected, here or elsewhere."""
        here = self.presence_here()
        others = self._colleagues.presence(self.id)
        return Presence(
            here.players.union(*(each.players for each in others)),
            here.spectators + sum(each.spectators for each in others),
        )

    @property
    def are_players_here(self) -> bool:
        """Whether both players are connected; the computer always is."""
        present = self.presence().players
        seats = {color: self.record.seat(color) for color in (WHITE, BLACK)}
        return all(
            color in present or (seat is not None and seat.level is not None)
            for color, seat in seats.items()
        )

    def presence_here(self) -> Presence:
        """Return who is connected to this process."""
        if self._seats is None:
            return NOBODY
        colors = [self._seats.color_of(listener.player) for listener in self.listeners]
        return Presence(frozenset(c for c in colors if c is not None), colors.count(None))

    def is_elsewhere(self, color: Color) -> bool:
        """Whether a side is connected to another process alone: that one knows its clock."""
        if color in self.presence_here().players:
            return False
        return any(color in each.players for each in self._colleagues.presence(self.id))

    def document(self, you: Color | None) -> GameDocument:
        """Return the game as one side sees it."""
        return game_document(
            self.record,
            self.game,
            you,
            now=self._time.now(),
            wall=self._time.clock.wall(),
            presence=self.presence(),
        )

    def message(self, you: Color | None) -> str:
        """Return the game as a message over a socket."""
        return json.dumps({"type": "state", "game": self.document(you)}, separators=(",", ":"))

    def broadcast(self) -> None:
        """Show the game to everybody who is connected."""
        texts: dict[Color | None, str] = {}
        for listener in self.listeners:
            color = self.record.color_of(listener.player)
            if color not in texts:
                texts[color] = self.message(color)
            listener.show(texts[color])

    def set_timer(self, seconds: float | None, call: Callable[[], object] = bool) -> None:
        """Schedule a call in place of the last one; None for none, as for more than a day."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and seconds < 86_400:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, seconds), call)

    def announce(self) -> None:
        """Show the game soon, because somebody has come or left: once for many."""
        if self._announcing is None:

            def show() -> None:
                self._announcing = None
                if self.lock.locked():
                    self.announce()
                elif self.is_loaded:
                    self.broadcast()

            self._announcing = asyncio.get_running_loop().call_later(PRESENCE_DELAY, show)

    def close(self) -> None:
        """Cancel what is scheduled."""
        for handle in (self._timer, self._announcing):
            if handle is not None:
                handle.cancel()


class Rooms:
    """All games in memory, each for as long as somebody needs it."""

    def __init__(self, time: ServerTime, colleagues: Colleagues) -> None:
        self._time = time
        self._colleagues = colleagues
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def get(self, name: str) -> Room | None:
        """Return a game that is in memory, None if it is not."""
        return self._rooms.get(name)

    def all(self) -> list[Room]:
        """Return the games in memory."""
        return list(self._rooms.values())

    @asynccontextmanager
    async def using(self, name: str) -> AsyncIterator[Room]:
        """Keep a room in memory meanwhile."""
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = Room(name, self._time, self._colleagues)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            if not room.users:
                room.close()
                del self._rooms[name]


T = TypeVar("T")

NOTED: Final = 250
"""Milliseconds of delay that are stored at once, in case the game is read again."""


class Keeper:
    """The games of one server process, in memory and on disk."""

    def __init__(self, database: Storage, time: ServerTime, rooms: Rooms, most: int = 0) -> None:
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
            stored = await self.database.run(lambda transaction: schema.keep_time(transaction, 0))
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
        record, game, wall = record or room.record, room.game, self.time.clock.wall()
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
