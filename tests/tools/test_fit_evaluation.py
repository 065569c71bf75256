"""Learning weights, on a few positions with invented values."""

import zlib

import fit_evaluation
import numpy as np
import pytest

from merels.engine.evaluation import kernels
from merels.engine.evaluation.kernels import LENGTH, PHASES, load_weights, unpack_weights
from merels.rules.variant import VARIANTS


@pytest.fixture(autouse=True)
def quick_compression(monkeypatch):
    """The best compression would take two seconds for each file of weights."""
    compress = zlib.compress
    monkeypatch.setattr(kernels.zlib, "compress", lambda data, _: compress(data, 1))


def test_weights_are_learned_reported_and_written(monkeypatch, open_made_up, tmp_path, capsys):
    monkeypatch.setattr(fit_evaluation, "open_tablebase", open_made_up)
    monkeypatch.setattr(fit_evaluation, "PACES", (1.0,))  # one pass, since nobody plays by them
    samples, out = tmp_path / "samples.npz", tmp_path / "weights.bin"
    arguments = ["--games", "60", "--samples", str(samples), "--out", str(out)]
    fit_evaluation.main(arguments)
    report = capsys.readouterr().out
    for phase in (*PHASES, "all"):
        assert f"| {phase} |" in report
    assert len(unpack_weights(out.read_bytes())) == LENGTH

    monkeypatch.setattr(fit_evaluation, "open_tablebase", None)
    fit_evaluation.main(arguments)  # from the positions that were kept
    assert capsys.readouterr().out in report


def test_it_learns_that_men_decide(open_made_up):
    with open_made_up(None) as tables:
        samples = fit_evaluation.draw_samples(tables, games=300, seed=2)
    weights = unpack_weights(fit_evaluation.pack_weights(fit_evaluation.fit(samples, seed=1)))
    values = fit_evaluation.evaluate_all(samples.positions, weights)
    decided = samples.truths != 0.5
    right = np.sign(values[decided]) == np.sign(samples.truths[decided] - 0.5)
    assert right.mean() > 0.9


def test_whole_numbers_give_the_value_of_the_network():
    positions = fit_evaluation.draw_positions(games=20, seed=3)
    net = fit_evaluation.create_network(seed=4)
    net.weights[:] = np.random.default_rng(5).normal(0, 0.1, net.weights.shape)
    weights = unpack_weights(fit_evaluation.pack_weights(fit_evaluation.round_off(net)))
    values = fit_evaluation.evaluate_all(positions, weights)
    going = values != fit_evaluation.LOST
    positions, values = positions.take(going), values[going]

    features = fit_evaluation.find_features(positions)
    stages = fit_evaluation.find_stages(positions)
    group = (stages >= fit_evaluation.MOST_IN_HAND).astype(int)
    sums = net.rows[group[:, None], features].sum(axis=1) + net.bias[stages]
    odds = net.weights[stages[:, None], features].sum(axis=1)
    odds += (np.maximum(sums, 0) * net.out[stages]).sum(axis=1)
    assert values == pytest.approx(fit_evaluation.SCALE * odds, abs=12)


def test_symmetric_positions_are_drawn_once():
    positions = fit_evaluation.draw_positions(games=50, seed=6)
    keys = positions.own | positions.enemy << 24 | positions.own_in_hand << 48
    assert len(np.unique(keys)) == len(keys)
    assert 0 < fit_evaluation.is_held_out(positions).mean() < 0.2
    assert len(load_weights()) == LENGTH


def test_games_have_the_men_of_the_variant():
    positions = fit_evaluation.draw_positions(games=50, seed=6, variant=VARIANTS["ten"])
    placed = np.array([own.bit_count() for own in positions.own.tolist()])
    assert max(placed + positions.own_in_hand) == 10
