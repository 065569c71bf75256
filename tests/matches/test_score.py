"""The score of a match in points and in Elo."""

import pytest

from merels.matches.score import Score


@pytest.mark.parametrize(
    ("score", "elo"),
    [
        (Score(50, 0, 50), 0),
        (Score(64, 0, 36), 100),
        (Score(76, 0, 24), 200),
        (Score(10, 4, 1), 241),
    ],
)
def test_elo(score, elo):
    assert score.elo == pytest.approx(elo, abs=1)
    assert score.flipped().elo == pytest.approx(-elo, abs=1)


def test_more_games_are_more_certain():
    errors = [Score(3 * n, 4 * n, 3 * n).elo_error for n in (1, 10, 100)]
    assert errors == sorted(errors, reverse=True)
    # The standard deviation of one game is 0.387, so 1,000 games are known to 2.4 % or 16.7 Elo.
    assert errors[-1] == pytest.approx(16.7, abs=0.1)


def test_draws_alone_prove_little():
    assert Score(0, 4, 0).elo == 0
    assert Score(0, 4, 0).elo_error > 100
    assert Score(0, 400, 0).elo_error < 5


@pytest.mark.parametrize("score", [Score(), Score(1, 0, 0), Score(0, 0, 9), Score(1, 1, 0)])
def test_no_error_margin_where_it_is_unbounded(score):
    assert score.elo_error is None


def test_all_points_have_no_elo():
    assert Score(5, 0, 0).elo is None
    assert Score(0, 0, 5).elo is None
