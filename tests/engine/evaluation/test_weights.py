"""Weights of the compiled evaluation."""

from importlib.resources import files

import numpy as np
import pytest

from merels.engine.evaluation.kernels import LENGTH, ROW, WEIGHT
from merels.engine.evaluation.regions import STATES, number_states
from merels.engine.evaluation.weights import (
    DATA_FILE,
    DATA_FILE_OF_TEN,
    load_weights,
    pack_weights,
    unpack_weights,
)


def test_weights_go_there_and_back():
    chance = np.random.default_rng(1)
    learned = chance.integers(-(2**15), 2**15, LENGTH - STATES, dtype=np.int16)
    weights = unpack_weights(pack_weights(learned))
    assert np.array_equal(weights[:STATES], number_states())
    assert np.array_equal(weights[STATES:], learned)


@pytest.mark.parametrize(("men", "file"), [(9, DATA_FILE), (10, DATA_FILE_OF_TEN)])
def test_the_data_files_are_complete_and_small(men, file):
    data = files("merels.engine.evaluation").joinpath(file).read_bytes()
    assert len(data) < 4_000_000
    assert len(load_weights(men)) == LENGTH
    assert np.array_equal(unpack_weights(data), load_weights(men))


@pytest.mark.parametrize("men", [9, 10])
def test_values_stay_far_from_proved_ones(men):
    assert 12 * np.abs(load_weights(men)[WEIGHT:ROW].astype(int)).max() < 29_000


def test_more_men_have_weights_of_their_own():
    assert load_weights() is load_weights(9) is load_weights(3)
    assert load_weights(10) is load_weights(12) is not load_weights(9)
