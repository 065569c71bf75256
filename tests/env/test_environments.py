"""The PettingZoo environment passes PettingZoo's tests, and agrees with OpenSpiel."""

import random

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import merels
from merels.env.environments import AGENTS


# PettingZoo's own board games have the mask beside the planes too, but its test warns of it.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("variant", ["nine", "lasker", "three"])
def test_pettingzoo_accepts_it(variant):
    api_test(merels.env.env(variant), num_cycles=300)
    seed_test(lambda: merels.env.env(variant, random_turns=3), num_cycles=40)


def play_both(seed, game):
    """Play a random game in OpenSpiel and here, and compare every step."""
    chance = random.Random(seed)
    theirs = pyspiel.load_game("nine_mens_morris").new_initial_state()
    game.reset(seed=seed)
    while not theirs.is_terminal():
        view = game.observe(game.agent_selection)
        legal = theirs.legal_actions()
        assert np.flatnonzero(view["action_mask"]).tolist() == legal
        assert list(AGENTS).index(game.agent_selection) == theirs.current_player()
        # Captures end games; purely random ones run into the cap.
        action = chance.choice(legal)
        theirs.apply_action(action)
        game.step(action)
    return theirs, game


def test_random_games_are_the_same_in_open_spiel():
    game = merels.env.env()
    assert game.action_space("player_0").n == 600
    ends = set()
    for seed in range(25):
        theirs, ours = play_both(seed, game)
        returns = [ours._cumulative_rewards[agent] for agent in AGENTS]
        assert returns == theirs.returns()
        assert ours.terminations["player_0"] != ours.truncations["player_0"]
        ends.add((ours.truncations["player_0"], *returns))
    assert ends == {(False, 1, -1), (False, -1, 1), (True, 0, 0)}


def test_without_a_cap_a_game_goes_on_where_open_spiel_stops():
    game = merels.env.env(max_turns=None)
    capped = 0
    for seed in range(8):
        theirs, ours = play_both(seed, game)
        if theirs.returns() == [0, 0]:
            capped += 1
            assert not any(ours.terminations.values()) | any(ours.truncations.values())
            assert ours.observe(ours.agent_selection)["action_mask"].any()
    assert capped


def test_observations_are_what_their_agent_sees():
    game = merels.env.env()
    game.reset()
    game.step(0)
    white, black = (game.observe(agent)["observation"] for agent in AGENTS)
    assert white[0, 0, 0] == black[1, 0, 0] == 1
    assert (white[:3].sum(), black[:3].sum()) == (24, 24)
    assert white[3, 3, 3] == black[4, 0, 0] == np.float32(8 / 9)
    assert (white[6] == 1).all()
    assert not black[5:].any()
    assert not game.observe("player_0")["action_mask"].any()
    assert game.observe("player_1")["action_mask"].sum() == 23


def test_an_illegal_action_loses():
    game = merels.env.env()
    game.reset()
    game.step(0)
    game.step(0)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": 0, "player_1": -1}


def test_a_mill_is_two_steps_of_the_same_agent():
    game = merels.env.env(render_mode="ansi")
    game.reset()
    for action in (0, 3, 1, 4, 2):
        game.step(action)
    assert game.agent_selection == "player_0"
    assert np.flatnonzero(game.observe("player_0")["action_mask"]).tolist() == [3, 4]
    assert game.observe("player_0")["observation"][5].all()
    assert "White to capture" in game.render()
    game.step(3)
    assert game.agent_selection == "player_1"


def test_draw_rules_are_an_option():
    game = merels.env.env(draw_rules=merels.DrawRules(ply_limit=1))
    game.reset()
    game.step(0)
    assert game.terminations["player_0"]
    assert game.rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.parametrize(
    ("option", "message"), [("max_turns", "at least 1"), ("random_turns", "0 or more")]
)
def test_numbers_that_are_too_small(option, message):
    with pytest.raises(merels.NotationError, match=message):
        merels.env.env(**{option: -1})


def test_an_unknown_variant_is_quoted():
    with pytest.raises(merels.NotationError, match="'seven' is not a variant"):
        merels.env.env("seven")


# The Gymnasium environment passes Gymnasium's checker; levels answer.


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
