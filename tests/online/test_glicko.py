"""Glicko-2 against the example that its author publishes."""

import pytest

from merels.online.glicko import Result, Strength, update, widen


def test_the_author_s_example():
    opponents = ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))
    results = [Result(Strength(rating, deviation, 0.06), s) for rating, deviation, s in opponents]
    after = update(Strength(1500, 200, 0.06), results, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_a_rating_less_certain():
    player = Strength(1500, 200, 0.06)
    assert update(player, []) == widen(player, 1)
    assert update(player, []).deviation == pytest.approx(200.27, abs=0.01)


def test_a_surprise_raises_the_volatility():
    favourite, outsider = Strength(2000, 50, 0.06), Strength(1000, 50, 0.06)
    assert update(favourite, [Result(outsider, 0)]).volatility > 0.06
    assert update(favourite, [Result(outsider, 1)]).volatility <= 0.06
