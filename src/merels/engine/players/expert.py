"""Players that use the compiled search: EXPERT, and players of a given strength."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from merels.engine.players.levels import EXPERT, Level
from merels.engine.players.plain import generator_for
from merels.engine.search.limits import Limits
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.value import Oracle

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Line, OnInfo, Searcher

EVERY_MOVE: Final = 1 << 10
"""More lines than any position has moves."""

UNIT: Final = 1 << 20
"""The weight of the best move."""

PARTS: Final = 16
"""A weight halves in this many steps."""

STEPS: Final = tuple(round(UNIT * 2 ** (-step / PARTS)) for step in range(PARTS))


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

    A weaker player searches fewer positions, and is drawn to moves as people are: the worse a move
    looks to its search, the less often the player chooses it. It sees the wins and losses that its
    search proves, and never makes a quiet move where the best move captures a man. The same seed
    makes the same choice on every machine.
    """

    def __init__(self, level: Level, seed: int, search: Search) -> None:
        self.name = level.name
        self._halving = level.halving
        self._seed = seed
        self._search = search

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture."""
        self._search.engine.new_game()  # earlier entries would make it stronger than its number
        # All moves, or one for a player that only plays the best.
        lines = self._search.run(game, EVERY_MOVE if self._halving else 1).lines
        weights = weigh_lines(lines, self._halving)
        ticket = generator_for(game, self._seed).choice(sum(weights))
        return lines[bisect_right(list(accumulate(weights)), ticket)].move


def weigh_lines(lines: Sequence[Line], halving: int) -> list[int]:
    """Return how often to play each line, best first, compared with `UNIT` for the best.

    A proved win is so far above all other moves that nothing else is played, and a proved loss so
    far below them that it is only played if all moves lose. In whole numbers, so that every
    implementation finds the same.
    """
    best = lines[0]
    return [
        0
        if best.move.captured is not None and line.move.captured is None
        else _weigh(best.score - line.score, halving)
        for line in lines
    ]


def _weigh(gap: int, halving: int) -> int:
    """Return the weight of a move that scores ``gap`` below the best."""
    if halving == 0:
        return 0 if gap else UNIT
    halvings, step = divmod(gap * PARTS // halving, PARTS)
    return STEPS[step] >> halvings
