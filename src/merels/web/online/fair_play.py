"""No help in a rated game: values and analysis of its position are refused to its players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from merels.online.images import helps
from merels.rules.game import Game
from merels.rules.variants import named_variant
from merels.web.api.dependencies import Shared
from merels.web.api.games import read_game
from merels.web.http.problems import ProblemError
from merels.web.online.dependencies import MaybeSecret
from merels.web.online.service import People
from merels.web.online.storage.games import find_rated


class FairPlay:
    """Whether a client may ask about a position."""

    def __init__(self, people: People | None, secret: str | None) -> None:
        self._people = people
        self._secret = secret

    async def check(self, fen: str | None, variant: str, moves: Sequence[str] = ()) -> None:
        """Raise `ProblemError` if it is that of a rated game in which the client plays."""
        if self._people is None or self._secret is None:
            return
        secret = self._secret
        played = await self._people.database.read(
            lambda transaction: find_rated(transaction, secret)
        )
        if not played:
            return
        is_help: bool = await asyncio.to_thread(_is_help, played, fen, variant, moves)
        if is_help:
            raise ProblemError("playing", "this would help you in your rated game")


def _is_help(
    played: list[tuple[str, str]], fen: str | None, variant: str, moves: Sequence[str]
) -> bool:
    asked = read_game(fen, moves, variant).position
    games = (Game.from_fen(fen, variant=named_variant(name)) for name, fen in played)
    return any(helps(asked, game.position) for game in games)


async def find_fair_play(resources: Shared, secret: MaybeSecret) -> FairPlay:
    """Return what checks the requests of a client."""
    return FairPlay(resources.people, secret)


Fair = Annotated[FairPlay, Depends(find_fair_play)]
"""Refuses help to whoever plays a rated game."""
