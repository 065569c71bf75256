"""How people choose: what they see, and what they are drawn to."""

import numpy as np
import pytest

from merels import Position
from merels.engine.evaluation.kernels import LOST, load_weights
from merels.engine.evaluation.static import evaluate_position
from merels.engine.fallible.kernels import (
    evaluate_all,
    foresee,
    keep_best,
    sum_replies,
    weigh_replies,
)
from merels.engine.fallible.player import Choosing, Outlook

SHORT_SIGHTED = Choosing(horizon=6.0, softness=1.0, temperature=100.0)


def weigh(scores, looks, choosing=SHORT_SIGHTED):
    ends = np.array([len(scores)], dtype=np.int64)
    weights = np.empty(len(scores))
    weigh_replies(ends, *(np.array(x, dtype=np.int64) for x in (scores, looks)), choosing, weights)
    assert weights.sum() == pytest.approx(1)
    return weights


def test_people_are_drawn_to_what_looks_good():
    poor, good = weigh([0, 0], [100, 0])  # after the move, as the opponent sees it
    assert good / poor == pytest.approx(np.e)


def test_a_near_loss_is_seen_and_a_far_one_is_not():
    near, far, draw = weigh([2, 40, 0], [0, 0, 0])
    assert near < 0.02 * draw
    assert far == pytest.approx(draw)


def test_a_near_win_is_seen_and_a_far_one_is_not():
    near, far, draw = weigh([1, 41, 0], [0, 0, 0])
    assert near > 100 * draw
    assert far == pytest.approx(draw, rel=1e-3)


def test_something_is_played_even_if_all_is_seen_to_lose():
    assert weigh([2, 2], [0, 0]) == pytest.approx([0.5, 0.5])


def test_each_position_is_weighed_by_itself():
    ends = np.array([2, 2, 3], dtype=np.int64)  # the second has no reply
    weights = np.empty(3)
    none = np.zeros(3, dtype=np.int64)
    weigh_replies(ends, none, none, SHORT_SIGHTED, weights)
    assert weights.tolist() == [0.5, 0.5, 1.0]


def test_looks_are_static_values():
    position = Position(0b1, 0b10, 8, 8)
    looks = np.empty(2, dtype=np.int64)
    own = np.array([0b1, 0b11], dtype=np.int64)
    enemy = np.array([0b10, 0b11100], dtype=np.int64)
    evaluate_all(own[:1], enemy[:1], (8, 8), True, load_weights(), looks[:1])
    evaluate_all(own[1:], enemy[1:], (0, 0), True, load_weights(), looks[1:])
    assert looks.tolist() == [evaluate_position(position), LOST]


def test_what_is_beyond_the_look():
    scores = np.array([0, 0, 2, 1, 41], dtype=np.int64)
    looks = np.array([-500, 500, 0, 0, 0], dtype=np.int64)
    expected = np.empty(5)
    foresee(scores, looks, Outlook(0.0, 100.0), Outlook(30.0, 10.0), expected)
    poor, good, won, lost, far = expected
    assert 0.5 < poor < good < won == 1
    assert 0 < lost < far < 0.5


def test_hope_loses_with_every_turn():
    ends, scores = np.array([2], dtype=np.int64), np.array([0, 2], dtype=np.int64)
    chances = np.empty(1)
    sum_replies(ends, scores, np.array([0.75, 0.25]), np.array([0.5, 1.0]), 0.8, chances)
    assert chances[0] == pytest.approx(0.5 + 0.8 * 0.25 * 0.5)


def test_the_value_is_kept_whatever_the_chance():
    ends, best = np.array([3], dtype=np.int64), np.empty(1)
    scores = np.array([2, 0, 0], dtype=np.int64)  # for the person: won, drawn, drawn
    keep_best(ends, scores, np.array([0.9, 0.6, 0.7]), best)
    assert best[0] == 0.7
