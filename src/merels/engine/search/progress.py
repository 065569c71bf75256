"""What a search reports after each iteration, and what its scores mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from merels.engine.search.root import RootMove
from merels.rules.move import Move
from merels.rules.value import Result, Value

WIN: Final = 30000
"""The score of a win, less one for each ply until then."""

PROVED: Final = WIN - 1000
"""Scores from here on are wins, searched to the end or known to the oracle."""

FAR: Final = 500
"""Stands for an unknown number of plies to the end; more than any table has."""


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move with its score and the line that it begins."""

    move: RootMove
    score: int
    line: tuple[Move, ...]

    @property
    def value(self) -> Value | None:
        """The value, if the oracle or the search has proved it."""
        return self.move.value or proved_value(self.score)


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one iteration found; ``nodes`` counts the nodes of all threads so far."""

    depth: int
    found: tuple[ScoredMove, ...]
    nodes: int
    hashfull: int


NO_ITERATION: Final = Iteration(0, (), 0, 0)


def score_of(value: Value) -> int:
    """Return the score of a value; a win of unknown distance counts as a distant one.

    >>> score_of(Value(Result.LOSS, 4)), score_of(Value(Result.WIN)), score_of(Value(Result.DRAW))
    (-29996, 29500, 0)
    """
    return value.result * (WIN - (FAR if value.plies is None else value.plies))


def proved_value(score: int) -> Value | None:
    """Return the value that a score proves, if any; plies count from the root.

    >>> proved_value(WIN - 3), proved_value(250)
    (Value(Result.WIN, 3), None)
    """
    if abs(score) < PROVED:
        return None
    plies = WIN - abs(score)
    return Value(Result.WIN if score > 0 else Result.LOSS, plies if plies < FAR else None)


# How far the threads of a search have come together.

Found: TypeAlias = tuple[ScoredMove, ...]
"""The best moves of an iteration, best first."""

OnFound: TypeAlias = Callable[[int, Found], None]
"""Called with a depth and what was found there, from any thread, one call at a time."""


class SearchTask(NamedTuple):
    """What a thread searches next: to which depth, and which iteration it starts from."""

    depth: int
    finished: int
    """The depth of that iteration, 0 at first."""
    found: Found
    """What it found."""


class SearchProgress:
    """Hands out depths until ``last`` is finished, and keeps what the deepest iteration found.

    With several threads one may look a turn beyond ``last``; what it finds counts as of that depth.

    >>> progress = SearchProgress(9, lambda depth, found: print(f"depth {depth}"))
    >>> one, other = progress.begin(), progress.begin()
    >>> one.depth, other.depth
    (1, 2)
    >>> progress.finish(other, (), complete=True)
    depth 2
    >>> progress.finish(one, (), complete=True)  # overtaken
    >>> progress.begin().depth
    3
    """

    def __init__(self, last: int, on_found: OnFound) -> None:
        self._last = last
        self._on_found = on_found
        self._lock = Lock()
        self._searched: list[int] = []
        self._finished = 0
        self._found: Found = ()

    def begin(self) -> SearchTask | None:
        """Return what a thread should search next, None if the last depth is finished."""
        with self._lock:
            nearest = self._finished + 1
            if nearest > self._last:
                return None
            depth = min(nearest, nearest + 1, key=self._searched.count)
            self._searched.append(depth)
            return SearchTask(depth, self._finished, self._found)

    def finish(self, task: SearchTask, found: Found, *, complete: bool) -> None:
        """Take what a thread has found; incomplete if it was stopped.

        That of a stopped thread counts if it starts from the deepest iteration: then it has tried
        the best move first.
        """
        with self._lock:
            self._searched.remove(task.depth)
            if complete and task.depth > self._finished:
                self._finished, self._found = task.depth, found
            elif complete or not found or task.finished < self._finished:
                return
            self._on_found(min(max(self._finished, 1), self._last), found)
