"""Placing people of the model on the scale of the levels."""

from collections import Counter

import place_people
import pytest
from arrange import moving
from slow_chances import weigh
from solved import solved_folder

from merels import Game, open_tablebase
from merels.engine.fallible.player import find_fallible_player
from merels.engine.players.expert import StrengthPlayer
from merels.matches.match import Score

GAMES = 600


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as opened:
        yield opened


def test_a_person_plays_each_move_as_often_as_the_model_says(tablebase):
    position = moving("a7 d6 g4 c3", "d7 b4 e3")
    played = Counter()
    for seed in range(GAMES):
        player = place_people.create_either(tablebase, "club", seed)
        played[position.successor(player.choose(Game(position)))] += 1
    weights = weigh(tablebase, position, find_fallible_player("club"))
    assert set(played) <= set(weights)
    for after, weight in weights.items():
        error = (weight * (1 - weight) / GAMES) ** 0.5
        assert played[after] / GAMES == pytest.approx(weight, abs=4 * error + 1e-3)


def test_people_places_and_strengths_have_names(tablebase):
    assert place_people.find_who("master") == find_fallible_player("master")
    assert place_people.find_who("-1.5").moving.horizon < place_people.find_who("2").moving.horizon
    assert isinstance(place_people.create_either(tablebase, "elo:500", 1), StrengthPlayer)


def test_the_mean_of_all_matches_is_the_place(tablebase, monkeypatch, capsys):
    scores = {"elo:500": Score(99, 0, 99), "elo:700": Score(9, 0, 9)}
    monkeypatch.setattr(place_people, "play", lambda who, opponent, *_: scores[opponent])
    assert place_people.place(tablebase, "club", list(scores), 2, 1) == pytest.approx(600)
    assert "| club | elo:500 | 99 | 0 | 99 | 50.0 % |" in capsys.readouterr().out
