"""The levels are a ladder: each beats the one below, and HARD nearly always beats chance."""

import pytest

from merels.matches.match import Match, Score, play_match


@pytest.mark.parametrize(
    ("stronger", "weaker", "least"), [("hard", "normal", 60), ("normal", "easy", 70)]
)
def test_each_level_beats_the_one_below(stronger, weaker, least):
    score = Score()
    for played in play_match(Match(stronger, weaker, games=24, seed=1)):
        score = score.plus(played)
    assert score.percentage >= least


def test_hard_beats_a_random_mover():
    games = list(play_match(Match("hard", "random", games=20, seed=1)))
    wins = sum(played.winner is played.a_color for played in games)
    assert wins >= 19


def test_the_compiled_search_beats_hard():
    score = Score()
    for played in play_match(Match("elo:2300", "hard", games=8, seed=1)):
        score = score.plus(played)
    assert score.percentage >= 70
