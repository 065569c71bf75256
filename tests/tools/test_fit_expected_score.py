"""Fitting curves, on a few positions with invented values."""

import json

import fit_expected_score
import numpy as np
import pytest

from merels.engine.evaluation.expected_score import Curve, read_curves
from merels.rules.position import Phase


def test_curves_are_fitted_reported_and_written(monkeypatch, open_made_up, tmp_path, capsys):
    monkeypatch.setattr(fit_expected_score, "open_tablebase", open_made_up)
    monkeypatch.setattr(fit_expected_score, "MOST_ROUNDS", 2)
    out = tmp_path / "curves.json"
    arguments = ["--positions", "25", "--nodes", "100", "--games", "25", "--out", str(out)]
    fit_expected_score.main(arguments)
    report = capsys.readouterr().out
    assert "| estimate | phase | expected | positions | predicted | actual |" in report
    curves = read_curves(json.loads(out.read_text()))
    for method in ("search", "quick"):
        for phase in Phase:
            assert f"| {method} | {phase.value} | " in report
            assert curves[method][phase].at(0) == 0.5


def test_a_fit_finds_the_curve_that_made_the_scores():
    curve = Curve(scale=180, power=1.4)
    estimates = np.arange(-1000, 1001, 7, dtype=float)
    truths = np.array([curve.at(int(estimate)) for estimate in estimates])
    found = fit_expected_score.fit_curve(estimates, truths)
    assert found.scale == pytest.approx(180, rel=0.02)
    assert found.power == pytest.approx(1.4, rel=0.02)
