"""What workers on one database tell each other: events, and who is connected to which game.

Messages are words: ``event GAME SEQ``, ``changed GAME`` for what is no event, ``here WORKER GAME
PLAYERS SPECTATORS``, ``who WORKER GAME`` to ask for the latter, ``alive WORKER``. PostgreSQL
delivers them once what they tell is committed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from merels.rules.position import BLACK, WHITE, Color
from merels.web.online.documents import Presence
from merels.web.online.rooms import Colleagues, Room, ServerClock
from merels.web.online.storage.database import Notifications, UnavailableError

if TYPE_CHECKING:
    from merels.web.online.rooms import Keeper

ALIVE: Final = 5.0
"""Seconds between signs of life."""
PATIENCE: Final = 1.0
"""Seconds between looks at whether to stop, and before connecting again."""

_COLORS: Final = {"w": WHITE, "b": BLACK}

_log = logging.getLogger("merels.web")


class Ear:
    """Listens in a thread, and again if the connection is lost."""

    def __init__(
        self,
        connect: Callable[[], Notifications],
        hear: Callable[[str], None],
        on_gap: Callable[[], None],
    ) -> None:
        self._connect = connect
        self._hear = hear
        self._on_gap = on_gap
        self._loop = asyncio.get_running_loop()
        self._stopping = threading.Event()
        self._line: Notifications | None = None
        self._thread = threading.Thread(target=self._listen, name="notifications", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; a database that does not answer is not waited for."""
        self._stopping.set()
        self._thread.join(2 * PATIENCE)

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                if self._line is None:
                    self._line = self._connect()
                    self._tell(self._on_gap)
                for message in self._line.receive(PATIENCE):
                    self._tell(partial(self._hear, message))
            except OSError as error:
                _log.warning("no notifications from the database: %s", error)
                self._line = None
                self._stopping.wait(PATIENCE)
        if self._line is not None:
            self._line.close()

    def _tell(self, call: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)


def write_presence(worker: str, game: str, presence: Presence) -> str:
    """Return who is connected to a game as a message.

    >>> write_presence("A", "G", Presence(frozenset({WHITE}), 2))
    'here A G w 2'
    """
    players = "".join(letter for letter, color in _COLORS.items() if color in presence.players)
    return f"here {worker} {game} {players or '-'} {presence.spectators}"


def read_presence(players: str, spectators: str) -> Presence:
    """Return who is connected from the last words of a message.

    >>> read_presence("wb", "3").spectators
    3
    """
    colors: frozenset[Color] = frozenset(_COLORS[each] for each in players if each in _COLORS)
    return Presence(colors, int(spectators))


# Several workers on one database: each hears of the others' events and connections.


class Workers:
    """Tells the other workers, and listens to them; alone on SQLite it does neither."""

    def __init__(
        self, keeper: Keeper, line: Callable[[], Notifications] | None, clock: ServerClock
    ) -> None:
        self.colleagues = Colleagues(clock)
        self._keeper = keeper
        self._line = line
        self._ear: Ear | None = None

    def start(self) -> None:
        """Begin to listen."""
        if self._line is not None:
            self._ear = Ear(self._line, self._hear, self._read_all_again)
            self._keeper.spawn(self._show_life())

    def stop(self) -> None:
        """Stop listening; takes up to a second."""
        if self._ear is not None:
            self._ear.stop()

    def announce(self, room: Room) -> None:
        """Show everybody, here and elsewhere, who is connected to a game."""
        self._keeper.presence_changed(room)
        self._tell(write_presence(self.colleagues.me, room.id, room.presence_here()))

    def ask(self, room: Room) -> None:
        """Ask the others who is connected to a game there."""
        self._tell(f"who {self.colleagues.me} {room.id}")

    def _hear(self, message: str) -> None:
        match message.split():
            case ["event", game, seq]:
                room = self._keeper.rooms.get(game)
                if room is not None and not (room.is_loaded and room.game.seq >= int(seq)):
                    self._keeper.spawn(self._read_again(game))
            case ["changed", game]:
                if self._keeper.rooms.get(game) is not None:
                    self._keeper.spawn(self._read_again(game))
            case ["here", worker, game, players, spectators] if worker != self.colleagues.me:
                self.colleagues.note_presence(worker, game, read_presence(players, spectators))
                room = self._keeper.rooms.get(game)
                if room is not None:
                    self._keeper.presence_changed(room)
            case ["who", worker, game] if worker != self.colleagues.me:
                room = self._keeper.rooms.get(game)
                if room is not None and room.listeners:
                    self._tell(write_presence(self.colleagues.me, game, room.presence_here()))
            case ["alive", worker]:
                self.colleagues.note_life(worker)

    def _tell(self, message: str) -> None:
        if self._line is not None:
            self._keeper.spawn(self._notify(message))

    async def _notify(self, message: str) -> None:
        with suppress(UnavailableError):
            await self._keeper.database.run(lambda transaction: transaction.notify(message))

    async def _show_life(self) -> None:
        while True:
            await self._notify(f"alive {self.colleagues.me}")
            await asyncio.sleep(ALIVE)

    async def _read_again(self, name: str) -> None:
        """Read a game that another worker has changed, and show it."""
        async with self._keeper.rooms.using(name) as room, room.lock:
            await self._keeper.read_again(room)

    def _read_all_again(self) -> None:
        """Read every game: messages may have been lost."""
        for room in self._keeper.rooms.all():
            self._keeper.spawn(self._read_again(room.id))
