"""Work without a request: clocks run out, challenges expire, time is noted, the computer plays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from merels.online.deciding import Decision, Refusal, overdue
from merels.online.events import Command, CommandType, Event, Offer
from merels.online.game import OPEN
from merels.online.terms import DAY
from merels.web.http.problems import ProblemError
from merels.web.online.rooms import Keeper, Room
from merels.web.online.storage import games, players, schema
from merels.web.online.storage.database import UnavailableError
from merels.web.online.storage.games import UnreadableError

SWEEP: Final = 1.0
"""Seconds between looks at games whose time is up, and between notes of the server's time."""
NOTE: Final = 30  # sweeps between notes of the time for games that nobody is connected to
PURGE: Final = 3600
"""Sweeps between deletions of challenges that nobody joined, and of unused players."""
UNUSED: Final = 30 * DAY
"""After this time a player without games is deleted; a player without a name after a day."""

_log = logging.getLogger("merels.web")


class Upkeep:
    """Ends games whose time is up: at once if somebody is connected, otherwise soon."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._broken: set[str] = set()  # games that could not be ended

    def schedule(self, room: Room) -> None:
        """Look at a game again when its time is up."""
        seconds, deadline = None, room.game.deadline() if room.is_loaded else None
        if deadline is not None and room.listeners:
            seconds = (deadline - self._keeper.time.now()) / 1000
        room.set_timer(seconds, lambda: self._keeper.spawn(self._check(room.id)))

    def look_for_players(self, room: Room) -> None:
        """Let the time for the first moves begin once both players have come."""
        if room.is_meeting:
            self._keeper.spawn(self._begin(room.id))

    async def _begin(self, name: str) -> None:
        async with self._keeper.using(name) as room:

            async def meet() -> None:
                if room.is_meeting:  # another worker may have been faster
                    at = max(self._keeper.time.now(), room.game.at)
                    await self._keeper.store(room, Event(room.game.seq + 1, "meet", at))

            with suppress(ProblemError):  # the next reader of the game looks again
                await self._keeper.change(room, meet)

    async def postpone(self, room: Room) -> None:
        """Keep a challenge open while its creator waits, or has just left."""
        deadline = self._keeper.time.now() + OPEN["quick"]
        await self._keeper.database.run(games.postpone, room.id, deadline)

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
        database = self._keeper.database
        now = await self.note_time(always=note and await database.read(games.has_running))
        if purge:
            await self._purge(self._keeper.machine.wall())
        for name in await database.read(games.find_due, now):
            await self._check(name)

    async def _purge(self, now: int) -> None:
        database = self._keeper.database
        await database.run(games.purge, now - DAY)
        last: str | None = ""
        while last is not None:  # some at a time: other work needs the database too
            last = await database.run(players.purge, last, now - DAY, now - UNUSED)

    async def _check(self, name: str) -> None:
        noted = {"fields": {"game": name}}
        async with self._keeper.using(name) as room:
            try:
                await self._keeper.change(room, partial(self._end_if_due, room))
                self._broken.discard(name)
            except (UnavailableError, UnreadableError):
                pass  # the error is in the log, and the next look tries again
            except ProblemError:
                _log.warning("a game whose time is up is gone", extra=noted)
            except Exception:  # the games after it in the sweep can end all the same
                if name not in self._broken:  # one line in the log, not one a sweep
                    self._broken.add(name)
                    _log.exception("a game whose time is up cannot be ended", extra=noted)

    async def _end_if_due(self, room: Room) -> None:
        event = overdue(room.game, self._keeper.time.now())
        if event is None or (room.game.state == "running" and room.is_elsewhere(room.game.turn)):
            return
        if room.game.state == "open" and room.game.terms.quick and room.presence().players:
            await self.postpone(room)
        else:
            await self._keeper.store(room, event)

    async def note_time(self, *, always: bool = False) -> int:
        """Store the server's time if the clock of a player here runs; return it."""
        keeper = self._keeper
        await keeper.settle_time()
        now = keeper.time.now()
        here = [room.game for room in keeper.rooms.values() if room.is_loaded]
        if always or any(game.clocks.running is not None for game in here):
            keeper.time.catch_up(await keeper.database.run(schema.keep_time, now))
        return now


# The computer as an opponent: its levels have known strengths, and anchor the ratings.

T = TypeVar("T")
Think = Callable[[str, dict[str, Any]], Awaitable[str]]
"""Returns a level's move, for a client and the members of a `MoveRequest`.

Raises `ProblemError` if there is no move for now, such as when too many games wait for moves.
"""
Obey = Callable[[Room, str, Command, int], Awaitable[Decision]]

PATIENCE: Final = 1.0  # seconds before another attempt at a refused action
UNKNOWN: Final = "unknown"  # the client of games without a stored address
ANSWERS: dict[Offer, CommandType] = {"takeback": "accept", "rematch": "accept", "draw": "decline"}


class Computer:
    """Plays the seats of levels."""

    def __init__(self, keeper: Keeper, obey: Obey, think: Think) -> None:
        self._keeper = keeper
        self._obey = obey
        self._think = think
        self._busy: set[str] = set()

    async def resume(self) -> None:
        """Go on with the games that were running when the server stopped."""
        database = self._keeper.database
        for name in await _persist(lambda: database.read(games.find_games_of_levels)):
            with suppress(ProblemError):  # a game that is gone or cannot be read stops no other
                async with self._keeper.using(name) as room:
                    await self._read_again(room)  # which is enough

    def consider(self, room: Room) -> None:
        """Move or answer an offer, if it is the computer's turn."""
        if room.id not in self._busy and self._find_task(room) is not None:
            self._busy.add(room.id)
            self._keeper.spawn(self._act(room.id))

    def _find_task(self, room: Room) -> tuple[str, CommandType, dict[str, str]] | None:
        """Return which level is to do what, None if there is nothing to do."""
        seats = room.record.seats if room.is_loaded else {}
        for color, seat in seats.items():
            if seat is None or seat.level is None:
                continue
            for what, answer in ANSWERS.items():
                if room.game.offers.get(what) is color.other:
                    return seat.id, answer, {"what": what}
            if room.game.state == "running" and room.game.turn is color:
                return seat.id, "move", {}
        return None

    async def _act(self, name: str) -> None:
        """Do the computer's next action; try again after a while if it is refused."""
        last: str | None = None
        try:
            async with self._keeper.room(name) as room:
                while (task := self._find_task(room)) is not None:
                    obstacle = await self._attempt(room, *task)
                    if obstacle is not None:
                        if last is None:  # one line in the log, not one a second
                            _warn(name, obstacle)
                        await asyncio.sleep(PATIENCE)
                    last = obstacle
                    await self._read_again(room)
        except ProblemError as error:
            _warn(name, str(error))
        finally:
            self._busy.discard(name)

    async def _attempt(
        self, room: Room, player: str, kind: CommandType, arguments: dict[str, str]
    ) -> str | None:
        """Obey a command; return the reason if it must be tried again later, else None."""
        number = room.game.seq + 1
        if kind == "move":
            try:
                arguments = {"move": await self._choose(room, player)}
            except ProblemError as problem:
                return str(problem)
        decision = await self._obey(room, player, Command(number, kind, arguments), 0)
        if isinstance(decision, Refusal) and decision.reason == "unavailable":
            return decision.detail
        if isinstance(decision, Refusal) and kind == "accept":  # no room for another game
            await self._read_again(room)
            return await self._attempt(room, player, "decline", arguments)
        return None

    async def _read_again(self, room: Room) -> None:
        """Read a game that could not be stored, as soon as the database answers."""

        async def load() -> None:
            async with room.lock:
                await self._keeper.load(room)

        await _persist(load)

    async def _choose(self, room: Room, player: str) -> str:
        game = room.game
        return await self._think(
            # All games of an address count as one client: otherwise many games would take every
            # turn.
            room.record.origin or UNKNOWN,
            {
                "fen": game.terms.start_fen,
                "variant": game.terms.variant,
                "moves": [str(move) for move in game.rules.history],
                "level": player.removeprefix(players.LEVEL),
                "seed": None,
                "seconds": None,
            },
        )


async def _persist(work: Callable[[], Awaitable[T]]) -> T:
    """Return the result of work, as soon as the database answers."""
    while True:
        with suppress(UnavailableError):  # it is in the log
            return await work()
        await asyncio.sleep(PATIENCE)


def _warn(game: str, why: str) -> None:
    _log.warning("the computer cannot move: %s", why, extra={"fields": {"game": game}})
