"""The PettingZoo environment passes PettingZoo's tests, and agrees with OpenSpiel."""

import random

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

import merels
from merels.env.two_player import AGENTS


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
