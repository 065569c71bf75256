"""What happens by itself: clocks run out, challenges expire, the server's time is noted."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from merels.online.deciding import overdue
from merels.online.events import Event
from merels.online.game import OPEN
from merels.online.terms import DAY
from merels.web.http.problems import ProblemError
from merels.web.online.rooms import Keeper, Room
from merels.web.online.storage import games, players, schema
from merels.web.online.storage.database import ConflictError, UnavailableError
from merels.web.online.storage.games import UnreadableError

SWEEP: Final = 1.0
"""Seconds between looks at games whose time is up, and between notes of the server's time."""
NOTE: Final = 30
"""Sweeps between notes of the time for games that nobody is connected to."""
PURGE: Final = 3600
"""Sweeps between deletions of challenges that came to nothing, and of unused players."""
UNUSED: Final = 30 * DAY
"""After which a player with a name but without games is deleted; without a name, after a day."""

_log = logging.getLogger("merels.web")


class Upkeep:
    """Ends games whose time is up: at once if somebody is connected, otherwise soon."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._broken: set[str] = set()  # games that could not be ended
        keeper.on_change += [self.schedule, self._look_for_players]
        keeper.on_presence.append(self._look_for_players)

    def schedule(self, room: Room) -> None:
        """Look at a game again when its time is up."""
        deadline = room.game.deadline() if room.is_loaded else None
        if deadline is None or not room.listeners:
            room.set_timer(None)
            return
        seconds = (deadline - self._keeper.time.now()) / 1000
        room.set_timer(seconds, lambda: self._keeper.spawn(self._check(room.id)))

    def _look_for_players(self, room: Room) -> None:
        if _is_meeting(room):
            self._keeper.spawn(self._begin(room.id))

    async def _begin(self, name: str) -> None:
        """Let the time for the first moves begin: both players have come."""
        async with self._keeper.rooms.using(name) as room, room.lock:
            with suppress(UnavailableError, ProblemError):  # whoever reads it next looks again
                await self._keeper.load(room)
                while _is_meeting(room):
                    at = max(self._keeper.time.now(), room.game.at)
                    with suppress(ConflictError):  # another worker was faster
                        await self._keeper.store(room, Event(room.game.seq + 1, "meet", at))
                    await self._keeper.load(room)

    async def postpone(self, room: Room) -> None:
        """Let a challenge stand whose creator waits, or has just left."""
        deadline = self._keeper.time.now() + OPEN["quick"]
        await self._keeper.database.run(
            lambda transaction: games.postpone(transaction, room.id, deadline)
        )

    async def sweep_for_ever(self) -> None:
        """Look at all games now and then, also at games that nobody is connected to."""
        sweeps = 0
        while True:
            try:
                await self._sweep(purge=sweeps % PURGE == 0, note=sweeps % NOTE == NOTE - 1)
            except UnavailableError:  # it is in the log
                self._keeper.was_down = True
            except Exception:  # without the sweep no game would end by itself any more
                _log.exception("a look at all games failed")
            sweeps += 1
            await asyncio.sleep(SWEEP)

    async def _sweep(self, *, purge: bool, note: bool) -> None:
        now = await self.note_time(
            always=note and await self._keeper.database.read(games.has_running)
        )
        if purge:
            await self._purge(self._keeper.time.clock.wall())
        for name in await self._keeper.database.read(
            lambda transaction: games.find_due(transaction, now)
        ):
            await self._check(name)

    async def _purge(self, now: int) -> None:
        """Delete challenges that came to nothing, and players who neither play nor have played."""
        database = self._keeper.database
        await database.run(lambda transaction: games.purge(transaction, now - DAY))
        last: str | None = ""
        while last is not None:  # some at a time: others need the database too
            last = await database.run(
                partial(players.purge, after=last, nameless=now - DAY, named=now - UNUSED)
            )

    async def _check(self, name: str) -> None:
        """End a game if its time is up."""
        async with self._keeper.rooms.using(name) as room, room.lock:
            try:
                await self._keeper.load(room)
                await self._keeper.settle_time()
                await self._end_if_due(room)
                self._broken.discard(name)
            except (ConflictError, UnavailableError):
                room.drop()  # the next look will see
            except UnreadableError:
                pass  # it is in the log, once
            except ProblemError:
                _log.warning("a game whose time is up is gone", extra={"fields": {"game": name}})
            except Exception:  # the games after it in the sweep can end all the same
                room.drop()
                if name not in self._broken:  # one line in the log, not one a sweep
                    self._broken.add(name)
                    _log.exception(
                        "a game whose time is up cannot be ended", extra={"fields": {"game": name}}
                    )

    async def _end_if_due(self, room: Room) -> None:
        event = overdue(room.game, self._keeper.time.now())
        if event is None or (room.game.state == "running" and room.is_elsewhere(room.game.turn)):
            return
        if room.game.state == "open" and room.game.terms.quick and room.presence().players:
            await self.postpone(room)
        else:
            await self._keeper.store(room, event)

    async def note_time(self, *, always: bool = False) -> int:
        """Store the server's time if the clock of somebody here runs; return it."""
        keeper = self._keeper
        await keeper.settle_time()
        now = keeper.time.now()
        if always or any(room.has_running_clock for room in keeper.rooms.all()):
            stored = await keeper.database.run(
                lambda transaction: schema.keep_time(transaction, now)
            )
            keeper.time.catch_up(stored)
        return now


def _is_meeting(room: Room) -> bool:
    return room.is_loaded and room.game.awaits_players and room.are_players_here
