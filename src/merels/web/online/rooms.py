"""The games in memory: games that somebody looks at right now."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, Protocol

from merels.online.game import OnlineGame
from merels.rules.position import BLACK, WHITE, Color
from merels.web.online.documents import NOBODY, Presence, game_document
from merels.web.online.exchange import Colleagues
from merels.web.online.models import GameDocument
from merels.web.online.storage.games import Record
from merels.web.online.time_keeping import ServerTime, wall_clock

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
            wall=wall_clock(),
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
