"""The engine: searches a position within limits and returns the best lines.

>>> from merels import Game
>>> from merels.engine.search.limits import Limits
>>> analysis = Engine(hash_mb=1).search(Game(), Limits(depth=4))
>>> analysis.depth, analysis.best.move in Game().legal_moves
(4, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock
from typing import Final, Protocol, TypeAlias

from merels._machine import count_processors, free_megabytes
from merels.engine.oracle import Oracle, TimedOracle
from merels.engine.search.iterations import NO_ITERATION, Iteration, score_of
from merels.engine.search.known_values import find_known_values
from merels.engine.search.limits import TICK, Limits, Timer, check_positive
from merels.engine.search.root import RootMove, choose_moves, follow
from merels.rules.game import Game, game_of
from merels.rules.move import Move
from merels.rules.position import AnyPosition
from merels.rules.value import Value

ASKING: Final = 0.02
"""Seconds for which the oracle may be asked about the moves even if there is less time: exact
values are worth more than a few milliseconds."""

SHARE: Final = 0.5
"""The share of the time that the oracle's lines may take if there are moves to search too."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its score and the play that is expected."""

    move: Move
    score: int
    """Hundredths of a man for the side to move; beyond 29,000 a proved win or loss."""
    value: Value | None
    """The value, if tables or the search have proved it; plies count from the root."""
    pv: tuple[Move, ...]
    """The expected play, beginning with the move."""


@dataclass(frozen=True, slots=True)
class Info:
    """The state of a search: the best lines so far, best first."""

    depth: int
    """Moves looked ahead; 0 if tables knew everything."""
    nodes: int
    """Positions entered so far, by all threads."""
    seconds: float
    lines: tuple[Line, ...]
    hashfull: int
    """How much of the transposition table this search has filled, in thousandths."""


@dataclass(frozen=True, slots=True)
class Analysis(Info):
    """The result of a search."""

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


OnInfo: TypeAlias = Callable[[Info], None]
"""Called with the state of a search after each iteration."""


class Searcher(Protocol):
    """What players need of an engine; `Engine` is one."""

    def new_game(self) -> None:
        """Forget what earlier searches have learnt."""

    def search(
        self, game: Game, limits: Limits, lines: int, on_info: OnInfo | None, stop: Event | None
    ) -> Analysis:
        """Search the game's current position."""


class Engine:
    """Searches positions; what it learns stays in its table until `new_game`.

    ``hash_mb`` bounds the transposition table, 1 or more megabytes. ``threads`` search in parallel
    on the same table. Both are capped, at the free memory and at the processors: more threads would
    only get in each other's way, and in the way of the clock. ``oracle`` knows the values of some
    positions.

    With one thread, the same searches since `new_game` give the same results and node counts, if
    their limits are depth or nodes.

    One search runs at a time; a second caller waits. Creating an engine loads the compiled code,
    so that searches keep to their time: a second, or some ten the first time after installation.

    Raises `MissingExtraError` if Numba is not installed, `ValueError` for sizes below 1.
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1, oracle: Oracle | None = None) -> None:
        check_positive("hash_mb", hash_mb)
        check_positive("threads", threads)
        from merels.engine.search.threads import SearchThreads

        self._oracle = oracle
        self.hash_mb = min(hash_mb, free_megabytes())
        """Megabytes that the transposition table may take."""
        self.threads = min(threads, count_processors())
        """How many threads search."""
        self._search_threads = SearchThreads(self.hash_mb, self.threads)
        self._busy = Lock()
        self._search_threads.warm_up()

    def new_game(self) -> None:
        """Forget what earlier searches have learnt."""
        with self._busy:
            self._search_threads.forget()

    def search(
        self,
        game: AnyPosition,
        limits: Limits,
        lines: int = 1,
        on_info: OnInfo | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """Return the best ``lines`` moves of a game or position, found within the limits.

        ``on_info`` is called in this thread after each iteration; setting ``stop`` ends the search.
        In mid-turn the moves are captures. Asking the oracle counts against the time: if there is
        little, the lines that it knows are cut short, though never before their first move.

        Raises `IllegalMoveError` if no move is legal, `ValueError` for fewer than one line.
        """
        check_positive("lines", lines)
        game = game_of(game)
        timer = Timer(None if limits.budget is None else limits.budget - TICK, stop)
        choice = choose_moves(game, self._ask_until(lambda: timer.is_over(least=ASKING)), lines)
        share = SHARE if choice.searched else 1.0
        oracle = self._ask_until(lambda: timer.is_over(share))
        missing = max(0, lines - len(choice.better) - len(choice.searched))
        better = [_known_line(move, oracle) for move in choice.better]
        worse = [_known_line(move, oracle) for move in choice.worse[:missing]]

        def describe(iteration: Iteration) -> Analysis:
            searched = [
                Line(each.move.move, each.score, each.value, each.line) for each in iteration.found
            ]
            return Analysis(
                depth=iteration.depth,
                nodes=iteration.nodes,
                seconds=timer.seconds,
                lines=tuple((better + searched + worse)[:lines]),
                hashfull=iteration.hashfull,
            )

        analysis = describe(NO_ITERATION)
        with self._busy:
            wanted = lines - len(better)
            oracle = self._ask_until(timer.is_over)
            known_values = find_known_values(choice.searched, oracle, limits.budget)
            for iteration in self._search_threads.search(
                game, choice.searched, limits, wanted, timer.is_over, known_values
            ):
                analysis = describe(iteration)
                if on_info is not None:
                    on_info(analysis)
        while limits.infinite and stop is not None and not timer.is_over():
            time.sleep(TICK)
        return analysis

    def _ask_until(self, is_over: Callable[[], bool]) -> Oracle | None:
        return None if self._oracle is None else TimedOracle(self._oracle, is_over)


def _known_line(move: RootMove, oracle: Oracle | None) -> Line:
    """Return the line of a move about which the oracle knows everything."""
    assert oracle is not None
    assert move.value is not None
    score = score_of(move.value)
    return Line(move.move, score, move.value, (move.move, *follow(move.after, oracle)))
