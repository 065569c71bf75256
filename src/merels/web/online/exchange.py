"""Messages between workers on one database: events, and who is connected to which game.

Messages are words: ``event GAME SEQ``, ``changed GAME`` for other changes, ``here WORKER GAME
PLAYERS SPECTATORS`` for connections, ``who WORKER GAME`` to ask for them, ``alive WORKER``.
PostgreSQL delivers a message once the change behind it is committed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Final

from merels.online.identity import make_id
from merels.rules.position import BLACK, WHITE
from merels.web.online.documents import NOBODY, Presence
from merels.web.online.rooms import Keeper, Room
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.opening import Listen

ALIVE: Final = 5.0  # seconds between signs of life
DEAD: Final = 15.0  # seconds without a sign of life, after which a worker's players count as gone
PATIENCE: Final = 1.0  # seconds between looks at whether to stop, and before connecting again

_COLORS: Final = {"w": WHITE, "b": BLACK}

_log = logging.getLogger("merels.web")


def write_presence(presence: Presence) -> str:
    """Return the words of a message that say who is connected to a game.

    >>> write_presence(Presence(frozenset({WHITE}), 2))
    'w 2'
    """
    players = "".join(letter for letter, color in _COLORS.items() if color in presence.players)
    return f"{players or '-'} {presence.spectators}"


def read_presence(players: str, spectators: str) -> Presence:
    """Read who is connected to a game from the words of a message.

    >>> read_presence("wb", "3").spectators
    3
    """
    return Presence(
        frozenset(_COLORS[each] for each in players if each in _COLORS), int(spectators)
    )


class Workers:
    """Sends messages to the other workers, and listens to them; on SQLite there are no others."""

    def __init__(self, keeper: Keeper, listen: Listen | None) -> None:
        self._me = make_id(keeper.machine.random)
        self._keeper = keeper
        self._listen = listen
        self._heard: dict[str, float] = {}  # when which worker gave a sign of life
        self._present: dict[str, dict[str, Presence]] = {}
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def start(self) -> None:
        """Begin to listen."""
        if self._listen is not None:
            work = (self._listen, asyncio.get_running_loop())
            self._thread = threading.Thread(target=self._hear_all, args=work, daemon=True)
            self._thread.start()
            self._keeper.spawn(self._show_life())

    async def stop(self) -> None:
        """Stop listening, which takes up to a second; a silent database is not waited for."""
        self._stopping.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 2 * PATIENCE)

    def presence(self, game: str) -> list[Presence]:
        """Return who is connected to a game elsewhere."""
        soonest = self._keeper.machine.seconds() - DEAD
        found = self._present.get(game, {})
        return [each for worker, each in found.items() if self._heard.get(worker, 0) > soonest]

    def announce(self, room: Room, *, ask: bool) -> None:
        """Show everybody who is connected to a game; ask the other workers for their part."""
        self._keeper.presence_changed(room)
        self._tell_presence(room)
        if ask:
            self._tell(f"who {self._me} {room.id}")

    def hear(self, message: str) -> None:
        """Handle a message, which may be this worker's own."""
        keeper = self._keeper
        match message.split():
            case ["event", game, seq]:
                keeper.lobby.note(game, int(seq))
                room = keeper.rooms.get(game)
                if room is not None and not (room.is_loaded and room.game.seq >= int(seq)):
                    keeper.spawn(self._read_again(game))
            case ["changed", game] if game in keeper.rooms:
                keeper.spawn(self._read_again(game))
            case ["here", worker, game, players, spectators] if worker != self._me:
                self._heard[worker] = keeper.machine.seconds()
                self._note_presence(worker, game, read_presence(players, spectators))
                if game in keeper.rooms:
                    keeper.presence_changed(keeper.rooms[game])
            case ["who", worker, game] if worker != self._me and game in keeper.rooms:
                if keeper.rooms[game].listeners:
                    self._tell_presence(keeper.rooms[game])
            case ["alive", worker]:
                self._heard[worker] = keeper.machine.seconds()

    def _note_presence(self, worker: str, game: str, presence: Presence) -> None:
        found = self._present.setdefault(game, {})
        found[worker] = presence
        if presence == NOBODY:
            del found[worker]
        if not found:
            del self._present[game]

    def _tell_presence(self, room: Room) -> None:
        self._tell(f"here {self._me} {room.id} {write_presence(room.presence_here())}")

    def _tell(self, message: str) -> None:
        if self._listen is not None:
            self._keeper.spawn(self._keeper.try_to_store(Transaction.notify, message))

    async def _show_life(self) -> None:
        while True:
            self._tell(f"alive {self._me}")
            await asyncio.sleep(ALIVE)

    async def _read_again(self, name: str) -> None:
        async with self._keeper.using(name) as room, room.lock:
            await self._keeper.read_again(room)

    def _hear_all(self, listen: Listen, loop: asyncio.AbstractEventLoop) -> None:
        def read_all_again() -> None:  # messages may have been lost
            for name in self._keeper.rooms:
                self._keeper.spawn(self._read_again(name))

        def tell(call: Callable[..., None], *arguments: str) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(call, *arguments)

        while not self._stopping.is_set():
            try:
                with closing(listen(PATIENCE)) as heard:
                    next(heard)  # it is connected
                    tell(read_all_again)
                    for messages in heard:
                        for message in messages:
                            tell(self.hear, message)
                        if self._stopping.is_set():
                            return
            except OSError as error:
                _log.warning("no notifications from the database: %s", error)
                self._stopping.wait(PATIENCE)
