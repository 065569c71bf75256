"""Ratings: the order of values, in bytes."""

from itertools import pairwise

from merels import Value
from merels.solver.placing.solver import SCORES_BEFORE
from merels.solver.rows.rating import DRAWN, NO_CAPTURE, NOTHING, RATINGS

SCORES = range(255)
"""All that a table may hold that others build upon."""


def worth(score):
    """How good a position with a score is for the side whose move leads to it."""
    return Value.from_score(score).before_move()


def test_lower_ratings_are_better_moves():
    ordered = sorted(SCORES, key=lambda score: RATINGS[score])
    assert all(worth(better) > worth(worse) for better, worse in pairwise(ordered))
    assert len({int(RATINGS[score]) for score in SCORES}) == len(SCORES)


def test_having_no_move_is_no_better_than_any_move():
    assert RATINGS[0] == DRAWN
    assert RATINGS[2] == RATINGS.max() == NOTHING < NO_CAPTURE  # the enemy wins with its next move


def test_a_score_is_one_ply_more_than_the_score_after_the_best_move():
    for score in SCORES:
        before = int(SCORES_BEFORE[RATINGS[score]])
        assert Value.from_score(before) == worth(score)
