"""Weights of the compiled evaluation."""

from importlib.resources import files

import numpy as np

from merels.engine.evaluation.kernels import LENGTH, ROW, WEIGHT
from merels.engine.evaluation.regions import STATES, number_states
from merels.engine.evaluation.weights import DATA_FILE, load_weights, pack_weights, unpack_weights


def test_weights_go_there_and_back():
    chance = np.random.default_rng(1)
    learned = chance.integers(-(2**15), 2**15, LENGTH - STATES, dtype=np.int16)
    weights = unpack_weights(pack_weights(learned))
    assert np.array_equal(weights[:STATES], number_states())
    assert np.array_equal(weights[STATES:], learned)


def test_the_data_file_is_complete_and_small():
    data = files("merels.engine.evaluation").joinpath(DATA_FILE).read_bytes()
    assert len(data) < 4_000_000
    assert len(load_weights()) == LENGTH


def test_values_stay_far_from_proved_ones():
    assert 12 * np.abs(load_weights()[WEIGHT:ROW].astype(int)).max() < 29_000
