"""The computer as an opponent: its levels have known strengths, and anchor the ratings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from merels.online.deciding import Decision, Refusal
from merels.online.events import Command, CommandType, Offer
from merels.rules.position import BLACK, WHITE
from merels.web.http.problems import ProblemError
from merels.web.online.rooms import Keeper, Room
from merels.web.online.storage import games
from merels.web.online.storage.database import UnavailableError

T = TypeVar("T")
Think = Callable[[str, dict[str, Any]], Awaitable[str]]
"""Returns a level's move: for a client, and what a `MoveRequest` has.

Raises `ProblemError` if there is no move for now, such as when too many others wait for theirs.
"""
Obey = Callable[[Room, str, Command, int], Awaitable[Decision]]

PATIENCE: Final = 1.0
"""Seconds before another attempt at what was refused."""
UNKNOWN: Final = "unknown"
"""The client of games of which the address that made them is not stored."""
ANSWERS: dict[Offer, CommandType] = {
    "takeback": "accept",
    "rematch": "accept",
    "draw": "decline",
}

_log = logging.getLogger("merels.web")


class Computer:
    """Plays the seats of levels."""

    def __init__(self, keeper: Keeper, obey: Obey, think: Think) -> None:
        self._keeper = keeper
        self._obey = obey
        self._think = think
        self._busy: set[str] = set()
        keeper.on_change.append(self.consider)

    async def resume(self) -> None:
        """Go on with the games that were running when the server stopped."""
        database = self._keeper.database
        for name in await _persist(lambda: database.read(games.find_games_of_levels)):
            with suppress(ProblemError):  # one that is gone or cannot be read stops no other
                await _persist(partial(self._look_at, name))

    async def _look_at(self, name: str) -> None:
        async with self._keeper.room(name):
            pass  # reading it is enough

    def consider(self, room: Room) -> None:
        """Move or answer an offer, if it is the computer's turn to do so."""
        if room.id not in self._busy and self._find_task(room) is not None:
            self._busy.add(room.id)
            self._keeper.spawn(self._act(room.id))

    def _find_task(self, room: Room) -> tuple[str, CommandType, dict[str, str]] | None:
        """Return who is to do what, None if nobody is to do anything."""
        if not room.is_loaded:
            return None
        game = room.game
        for color in (WHITE, BLACK):
            seat = room.record.seat(color)
            if seat is None or seat.level is None:
                continue
            for what, answer in ANSWERS.items():
                if game.offers.get(what) is color.other:
                    return seat.id, answer, {"what": what}
            if game.state == "running" and game.turn is color:
                return seat.id, "move", {}
        return None

    async def _act(self, name: str) -> None:
        """Do what there is to do; try again after a while if something is in the way."""
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
        except (ProblemError, UnavailableError) as error:
            _warn(name, str(error))
        finally:
            self._busy.discard(name)

    async def _attempt(
        self, room: Room, player: str, kind: CommandType, arguments: dict[str, str]
    ) -> str | None:
        """Do something; return what is in the way for now, None if nothing is."""
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
            # All games of an address are one client, or many of them would take every turn.
            room.record.origin or UNKNOWN,
            {
                "fen": game.terms.start_fen,
                "variant": game.terms.variant,
                "moves": [str(move) for move in game.rules.history],
                "level": player.removeprefix("level:"),
                "seed": None,
                "seconds": None,
            },
        )


async def _persist(work: Callable[[], Awaitable[T]]) -> T:
    """Return what work returns, as soon as the database answers."""
    while True:
        with suppress(UnavailableError):  # it is in the log
            return await work()
        await asyncio.sleep(PATIENCE)


def _warn(game: str, why: str) -> None:
    _log.warning("the computer cannot move: %s", why, extra={"fields": {"game": game}})
