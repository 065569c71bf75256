"""Fitting curves, on a few positions with invented values."""

import json

import fit_expected_score
import numpy as np
import pytest

from merels.engine.evaluation.static import Curve, read_curves
from merels.rules.position import Phase


def test_curves_are_fitted_reported_and_written(monkeypatch, open_made_up, tmp_path, capsys):
    monkeypatch.setattr(fit_expected_score, "open_tablebase", open_made_up)
    monkeypatch.setattr(fit_expected_score, "MOST_ROUNDS", 2)
    out = tmp_path / "curves.json"
    arguments = ["--positions", "25", "--nodes", "100", "--games", "25", "--out", str(out)]
    fit_expected_score.main(arguments)
    report = capsys.readouterr().out
    assert (
        "| estimate | phase | expected | positions | predicted | actual | draws | actual |"
        in report
    )
    curves = read_curves(json.loads(out.read_text())["nine"])
    for method in ("search", "quick"):
        for phase in Phase:
            assert f"| {method} | {phase.value} | " in report
            assert curves[method][phase].at(0).score == 0.5


def test_a_fit_finds_the_curve_that_made_the_results():
    curve = Curve(margin=180, scale=60)
    chance = np.random.default_rng(1)
    estimates = np.repeat(np.arange(-800, 801, 4, dtype=float), 20)
    drawn = chance.random(len(estimates))
    odds = [curve.at(int(estimate)) for estimate in estimates]
    truths = np.array(
        [
            1.0 if x < o.win else 0.5 if x < o.win + o.draw else 0.0
            for x, o in zip(drawn, odds, strict=True)
        ]
    )
    found = fit_expected_score.fit_curve(estimates, truths)
    assert found.margin == pytest.approx(180, rel=0.05)
    assert found.scale == pytest.approx(60, rel=0.1)
