"""Players that use the compiled search: EXPERT, and players of a given strength."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from merels.engine.limits import Limits
from merels.engine.oracle import Oracle
from merels.rules.game import Game
from merels.rules.move import Move

if TYPE_CHECKING:
    from merels.engine.searcher import Engine

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
        from merels.engine.searcher import Engine

        return Engine(HASH_MB, oracle=self._oracle)

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal."""
        return self.engine.search(game, self._limits).best.move
