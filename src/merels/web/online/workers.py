"""Several workers on one database: each hears of the others' events and connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from merels.web.online.exchange import (
    ALIVE,
    Colleagues,
    Ear,
    Notifications,
    read_presence,
    write_presence,
)
from merels.web.online.rooms import Room
from merels.web.online.storage.database import UnavailableError

if TYPE_CHECKING:
    from merels.web.online.keeper import Keeper


class Workers:
    """Tells the other workers, and listens to them; alone on SQLite it does neither."""

    def __init__(self, keeper: Keeper, line: Callable[[], Notifications] | None) -> None:
        self.colleagues = Colleagues()
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
