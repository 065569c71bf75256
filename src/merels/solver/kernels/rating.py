"""Widths: how many bytes a score takes, and so how long games may be.

A table is solved with one byte for each score. If one byte turns out to be too few, or a table that
it is built on has two, the table has two bytes for each score. Ratings say how good a solved
position is for the side whose move leads to it: the best positions are those that the enemy loses,
the sooner the better; then come draws, then positions that the enemy wins, the later the better. A
better rating is a smaller number, so that the best of several is their minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from merels._jit import bare_kernel, extract_bits, inlined, popcount
from merels.board.index.dense import Slots
from merels.board.index.ranking import Int32s, Int64s, image_of, rank_of
from merels.errors import MerelsError
from merels.solver.kernels.row import (
    LOW,
    LOW_POINTS,
    MOST_MEN,
    CaptureRow,
    KernelBoard,
    Row,
    look_up,
    spread,
)
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
        """The highest score; no table can be built on a table that has this score."""
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


# Ratings of captures: the best rating for each arrangement with a mill.

NOTHING: Final = 0xFFFF
"""The worst rating, cut to its width: for no move, in positions that always have a better move."""

NO_RATING: Final = 1 << 16
"""Worse than any rating."""


class RatedTable(NamedTuple):
    """A solved table as dense rows of ratings; empty if moving into it wins the game."""

    representatives: Int32s
    places: Int32s
    ratings: Scores
    stride: int


@bare_kernel
def rate_captures(
    fixed: int, closed: Int32s, captures: RatedTable, board: KernelBoard, row: Row, ratings: Int32s
) -> None:
    """Write the rating of the best capture for each arrangement of ``closed``, all with mills.

    All captures of an arrangement are rated together, so that one mispredicted end of a loop serves
    all captures: 40 % less time than one man at a time.
    """
    ordered, mixed = prepare_captures(fixed, captures, board, row.captures)
    tables, values = board.tables, captures.ratings
    images, lows, starts, above = row.captures
    high = -1
    for i in range(len(closed)):
        men = int(closed[i])
        low = men & LOW_POINTS
        if men >> LOW != high:  # neighbours mostly have the same rating
            high = men >> LOW
            for man in range(ordered):
                rank = rank_of(look_up(images[man], men), tables)
                above[man] = starts[man] + rank - lows[low, man]
            for man in range(mixed, MOST_MEN):
                above[man] = look_up(images[man], high << LOW)
        rating = NO_RATING
        for man in range(ordered):
            at = above[man] + lows[low, man]
            rating = min(rating, int(np.int64(values[np.uint64(at)])))
        for man in range(mixed, MOST_MEN):
            at = starts[man] + rank_of(above[man] | lows[low, man], tables)
            rating = min(rating, int(np.int64(values[np.uint64(at)])))
        ratings[i] = rating


@bare_kernel
def prepare_captures(
    fixed: int, captures: RatedTable, board: KernelBoard, row: CaptureRow
) -> tuple[int, int]:
    """Set up ``row`` for all captures; return where its first part ends and its second begins.

    In the first part, the images of the eight lowest points are still the lowest. Two captures of
    three are in this part, since most captures need no symmetry. The other men then add the same
    number to the rank in a whole run, whichever men are on the lowest points: 10 % less time.
    """
    together = 0
    for mill in board.mills:
        if fixed & mill == mill:
            together |= mill
    takeable = fixed & ~together
    if takeable == 0 or not board.protected:
        takeable = fixed
    ordered, mixed = 0, MOST_MEN
    all_points = (1 << popcount(board.tables.full & ~fixed)) - 1
    while takeable:
        place = captures.places[rank_of(fixed & ~(takeable & -takeable), board.tables)]
        takeable &= takeable - 1
        images = row.images[ordered]
        write_images(fixed, place, captures, board, images)
        others = look_up(images, all_points & ~LOW_POINTS)
        if images[LOW_POINTS] < others & -others:
            for low in range(1 << LOW):
                row.lows[low, ordered] = rank_of(images[low], board.tables)
            row.starts[ordered] = (place >> 4) * captures.stride
            ordered += 1
        else:
            mixed -= 1
            for low in range(1 << LOW):
                row.lows[low, mixed] = images[low]
            for i in range(len(images)):
                row.images[mixed, i] = images[i]
            row.starts[mixed] = (place >> 4) * captures.stride
    return ordered, mixed


@inlined
def write_images(
    fixed: int, place: int, captures: RatedTable, board: KernelBoard, images: Int64s
) -> None:
    """Write the images of arrangements where one of the fixed men is captured."""
    orbit, symmetry = place >> 4, place & 15
    free = board.tables.full & ~captures.representatives[orbit]
    left, bit = board.tables.full & ~fixed, 0
    while left:
        image = image_of(left & -left, symmetry, board.tables)
        spread(images, bit, extract_bits(image, free))
        left &= left - 1
        bit += 1


@bare_kernel
def rate_scores(ratings: Scores, scores: Scores) -> None:
    """Replace scores by their ratings for the side whose move led to them."""
    for i in range(len(scores)):
        scores[i] = ratings[scores[i]]
