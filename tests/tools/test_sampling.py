"""Positions drawn from compiled games."""

import numpy as np
from sampling import sample_games

from merels import Position
from merels.engine.evaluation.weights import load_weights


def test_positions_are_different_and_possible():
    drawn = sample_games(3, 90, 1, load_weights())
    rows = set(zip(*(column.tolist() for column in drawn), strict=True))
    assert len(rows) == len(drawn.own) > 50
    positions = [Position(*row) for row in rows]
    assert {position.white_in_hand for position in positions} >= set(range(9))
    assert all(position.legal_moves for position in positions if position.white_in_hand)


def test_the_seed_decides():
    first, again, other = (sample_games(1, 90, seed, load_weights()).own for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
