"""The Gymnasium environment passes Gymnasium's checker; levels answer."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import merels


@pytest.mark.parametrize("variant", ["nine", "twelve"])
def test_gymnasium_accepts_it(variant):
    check_env(merels.env.single("random", variant).unwrapped, skip_render_check=True)


def play(game, seed):
    """Return the actions and the end of a game in which the agent plays at random."""
    view, _ = game.reset(seed=seed)
    chance, actions = np.random.default_rng(seed), []
    while True:
        actions.append(int(chance.choice(np.flatnonzero(view["action_mask"]))))
        view, reward, terminated, truncated, info = game.step(actions[-1])
        assert info == {}
        if terminated or truncated:
            assert not view["action_mask"].any()
            return actions, reward


def test_a_level_beats_random_play_and_repeats_itself_for_a_seed():
    game = merels.env.single("normal")
    ends = [play(game, seed) for seed in range(3)]
    assert [reward for _, reward in ends] == [-1, -1, -1]
    assert [play(game, seed) for seed in range(3)] == ends
    assert len({tuple(actions) for actions, _ in ends}) == 3


def test_the_agent_plays_either_colour():
    game = merels.env.single("random")
    colors = {game.reset(seed=seed)[0]["observation"][6, 0, 0] for seed in range(8)}
    assert colors == {0, 1}
    game = merels.env.single("random", color=merels.BLACK)
    for seed in range(3):
        view, _ = game.reset(seed=seed)
        assert view["observation"][1].sum() == 1


def test_an_illegal_action_loses_and_says_why():
    game = merels.env.single("easy", color=merels.WHITE)
    game.reset(seed=1)
    _, reward, terminated, truncated, info = game.step(24)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "must place one" in info["illegal"]


def test_a_game_that_is_over_has_no_more_steps():
    game = merels.env.single("easy", color=merels.WHITE)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        game.step(0)
    game.reset(seed=1)
    view, *_ = game.step(24)
    assert not view["action_mask"].any()
    with pytest.raises(ResetNeeded):
        game.step(0)
    view, _ = game.reset(seed=1)
    assert view["action_mask"].sum() == 24


def test_perfect_play_with_an_oracle_never_loses():
    with merels.open_book("three") as book:
        game = merels.env.single("perfect", "three", oracle=book)
        rewards = [play(game, seed)[1] for seed in range(4)]
    assert set(rewards) == {-1}, "the first to move wins, and random play loses as White too"


@pytest.mark.parametrize("create", [merels.env.env, merels.env.single])
def test_a_render_mode_that_is_unknown_is_quoted(create):
    with pytest.raises(merels.NotationError, match=r"'human' is not a render mode.*'ansi'"):
        create(render_mode="human")


def test_a_player_of_ones_own_is_an_opponent():
    class First:
        name = "first"

        def choose(self, game):
            return next(iter(game.legal_moves))

    game = merels.env.single(First(), color=merels.BLACK, render_mode="svg")
    view, _ = game.reset()
    assert view["observation"][1, 0, 0] == 1
    assert game.render().startswith("<svg")


def test_a_game_is_cut_off():
    game = merels.env.single("random", max_turns=2, color=merels.WHITE)
    game.reset(seed=0)
    assert game.step(0)[2:4] == (False, True)


def test_an_unknown_level_is_quoted():
    with pytest.raises(merels.NotationError, match="'genius' is not a player"):
        merels.env.single("genius")


def test_a_colour_that_is_not_one():
    with pytest.raises(merels.NotationError, match=r"'white' is not a colour.*merels\.WHITE"):
        merels.env.single("random", color="white")


def test_a_game_that_the_opponent_always_ends():
    game = merels.env.single("random", color=merels.BLACK, max_turns=1)
    with pytest.raises(merels.NotationError, match="no game of Nine Men's Morris lasted beyond"):
        game.reset(seed=1)
