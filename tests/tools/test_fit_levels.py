"""Fitting players of a given strength, with matches of two games."""

import json

import fit_levels
import pytest

from merels.engine.players.levels import STRENGTHS, Strength, read_strengths
from merels.matches.match import Score


def test_strengths_are_fitted_and_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fit_levels, "STRENGTHS", {300: STRENGTHS[300], 500: STRENGTHS[500]})
    out = tmp_path / "strengths.json"
    fit_levels.main(["--rounds", "1", "--games", "2", "--out", str(out)])
    report = capsys.readouterr().out
    assert report.startswith("elo:300 against easy\n  1: ")
    assert list(read_strengths(json.loads(out.read_text()))) == [300, 500]


def test_what_is_fitted_already_stays(monkeypatch, capsys):
    monkeypatch.setattr(fit_levels, "play", lambda *_: Score(3, 0, 1))
    fitted = fit_levels.fit(STRENGTHS, 1500, rounds=1, games=4, jobs=1)
    assert {**fitted, 1500: STRENGTHS[1500]} == STRENGTHS
    assert f"elo:1500 against {fit_levels.name_of(STRENGTHS[1400])}" in capsys.readouterr().out


def test_neighbours_and_levels_are_measured(monkeypatch, capsys):
    monkeypatch.setattr(fit_levels, "STRENGTHS", {300: STRENGTHS[300], 500: STRENGTHS[500]})
    monkeypatch.setattr(fit_levels, "SCOUTING", 2)
    monkeypatch.setattr(fit_levels, "PLACED_LEVELS", ("easy",))
    fit_levels.main(["--measure", "2"])
    report = capsys.readouterr().out
    assert "| elo:500 | elo:300 | " in report
    assert "| easy | elo:" in report


def test_a_fit_ends_where_the_scores_are_right(monkeypatch):
    """A made-up player whose strength is a thousand times its place."""

    def play(name, opponent, games, seed, jobs):
        nodes = int(name.split("/")[0])
        strength = 1000 * fit_levels.place_of(Strength(nodes, 1))
        share = 1 / (1 + 10 ** (-strength / 400))
        return Score(round(1e6 * share), 0, round(1e6 * (1 - share)))

    monkeypatch.setattr(fit_levels, "play", play)
    place = fit_levels.fit_place("easy", 300, 0.9, rounds=4, games=2, seed=1, jobs=1)
    assert place == pytest.approx(0.3, abs=0.02)


def test_whoever_searches_more_errs_less():
    curve = [fit_levels.at_place(place / 10) for place in range(-3, 14)]
    assert [each.nodes for each in curve] == sorted({each.nodes for each in curve})
    assert [each.halving for each in curve] == sorted(
        (each.halving for each in curve), reverse=True
    )
