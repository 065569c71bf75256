"""Glicko-2 against the example that its author publishes."""

from pathlib import Path

import pytest

from merels.online.rating import (
    ANCHORS,
    GlickoResult,
    GlickoStrength,
    Rating,
    rate_game,
    update,
    widen,
)
from merels.online.terms import DAY
from merels.rules.position import BLACK, WHITE


def test_the_author_s_example():
    opponents = ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))
    results = [
        GlickoResult(GlickoStrength(rating, deviation, 0.06), s)
        for rating, deviation, s in opponents
    ]
    after = update(GlickoStrength(1500, 200, 0.06), results, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_a_rating_less_certain():
    player = GlickoStrength(1500, 200, 0.06)
    assert update(player, []) == widen(player, 1)
    assert update(player, []).deviation == pytest.approx(200.27, abs=0.01)


def test_a_surprise_raises_the_volatility():
    favourite, outsider = GlickoStrength(2000, 50, 0.06), GlickoStrength(1000, 50, 0.06)
    assert update(favourite, [GlickoResult(outsider, 0)]).volatility > 0.06
    assert update(favourite, [GlickoResult(outsider, 1)]).volatility <= 0.06


# Ratings on the scale of the levels.


def test_playing_a_level_leads_to_its_rating():
    """Whoever scores half against hard is rated like hard; the anchor does not move."""
    player, anchor, now = Rating.of_newcomer(0), Rating.of_level("hard"), 0
    for number in range(200):
        now += DAY // 24
        player, same = rate_game(player, anchor, WHITE if number % 2 else BLACK, now)
        assert same == anchor
    assert player.rating == pytest.approx(ANCHORS["hard"], abs=25)
    assert player.deviation == pytest.approx(60, abs=2)  # it stays alive
    assert player.games == 200


def test_what_one_side_wins_the_other_loses_if_both_are_as_certain():
    white, black = rate_game(Rating.of_newcomer(0), Rating.of_newcomer(0), WHITE, 0)
    assert white.rating + black.rating == pytest.approx(2 * Rating.of_newcomer(0).rating)


def test_a_rest_makes_a_rating_less_certain_but_not_more_than_unknown():
    player = Rating(800, 60, 0.06, 50, 0)
    assert 60 < player.strength_at(50 * 7 * DAY).deviation < 150
    assert player.strength_at(10_000 * 7 * DAY).deviation == 350


def test_the_anchors_are_what_the_page_of_levels_says():
    text = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")
    assert f"where easy has {ANCHORS['easy']}" in text
    assert f"normal has about {ANCHORS['normal']} and hard about {ANCHORS['hard']}" in text
