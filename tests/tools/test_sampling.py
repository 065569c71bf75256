"""Positions drawn from compiled games."""

import numpy as np
from sampling import Games, replace_by_least, sample_games

from merels import VARIANTS, Position
from merels.board.board import SYMMETRIES, transform


def test_positions_are_different_and_possible():
    drawn = sample_games(Games(3, 90, 1))
    rows = set(zip(*(column.tolist() for column in drawn), strict=True))
    assert len(rows) == len(drawn.own) > 50
    positions = [Position(*row) for row in rows]
    assert {position.white_in_hand for position in positions} >= set(range(9))
    assert all(position.legal_moves for position in positions if position.white_in_hand)


def test_the_seed_decides():
    first, again, other = (sample_games(Games(1, 90, seed)).own for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_descendants_are_positions_too():
    without = sample_games(Games(2, 90, 1))
    drawn = sample_games(Games(2, 90, 1, longest=30, descendants=3))
    assert len(drawn.own) > len(without.own) / 2
    for row in zip(*(column.tolist() for column in drawn), strict=True):
        Position(*row)


def test_the_least_of_symmetric_positions():
    own, enemy = 0b1001 | 1 << 20, 0b110 | 1 << 15
    rows = np.array([[transform(own, s), transform(enemy, s), 0] for s in SYMMETRIES])
    least = (rows[:, 0] | rows[:, 1] << 24).min()
    replace_by_least(rows)
    assert set((rows[:, 0] | rows[:, 1] << 24).tolist()) == {least}


def test_games_are_those_of_the_variant():
    """Men slide along the diagonals, so that some mills stand there."""
    twelve = VARIANTS["twelve"]
    drawn = sample_games(Games(8, 90, 1), twelve)
    positions = [
        Position(own, enemy, hand, other, variant=twelve)
        for own, enemy, hand, other in zip(*(column.tolist() for column in drawn), strict=True)
    ]
    assert max(position.white_in_hand for position in positions) == 12
    diagonal = [mill for mill in twelve.board.mills if mill not in VARIANTS["ten"].board.mills]
    assert any(position.white & mill == mill for position in positions for mill in diagonal)
