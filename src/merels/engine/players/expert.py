"""Players that use the compiled search: EXPERT, and players of a given strength."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from merels.engine.oracle import Oracle
from merels.engine.players.choosing import pick
from merels.engine.players.levels import EXPERT, Level
from merels.engine.search.limits import Limits
from merels.rules.game import Game
from merels.rules.move import Move

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, OnInfo, Searcher

CANDIDATES: Final = 5
"""How many of the best moves a player of a given strength chooses from."""


@dataclass(frozen=True)
class Search:
    """How a player searches: within which limits, and with an engine that it shares or loads.

    An engine of its own has ``hash_mb`` megabytes and asks ``oracle``.
    """

    limits: Limits
    shared: Searcher | None = None
    hash_mb: int = 64
    oracle: Oracle | None = None
    stop: threading.Event | None = None
    on_info: OnInfo | None = None

    @cached_property
    def engine(self) -> Searcher:
        """The engine, loaded when it is first needed."""
        if self.shared is not None:
            return self.shared
        from merels.engine.search.searcher import Engine

        return Engine(self.hash_mb, oracle=self.oracle)

    def run(self, game: Game, lines: int = 1) -> Analysis:
        """Return the best ``lines`` moves."""
        return self.engine.search(game, self.limits, lines, self.on_info, self.stop)


class ExpertPlayer:
    """Plays the best move that a search finds; exact where the oracle knows the values.

    How far a search gets depends on the machine, so the same position may get different answers.
    """

    name = EXPERT

    def __init__(self, search: Search) -> None:
        self._search = search

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture."""
        return self._search.run(game).best.move


class StrengthPlayer:
    """Plays a fair game at a given strength.

    A weaker player searches fewer positions, and may play a move that scores somewhat below the
    best it has found, though never a quiet one where the best takes a man. What it overlooks lies
    deeper. The same seed makes the same choice on every machine.
    """

    def __init__(self, level: Level, seed: int, search: Search) -> None:
        self.name = level.name
        self._margin = level.margin
        self._seed = seed
        self._search = search

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture."""
        self._search.engine.new_game()  # what it has learnt would make it stronger than its number
        lines = self._search.run(game, CANDIDATES).lines
        best = max(lines, key=lambda line: line.score)
        good = [
            line.move
            for line in lines
            if line.score >= best.score - self._margin
            and (best.move.captured is None or line.move.captured is not None)
        ]
        return pick(good, game, self._seed)
