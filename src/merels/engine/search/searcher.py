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
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from merels._code_cache import has_saved
from merels._system import count_processors, spare_megabytes
from merels.engine.evaluation.plain import NUMBERS, QUICK, evaluate
from merels.engine.search import root
from merels.engine.search.limits import MARGIN, TICK, Limits, SearchTimer, check_positive
from merels.rules.game import Game, game_of
from merels.rules.move import Move
from merels.rules.position import AnyPosition
from merels.rules.value import Oracle, Value

if TYPE_CHECKING:
    from merels.engine.search.threads import SearchThreads

ASKING: Final = 0.02
"""Seconds for which the oracle may be asked about the moves even if the clock of a game, or a stop
of the search, allows less: exact values are worth more than a few milliseconds."""

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
    on the same table. Both are capped, at half of the free memory and at the processors: more
    threads would only get in each other's way, and in the way of the clock. ``oracle`` knows the
    values of some positions.

    With one thread, the same searches since `new_game` give the same results and node counts, if
    their limits are depth or nodes.

    One search runs at a time; a second caller waits. The first search that needs compiled code
    loads it, before its time starts: in a second, or half a minute the first time after
    installation. `load` loads the code earlier.

    Raises `MissingExtraError` if Numba is not installed, `ValueError` for sizes below 1.
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1, oracle: Oracle | None = None) -> None:
        check_positive("hash_mb", hash_mb)
        check_positive("threads", threads)
        import merels._jit  # noqa: F401 - to complain about missing packages now

        self._oracle = oracle
        self.hash_mb = min(hash_mb, spare_megabytes())
        """Megabytes that the transposition table may take."""
        self.threads = min(threads, count_processors())
        """How many threads search."""
        self._search_threads: SearchThreads | None = None
        self._busy = Lock()

    def load(self) -> None:
        """Load the compiled code, or compile it, unless that is done."""
        with self._busy:
            self._load()

    def _load(self) -> SearchThreads:
        from merels.engine.search.threads import SearchThreads

        if self._search_threads is None:
            threads = SearchThreads(self.hash_mb, self.threads)
            threads.warm_up()
            self._search_threads = threads
        return self._search_threads

    def new_game(self) -> None:
        """Forget what earlier searches have learnt."""
        with self._busy:
            if self._search_threads is not None:
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
        In mid-turn the moves are captures. The oracle is asked about the moves before the time
        starts. Later questions count against the time: if there is little time, the lines that the
        oracle knows are cut short, though never before their first move.

        Among moves of equal value the search chooses. If the search's code is not compiled yet and
        time is limited, the oracle's answer has to do: a caller who asks for a second does not wait
        for half a minute.

        Raises `IllegalMoveError` if no move is legal, `ValueError` for fewer than one line.
        """
        check_positive("lines", lines)
        game = game_of(game)
        asking = SearchTimer(
            None if limits.clock is None else limits.clock.remaining - MARGIN, stop
        )
        choice = root.choose_moves(
            game, self._ask_until(lambda: asking.is_over(least=ASKING)), lines
        )
        asked = asking.seconds
        if choice.searched and self._search_threads is None:
            known = _known_analysis(choice, self._ask_until(asking.is_over), lines, asked)
            if known is not None:
                if limits.budget is not None and not limits.infinite and not has_saved("search"):
                    return known
                if on_info is not None:
                    on_info(known)
            self.load()
        if choice.searched and not game.variant.is_usual:
            with self._busy:
                self._load().warm_up(game.variant)  # before the time starts
        timer = SearchTimer(None if limits.budget is None else limits.budget - TICK, stop)
        share = SHARE if choice.searched else 1.0
        oracle = self._ask_until(lambda: timer.is_over(share))
        missing = max(0, lines - len(choice.better) - len(choice.searched))
        better = [_known_line(move, oracle) for move in choice.better]
        worse = [_known_line(move, oracle) for move in choice.worse[:missing]]

        def describe(iteration: root.Iteration) -> Analysis:
            searched = [
                Line(each.move.move, each.score, each.value, each.line) for each in iteration.found
            ]
            return Analysis(
                depth=iteration.depth,
                nodes=iteration.nodes,
                seconds=asked + timer.seconds,
                lines=tuple((better + searched + worse)[:lines]),
                hashfull=iteration.hashfull,
            )

        analysis = describe(root.NO_ITERATION)
        with self._busy:
            wanted = lines - len(better)
            oracle = self._ask_until(timer.is_over)
            known_values = root.find_known_values(choice.searched, oracle, limits.budget)
            iterations = (
                self._load().search(
                    game, choice.searched, limits, wanted, timer.is_over, known_values
                )
                if choice.searched
                else ()
            )
            for iteration in iterations:
                analysis = describe(iteration)
                if on_info is not None:
                    on_info(analysis)
        while limits.infinite and stop is not None and not timer.is_over():
            time.sleep(TICK)
        return analysis

    def _ask_until(self, is_over: Callable[[], bool]) -> Oracle | None:
        return None if self._oracle is None else root.TimedOracle(self._oracle, is_over)


def look_up(game: Game, oracle: Oracle, lines: int = 1) -> Analysis | None:
    """Return the best ``lines`` moves by the oracle alone, or None if it does not know them all.

    Raises `IllegalMoveError` if no move is legal.
    """
    timer = SearchTimer(None)
    choice = root.choose_moves(game, oracle, lines)
    return _known_analysis(choice, oracle, lines, timer.seconds)


def _known_analysis(
    choice: root.RootChoice, oracle: Oracle | None, lines: int, seconds: float
) -> Analysis | None:
    """Return an analysis without a search, or None if the value of a move is missing."""
    if any(move.value is None for move in choice.searched):
        return None

    def evaluate_plainly(move: root.RootMove) -> int:
        return evaluate(*move.after.sides, move.after.variant, NUMBERS[QUICK])

    # Equal for the oracle; the evaluation of the plain levels needs no compiled code.
    equal = sorted(choice.searched, key=evaluate_plainly)
    moves = (*choice.better, *equal, *choice.worse)[:lines]
    known = tuple(_known_line(move, oracle) for move in moves)
    return Analysis(depth=0, nodes=0, seconds=seconds, lines=known, hashfull=0)


def _known_line(move: root.RootMove, oracle: Oracle | None) -> Line:
    """Return the line of a move about which the oracle knows everything."""
    assert oracle is not None
    assert move.value is not None
    score = root.score_of(move.value)
    return Line(move.move, score, move.value, (move.move, *root.follow(move.after, oracle)))
