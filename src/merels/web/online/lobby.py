"""The lobby: the games that a visitor can join or go on with, shown anew when they change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, suppress
from typing import Final

from merels.web.api.documents import Answer
from merels.web.http.limits import Quota
from merels.web.http.problems import ProblemError
from merels.web.online.documents import GameSummary
from merels.web.online.storage import players
from merels.web.online.storage.database import Storage, Transaction
from merels.web.online.storage.listing import GameSearch, find_games

PAUSE: Final = 1.0
"""Seconds between two looks at the games of a visitor; changes meanwhile are one change."""
LONGEST_PAUSE: Final = 30.0
"""Seconds after which the games are looked at without a change, as somebody may have a new name."""
MOST_VISITORS: Final = 200
"""Visitors who are told of changes at the same time: a stream counts as one of 500 requests."""
MOST_FROM_CLIENT: Final = 10
LAST_OF_BEGINNING: Final = 1
"""The number of the event with which a game begins: somebody joins, or the creator cancels."""


class LobbyDocument(Answer):
    """The games that a visitor can join or go on with, newest first."""

    open: list[GameSummary]
    """Challenges of others that anybody may accept."""
    yours: list[GameSummary]
    """Their own: those that wait for an opponent, by link or quick match; then the running ones."""


class _Visitor:
    """Somebody who is told of changes."""

    def __init__(self) -> None:
        self.shown: set[str] = set()
        self.may_differ = asyncio.Event()


class Lobby:
    """Shows visitors their games, at once and after each change."""

    def __init__(self, database: Storage) -> None:
        self._database = database
        self._places = Quota("lobbies", MOST_VISITORS, MOST_FROM_CLIENT)
        self._visitors: set[_Visitor] = set()

    def note(self, game: str, seq: int) -> None:
        """Hear of an event: a game that begins may concern everybody, others who is shown it."""
        for visitor in self._visitors:
            if seq <= LAST_OF_BEGINNING or game in visitor.shown:
                visitor.may_differ.set()

    async def follow(self, secret: str | None, client: str) -> AsyncGenerator[LobbyDocument, None]:
        """Yield the games of whoever has the secret, now and whenever they have changed.

        If too many are told of changes, from this client or in all, yield the games once.
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(self._places.hold(client))
            except ProblemError:
                yield await self._database.read(_read, secret)
                return
            visitor = _Visitor()
            self._visitors.add(visitor)
            stack.callback(self._visitors.remove, visitor)
            seen: LobbyDocument | None = None
            while True:
                visitor.may_differ.clear()
                found = await self._database.read(_read, secret)
                visitor.shown = {game["id"] for game in (*found["open"], *found["yours"])}
                if found != seen:
                    seen = found
                    yield found
                with suppress(TimeoutError):
                    await asyncio.wait_for(visitor.may_differ.wait(), LONGEST_PAUSE)
                await asyncio.sleep(PAUSE)


def _read(transaction: Transaction, secret: str | None) -> LobbyDocument:
    viewer = None if secret is None else players.find_player(transaction, secret)
    listed = find_games(transaction, GameSearch("open"), viewer)["games"]
    yours: list[GameSummary] = []
    if viewer is not None:
        yours += find_games(transaction, GameSearch("open", viewer), viewer)["games"]
        yours += find_games(transaction, GameSearch("running", viewer), viewer)["games"]
    return {"open": [game for game in listed if game["you"] is None], "yours": yours}
