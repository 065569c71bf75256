"""Widths: how many bytes a score takes, and so how long games may be.

A table is solved with one byte for each score. If that turns out to be too few, or a table that it
is built on has two, it has two. Ratings say how good a solved position is for the side whose move
leads to it: the best positions are those that the enemy loses, the sooner the better; then come
draws, then positions that the enemy wins, the later the better. A better rating is a smaller
number, so that the best of several is their minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from merels.board.index.dense import Slots
from merels.errors import MerelsError
from merels.values.layout.key import TableKey

Scores: TypeAlias = Slots
"""Scores or ratings, one or two bytes each."""


class TooLongError(MerelsError):
    """A table with a game that is too long for the width of its scores."""


@dataclass(frozen=True)
class Width:
    """The bytes of a score; all scores are below ``limit``."""

    score_bytes: int
    limit: int

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of scores and ratings."""
        return np.dtype(np.uint8 if self.score_bytes == 1 else np.uint16)

    @property
    def highest(self) -> int:
        """The highest score; no table can be built on one that has it."""
        return self.limit - 1

    @property
    def drawn(self) -> int:
        """The rating of a draw."""
        return self.limit // 2

    @property
    def no_capture(self) -> int:
        """Worse than any rating."""
        return self.limit

    @cached_property
    def ratings(self) -> Scores:
        """The rating of each score."""
        numbers = [
            self.drawn if score == 0 else score // 2 if score % 2 else self.limit - score // 2
            for score in range(self.limit)
        ]
        return np.array(numbers, dtype=self.dtype)

    @cached_property
    def scores_before(self) -> Scores:
        """For each rating of the best move, the score of the position: one ply more."""
        scores = np.zeros(self.limit, dtype=self.dtype)
        for score in range(1, self.highest):
            scores[self.ratings[score]] = score + 1
        return scores

    def too_long(self, key: TableKey) -> TooLongError:
        """Return the error for a table with a game that is too long."""
        return TooLongError(
            f"table {key.name} has a game of {self.highest - 1} plies or more, too many for "
            f"{self.score_bytes} {'byte' if self.score_bytes == 1 else 'bytes'}"
        )


NARROW: Final = Width(1, 256)
WIDE: Final = Width(2, 1024)
"""Two bytes would hold more, but solving keeps a list of places for each score."""
