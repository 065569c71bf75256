"""The threads of a search: all search the same moves, to different depths, on one table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

import numpy as np

from merels.engine.evaluation.kernels import WeightArray
from merels.engine.evaluation.weights import get_weights, load_weights
from merels.engine.search.deepening import Deepening, pack_key, prepare
from merels.engine.search.kernels.memory import MOST_PLIES, NODES, create_memory
from merels.engine.search.kernels.transpositions import AGES, WORDS, create_table, store_known
from merels.engine.search.limits import TICK, Limits
from merels.engine.search.progress import Found, Iteration, SearchProgress, score_of
from merels.engine.search.root import KnownValue, RootMove, choose_moves
from merels.rules.game import Game
from merels.rules.outcome import DrawRules
from merels.rules.value import DRAW
from merels.rules.variant import Variant

Reports: TypeAlias = "SimpleQueue[Iteration | BaseException | None]"
"""What the threads have found, an error of one, and None at the end of each."""

WeightsOf: TypeAlias = Callable[[Variant], WeightArray | None]
"""Returns the weights to search a variant with; None if `any_board` evaluates it."""

DEEPEST: Final = MOST_PLIES - 20
"""The greatest depth of a search."""

ENOUGH: Final = 8
"""The depth that is enough for a score if time is limited and there is only one move."""

SAMPLE: Final = 1000
"""Buckets of the table that are sampled to estimate how full it is."""


class SearchThreads:
    """Threads that search on one table, started afresh for each search."""

    def __init__(self, hash_mb: int, threads: int, weights_of: WeightsOf = get_weights) -> None:
        self._weights_of = weights_of
        self._is_fitted = True
        self._stop = np.zeros(1, dtype=np.int64)
        self._table = create_table(hash_mb)
        weights = load_weights()
        self._memories = [create_memory(self._stop, self._table, weights) for _ in range(threads)]
        self._age = 0
        self._rules: tuple[Variant, DrawRules] | None = None
        self._threads: list[threading.Thread] = []
        self._reports: Reports = SimpleQueue()

    def warm_up(self) -> None:
        """Load the compiled code."""
        game = Game()
        moves = choose_moves(game, None, 1).searched
        known_values = [KnownValue(game.position, DRAW)]
        for _ in self.search(game, moves, Limits(depth=3), 1, lambda: False, known_values):
            pass
        self.forget()

    def search(
        self,
        game: Game,
        moves: Sequence[RootMove],
        limits: Limits,
        lines: int,
        is_over: Callable[[], bool],
        known_values: Iterable[KnownValue] = (),
    ) -> Iterator[Iteration]:
        """Yield what each iteration finds, until a limit is reached or ``is_over()``."""
        if not moves:
            return
        rules = game.variant, game.draw_rules
        if rules != self._rules:  # entries of another variant may name illegal moves
            self.forget()
            self._rules = rules
            weights = self._weights_of(game.variant)
            self._is_fitted = weights is not None
            weights = load_weights() if weights is None else weights
            self._memories = [memory._replace(weights=weights) for memory in self._memories]
        self._age = (self._age + 1) % AGES
        for position, value in known_values:
            store_known(pack_key(position), score_of(value), self._age, self._table)
        self._start(game, moves, limits, lines)
        running = len(self._threads)
        try:
            while running:
                if is_over():
                    self._stop[0] = 1
                try:
                    report = self._reports.get(timeout=TICK)
                except Empty:
                    continue
                if isinstance(report, BaseException):
                    raise report
                if report is None:
                    running -= 1
                else:
                    yield report
        finally:
            self._finish()

    def forget(self) -> None:
        """Empty the table."""
        self._table.fill(0)
        self._age = 0

    def _start(self, game: Game, moves: Sequence[RootMove], limits: Limits, lines: int) -> None:
        self._stop[0] = 0
        self._reports = SimpleQueue()
        share = None if limits.nodes is None else -(-limits.nodes // len(self._memories))
        last = DEEPEST if limits.depth is None else min(limits.depth, DEEPEST)
        if len(moves) == 1 and limits.budget is not None and not limits.infinite:
            last = min(last, ENOUGH)
        progress = SearchProgress(last, self._report)
        for memory in self._memories:
            prepare(memory, game, self._age, share, self._is_fitted)
            work = Deepening(memory, game, moves, lines), progress
            self._threads.append(threading.Thread(target=self._deepen, args=work, daemon=True))
        for thread in self._threads:
            thread.start()

    def _finish(self) -> None:
        """Stop the search and wait for all threads."""
        self._stop[0] = 1
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    @property
    def _nodes(self) -> int:
        """Positions that all threads have entered in this search."""
        return sum(int(memory.work[NODES]) for memory in self._memories)

    @property
    def _hashfull(self) -> int:
        """Thousandths of the table that this search has filled, from a sample."""
        data = self._table[1 : SAMPLE * WORDS : 2]
        return int(np.count_nonzero((data >> 41 == self._age) & (data != 0)) * 1000 // len(data))

    def _report(self, depth: int, found: Found) -> None:
        self._reports.put(Iteration(depth, found, self._nodes, self._hashfull))

    def _deepen(self, deepening: Deepening, progress: SearchProgress) -> None:
        """Search to one depth after another until stopped, or until the outcome is known."""
        try:
            while (task := progress.begin()) is not None:
                deepening.start_from(task.found)
                deepening.search(task.depth)
                stopped = deepening.was_stopped
                progress.finish(task, tuple(deepening.found), complete=not stopped)
                if stopped:
                    return
                if deepening.is_settled(task.depth):
                    break
            self._stop[0] = 1  # nobody can find more
        except BaseException as error:
            self._reports.put(error)
        finally:
            self._reports.put(None)
