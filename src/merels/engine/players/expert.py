"""Players that use the compiled search: EXPERT, and players of a given strength."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from merels.engine.oracle import Oracle
from merels.engine.players.choosing import generator_for
from merels.engine.search.limits import Limits
from merels.errors import NotationError
from merels.rules.game import Game
from merels.rules.move import Move

if TYPE_CHECKING:
    from merels.engine.search.searcher import Engine

EXPERT: Final = "expert"
SECONDS: Final = 1.0
"""How long EXPERT thinks about a turn unless told otherwise."""

HASH_MB: Final = 64


class ExpertPlayer:
    """Searches for a time and plays the best move; exact where the oracle knows.

    What a search finds depends on the machine's speed, so the same game may be answered otherwise.
    """

    name = EXPERT

    def __init__(self, oracle: Oracle | None = None, seconds: float = SECONDS) -> None:
        self._oracle = oracle
        self._limits = Limits(seconds=seconds)

    @cached_property
    def engine(self) -> Engine:
        """The engine, loaded when it is first needed."""
        from merels.engine.search.searcher import Engine

        return Engine(HASH_MB, oracle=self._oracle)

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal."""
        return self.engine.search(game, self._limits).best.move


STRENGTH: Final = "elo:"
WEAKEST: Final = 600
STRONGEST: Final = 2300
"""The range of strengths, on a scale where EASY is 300: see ``docs/strength.md``."""

FEWEST_NODES: Final = 40
MOST_NODES: Final = 40_000
WIDEST_MARGIN: Final = 60
CANDIDATES: Final = 5
CURVE: Final = 2.0
"""Fits the numbers to what matches gave: the first few nodes more help most."""


def parse_strength(text: str) -> int:
    """Return the number in ``elo:N``.

    >>> parse_strength("elo:1200")
    1200

    Raises `NotationError`.
    """
    found = re.fullmatch(STRENGTH + "([0-9]{1,5})", text, re.ASCII)
    strength = int(found[1]) if found else -1
    if not WEAKEST <= strength <= STRONGEST:
        raise NotationError(
            f"{text!r} is no strength; write {STRENGTH}N with N from {WEAKEST} to {STRONGEST}"
        )
    return strength


class StrengthPlayer:
    """Plays a fair game at a given strength.

    The weaker, the fewer positions it searches, and the more a move that it plays may be worse than
    the best it has found. That is always less than a man, so it never throws one away for nothing;
    what it overlooks lies deeper. The same seed gives the same choice on every machine.
    """

    def __init__(self, strength: int, seed: int) -> None:
        share = ((strength - WEAKEST) / (STRONGEST - WEAKEST)) ** CURVE
        self.name = f"{STRENGTH}{strength}"
        self._seed = seed
        self._margin = round(WIDEST_MARGIN * (1 - share))
        self._limits = Limits(nodes=round(FEWEST_NODES * (MOST_NODES / FEWEST_NODES) ** share))

    @cached_property
    def engine(self) -> Engine:
        """The engine, loaded when it is first needed."""
        from merels.engine.search.searcher import Engine

        return Engine(hash_mb=1)

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal."""
        self.engine.new_game()  # what was seen before would make it stronger than it says
        lines = self.engine.search(game, self._limits, CANDIDATES).lines
        least = max(line.score for line in lines) - self._margin
        good = [line.move for line in lines if line.score >= least]
        return good[generator_for(game, self._seed).choice(len(good))]
