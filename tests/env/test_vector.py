"""Many games at once: seeds, random actions, bad input."""

import numpy as np
import pytest

import merels


def test_the_same_seed_plays_the_same_games():
    first, second, other = (merels.env.Vector(50, seed=seed) for seed in (1, 1, 2))
    for games in (first, second, other):
        for _ in range(30):
            games.step(games.sample())
    positions = [[games.position(i) for i in range(50)] for games in (first, second, other)]
    assert positions[0] == positions[1] != positions[2]
    assert set(first.black_to_move) == {0, 1}
    first.reset()
    assert first.position(0) == merels.Position.start()


def test_random_actions_are_equally_likely():
    games = merels.env.Vector(24_000, seed=5)
    counts = np.bincount(games.sample(), minlength=24)
    assert len(counts) == 24
    assert 850 < counts.min() < counts.max() < 1150


def test_bad_input():
    with pytest.raises(merels.NotationError, match="at least 1 game"):
        merels.env.Vector(0)
    with pytest.raises(ValueError, match=r"shape \(2,\); it must be \(3,\)"):
        merels.env.Vector(3).step([0, 1])
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        merels.env.Vector(2).step([0.5, 1])


def test_the_ends_of_games_select_rewards():
    games = merels.env.Vector(4, max_turns=1)
    outcomes = games.step([0, 1, 2, 600])  # the last is not an action
    assert outcomes.terminated.dtype == outcomes.truncated.dtype == np.bool_
    assert outcomes.terminated.tolist() == [False, False, False, True]
    assert outcomes.truncated.tolist() == [True, True, True, False]
    assert outcomes.rewards[outcomes.terminated].tolist() == [-1]
    assert outcomes.rewards[~outcomes.terminated].tolist() == [0, 0, 0]
