"""The engine: searches a position as long as it may and says what it found.

>>> from merels import Game
>>> from merels.engine.search.limits import Limits
>>> analysis = Engine(hash_mb=1).search(Game(), Limits(depth=4))
>>> analysis.depth, analysis.best.move in Game().legal_moves
(4, True)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from merels._machine import count_processors, memory_megabytes
from merels.engine.oracle import Oracle, TimedOracle
from merels.engine.search.findings import NO_ROUND, TICK, Round, score_of
from merels.engine.search.limits import Limits, Timer
from merels.engine.search.oracle_hints import find_hints
from merels.engine.search.root import RootMove, choose_moves, follow
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.value import Value

ASKING: Final = 0.02
"""Seconds for which the oracle may be asked about the moves even where there is less time: what it
knows is worth more than to be early."""

SHARE: Final = 0.5
"""The share of the time that lines of the oracle may take where there are moves to search too."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move with what is expected of it."""

    move: Move
    score: int
    """Hundredths of a man for the side to move; beyond 29,000 a win or loss that is proved."""
    value: Value | None
    """The value, where tables or the search have proved it; plies count from the root."""
    pv: tuple[Move, ...]
    """Best play as far as it was looked at, beginning with the move."""


@dataclass(frozen=True, slots=True)
class Info:
    """How a search stands: the best lines so far, the best first."""

    depth: int
    """Turns looked ahead; 0 where tables told everything."""
    nodes: int
    """Positions entered so far, by all threads."""
    seconds: float
    lines: tuple[Line, ...]
    hashfull: int
    """How much of the transposition table this search has filled, in thousandths."""


@dataclass(frozen=True, slots=True)
class Analysis(Info):
    """What a search found out."""

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


class Engine:
    """Searches positions; what it learns stays in its table until `new_game`.

    ``hash_mb`` bounds the transposition table, 1 or more megabytes. ``threads`` search in parallel
    on the same table. Either may be more than the machine has, which then counts: more threads than
    processors would only keep each other, and whoever looks at the clock, from running.

    With one thread the same position, limits of depth or nodes, and searches since `new_game` give
    the same result and node count. ``oracle`` knows values of positions.

    One search runs at a time; a second caller waits. Loading the compiled code takes a second, the
    first time after an installation some ten; this is done here, so that searches keep their time.

    Raises `MissingExtraError` where Numba is not installed, `ValueError` for sizes below 1.
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1, oracle: Oracle | None = None) -> None:
        for name, number in (("hash_mb", hash_mb), ("threads", threads)):
            if number < 1:
                raise ValueError(f"{name} is 1 or more, not {number}")
        from merels.engine.search.threads import Team

        self._oracle = oracle
        self.hash_mb = min(hash_mb, memory_megabytes())
        """Megabytes that the transposition table may take."""
        self.threads = min(threads, count_processors())
        """How many threads search."""
        self._team = Team(self.hash_mb, self.threads)
        self._busy = threading.Lock()
        self._team.warm_up()

    def new_game(self) -> None:
        """Forget what earlier searches found out."""
        with self._busy:
            self._team.forget()

    def search(
        self,
        game: Game,
        limits: Limits,
        lines: int = 1,
        on_info: Callable[[Info], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Return the best ``lines`` moves of a game, found within the limits.

        ``on_info`` is called in this thread after each round; setting ``stop`` ends the search. In
        mid-turn the moves are removals. Asking the oracle counts against the time: lines that it
        knows end early where there is little, after their first move at the least.

        Raises `IllegalMoveError` where no move is legal, `ValueError` for fewer than one line.
        """
        if lines < 1:
            raise ValueError(f"lines is 1 or more, not {lines}")
        timer = Timer(None if limits.budget is None else limits.budget - TICK, stop)
        choice = choose_moves(game, self._ask_until(lambda: timer.is_over(least=ASKING)), lines)
        share = SHARE if choice.searched else 1.0
        oracle = self._ask_until(lambda: timer.is_over(share))
        missing = max(0, lines - len(choice.better) - len(choice.searched))
        better = [_known_line(move, oracle) for move in choice.better]
        worse = [_known_line(move, oracle) for move in choice.worse[:missing]]

        def describe(round_: Round) -> Analysis:
            searched = [
                Line(each.move.move, each.score, each.value, each.line) for each in round_.found
            ]
            return Analysis(
                depth=round_.depth,
                nodes=round_.nodes,
                seconds=timer.seconds,
                lines=tuple((better + searched + worse)[:lines]),
                hashfull=round_.hashfull,
            )

        analysis = describe(NO_ROUND)
        with self._busy:
            wanted = lines - len(better)
            hints = find_hints(choice.searched, self._ask_until(timer.is_over), limits.budget)
            for round_ in self._team.search(
                game, choice.searched, limits, wanted, timer.is_over, hints
            ):
                analysis = describe(round_)
                if on_info is not None:
                    on_info(analysis)
        while limits.infinite and stop is not None and not timer.is_over():
            time.sleep(TICK)
        return analysis

    def _ask_until(self, is_over: Callable[[], bool]) -> Oracle | None:
        return None if self._oracle is None else TimedOracle(self._oracle, is_over)


def _known_line(move: RootMove, oracle: Oracle | None) -> Line:
    """Return the line of a move of which the oracle knows everything."""
    assert oracle is not None
    assert move.value is not None
    assert move.value.plies is not None
    score = score_of(move.value)
    return Line(move.move, score, move.value, (move.move, *follow(move.after, oracle)))
