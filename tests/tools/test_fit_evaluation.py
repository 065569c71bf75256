"""Fitting weights, on a few positions with invented values."""

import json

import fit_evaluation
import numpy as np
import pytest

from merels.engine.evaluation.kernels import MEN, TERMS
from merels.engine.evaluation.weights import PHASES, expand


def test_weights_are_fitted_reported_and_written(monkeypatch, open_made_up, tmp_path, capsys):
    monkeypatch.setattr(fit_evaluation, "open_tablebase", open_made_up)
    monkeypatch.setattr(fit_evaluation, "FEWEST", 30)
    samples, out = tmp_path / "samples.npz", tmp_path / "weights.json"
    arguments = ["--games", "60", "--samples", str(samples), "--out", str(out)]
    fit_evaluation.main(arguments)
    report = capsys.readouterr().out
    for phase in (*PHASES, "all"):
        assert f"{phase}: fitted" in report
    document = json.loads(out.read_text())
    assert document["phases"].keys() == set(PHASES)
    assert document["phases"]["moving"][TERMS] == 100, "a man more is worth a hundred"
    assert document["rows"]
    assert expand(document).shape == (MEN**3 * TERMS,)

    monkeypatch.setattr(fit_evaluation, "open_tablebase", None)
    fit_evaluation.main(arguments)  # from the positions that were kept
    assert capsys.readouterr().out == report


def test_a_fit_finds_the_weights_that_made_the_targets():
    chance = np.random.default_rng(1)
    weights = np.array([0.5, -0.25, 0.125])
    terms = chance.normal(size=(200, 3))
    found = fit_evaluation.fit(terms, np.tanh(terms @ weights), np.zeros(3), 0)
    assert found == pytest.approx(weights)
