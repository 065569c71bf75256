"""Weights of the compiled evaluation."""

from importlib.resources import files

import numpy as np

from merels.engine.evaluation.kernels import STAGES, STRIDE
from merels.engine.evaluation.weights import (
    DATA_FILE,
    load_weights,
    pack_weights,
    shared_places,
    unpack_weights,
)


def test_weights_go_there_and_back():
    chance = np.random.default_rng(1)
    shared = chance.integers(-2000, 2000, (STAGES, int(shared_places().max()) + 1), dtype=np.int16)
    weights = unpack_weights(pack_weights(shared)).reshape(STAGES, STRIDE)
    assert np.array_equal(weights, shared[:, shared_places()])


def test_the_data_file_is_complete_and_small():
    data = files("merels.engine.evaluation").joinpath(DATA_FILE).read_bytes()
    assert len(data) < 4_000_000
    assert len(load_weights()) == STAGES * STRIDE


def test_values_stay_far_from_proved_ones():
    largest = np.abs(load_weights().astype(int).reshape(STAGES, STRIDE)).max(axis=1)
    assert 12 * largest.max() < 29_000
