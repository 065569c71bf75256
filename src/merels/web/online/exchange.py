"""What workers on one database tell each other: events, and who is connected to which game.

Messages are words: ``event GAME SEQ``, ``changed GAME`` for what is no event, ``here WORKER GAME
PLAYERS SPECTATORS``, ``who WORKER GAME`` to ask for the latter, ``alive WORKER``. PostgreSQL
delivers them once what they tell is committed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from merels.online.identity import make_id
from merels.rules.position import BLACK, WHITE, Color
from merels.web.online.documents import Presence

ALIVE: Final = 5.0
"""Seconds between signs of life."""
DEAD: Final = 15.0
"""Seconds without one, after which a worker's players count as gone."""
PATIENCE: Final = 1.0
"""Seconds between looks at whether to stop, and before connecting again."""

_COLORS: Final = {"w": WHITE, "b": BLACK}

_log = logging.getLogger("merels.web")


class Notifications(Protocol):
    """Where messages of all workers arrive."""

    def receive(self, seconds: float) -> list[str]:
        """Return messages, after ``seconds`` at the latest; raise `OSError` if the line is cut."""

    def close(self) -> None:
        """Stop listening."""


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


class Colleagues:
    """The other workers: which of them live, and who is connected to them."""

    def __init__(self) -> None:
        self.me = make_id()
        self._heard: dict[str, float] = {}
        self._present: dict[str, dict[str, Presence]] = {}

    def presence(self, game: str) -> list[Presence]:
        """Return who is connected to a game elsewhere."""
        soonest = time.monotonic() - DEAD
        found = self._present.get(game, {})
        return [each for worker, each in found.items() if self._heard.get(worker, 0) > soonest]

    def note_life(self, worker: str) -> None:
        """Remember that a worker lives."""
        self._heard[worker] = time.monotonic()

    def note_presence(self, worker: str, game: str, presence: Presence) -> None:
        """Remember who is connected to another worker."""
        self.note_life(worker)
        if presence.players or presence.spectators:
            self._present.setdefault(game, {})[worker] = presence
        else:
            self._present.get(game, {}).pop(worker, None)
            if not self._present.get(game, True):
                del self._present[game]


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
