"""Fitting the general evaluation, on a few short games and on invented results."""

import json
from concurrent.futures import ThreadPoolExecutor

import fit_any_board
import numpy as np

from merels.engine.evaluation.any_board import ANY, TermWeights
from merels.engine.evaluation.kernels import PHASES
from merels.engine.evaluation.static import Curve


class SamePlace(ThreadPoolExecutor):
    """Plays in this process."""

    def __init__(self, workers, _context):
        super().__init__(workers)


def test_games_are_played_fitted_and_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fit_any_board, "PLAYED", ("five:flying=three-on-board",))
    monkeypatch.setattr(fit_any_board, "ENOUGH", 20)
    monkeypatch.setattr(fit_any_board, "ProcessPoolExecutor", SamePlace)
    kept, out = tmp_path / "positions.npy", tmp_path / "weights.json"
    arguments = ["--games", "25", "--nodes", "100", "--positions", str(kept), "--out", str(out)]
    fit_any_board.main(arguments)
    first = out.read_text()
    document = json.loads(first)
    for phase in PHASES:
        TermWeights(**document["weights"][ANY][phase])
        assert Curve(**document["expected_score"][phase]).at(0).score == 0.5
    assert document["weights"][ANY]["moving"]["men"] == 100
    assert list(document["weights"].values()) == [document["weights"][ANY]] * 2
    rows = np.load(kept)
    assert set(rows[:, fit_any_board.RESULT]) == {-1, 0, 1}
    assert f"{len(rows):,} positions\n{first}" == capsys.readouterr().out
    fit_any_board.main(["--positions", str(kept), "--out", str(out)])
    assert out.read_text() == first
    fit_any_board.main(["--positions", str(kept), "--out", str(out), "--curves"])
    curves = json.loads(out.read_text())
    assert curves["expected_score"] == document["expected_score"]
    assert curves["weights"] == fit_any_board.read_weights() != document["weights"]


def test_a_fit_finds_the_weights_that_made_the_results():
    chance = np.random.default_rng(1)
    terms = chance.integers(-3, 4, (20_000, 3)).astype(float)
    weights = np.array([1.0, -0.5, 0.2])
    wins = chance.random(len(terms)) < 1 / (1 + np.exp(-terms @ weights))
    fitted = fit_any_board.fit_weights(terms, np.where(wins, 1.0, -1.0))
    assert np.abs(fitted - weights).max() < 0.05
