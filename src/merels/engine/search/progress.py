"""How far the threads of a search have come together.

A thread starts from the deepest iteration that any thread has finished, and searches one turn
deeper, or two if another thread searches this depth already. How long a depth takes varies a lot: a
change of mind means searching again. So a thread that is held up is overtaken, and does not hold up
the rest.

Two threads need 0.51 to 0.66 of the time of one to the same depth, and 0.64 to 0.72 if both search
the same depth (``benchmarks/threads.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple, TypeAlias

from merels.engine.search.iterations import ScoredMove

Found: TypeAlias = tuple[ScoredMove, ...]
"""The best moves of an iteration, best first."""

OnFound: TypeAlias = Callable[[int, Found], None]
"""Called with a depth and what was found there, from any thread, one call at a time."""


class Task(NamedTuple):
    """What a thread searches next: to which depth, and which iteration it starts from."""

    depth: int
    finished: int
    """The depth of that iteration, 0 at first."""
    found: Found
    """What it found."""


class Progress:
    """Hands out depths until ``last`` is finished, and keeps what the deepest iteration found.

    With several threads one may look a turn beyond ``last``; what it finds counts as of that depth.

    >>> progress = Progress(9, lambda depth, found: print(f"depth {depth}"))
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

    def begin(self) -> Task | None:
        """Return what a thread should search next, None if the last depth is finished."""
        with self._lock:
            nearest = self._finished + 1
            if nearest > self._last:
                return None
            depth = min(nearest, nearest + 1, key=self._searched.count)
            self._searched.append(depth)
            return Task(depth, self._finished, self._found)

    def finish(self, task: Task, found: Found, *, complete: bool) -> None:
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
