"""Widths: the order of values, in numbers of one byte and of two."""

from itertools import pairwise

import numpy as np
import pytest

from merels import Value
from merels.solver.kernels.rating import NO_RATING, NOTHING
from merels.solver.kernels.width import NARROW, WIDE

WIDTHS = [NARROW, WIDE]


def scores_of(width):
    """Return all that a table may hold that others build upon."""
    return range(width.highest)


def worth(score):
    """How good a position with a score is for the side whose move leads to it."""
    return Value.from_score(score).before_move()


@pytest.mark.parametrize("width", WIDTHS)
def test_lower_ratings_are_better_moves(width):
    ordered = sorted(scores_of(width), key=lambda score: width.ratings[score])
    assert all(worth(better) > worth(worse) for better, worse in pairwise(ordered))
    assert len({int(width.ratings[score]) for score in ordered}) == len(ordered)


@pytest.mark.parametrize("width", WIDTHS)
def test_having_no_move_is_no_better_than_any_move(width):
    assert width.ratings[0] == width.drawn
    worst = int(width.ratings[2])  # the enemy wins with its next move
    nothing = int(np.array([NOTHING]).astype(width.dtype)[0])
    assert worst == width.ratings.max() <= nothing
    assert worst < width.no_capture <= NO_RATING


@pytest.mark.parametrize("width", WIDTHS)
def test_a_score_is_one_ply_more_than_the_score_after_the_best_move(width):
    for score in scores_of(width):
        before = int(width.scores_before[width.ratings[score]])
        assert Value.from_score(before) == worth(score)


def test_the_error_says_how_long_a_game_may_be():
    from merels.values.layout.key import TableKey

    assert str(WIDE.too_long(TableKey(4, 3))) == (
        "table 4-3 has a game of 1022 plies or more, too many for 2 bytes"
    )
