"""Weights of the compiled evaluation."""

from importlib.resources import files

import numpy as np
import pytest

from merels.engine.evaluation.kernels import LENGTH, ROW, WEIGHT
from merels.engine.evaluation.regions import STATES, number_states
from merels.engine.evaluation.static import WEIGHTS_FILES, fitted_to
from merels.engine.evaluation.weights import load_weights, pack_weights, unpack_weights
from merels.rules.variant import VARIANTS, variant


def test_weights_go_there_and_back():
    chance = np.random.default_rng(1)
    learned = chance.integers(-(2**15), 2**15, LENGTH - STATES, dtype=np.int16)
    weights = unpack_weights(pack_weights(learned))
    assert np.array_equal(weights[:STATES], number_states())
    assert np.array_equal(weights[STATES:], learned)


FITTED = pytest.mark.parametrize("name", WEIGHTS_FILES)


@FITTED
def test_the_data_files_are_complete_and_small(name):
    data = files("merels.engine.evaluation").joinpath(WEIGHTS_FILES[name]).read_bytes()
    assert len(data) < 4_000_000
    assert fitted_to(VARIANTS[name]) == name
    assert np.array_equal(unpack_weights(data), load_weights(VARIANTS[name]))


@FITTED
def test_values_stay_far_from_proved_ones(name):
    assert 12 * np.abs(load_weights(VARIANTS[name])[WEIGHT:ROW].astype(int)).max() < 29_000


def test_variants_have_the_weights_of_those_like_them():
    def weights(text):
        return load_weights(variant(text))

    assert load_weights() is weights("nine:men=3") is weights("nine:flying=never")
    assert weights("ten") is weights("nine:men=12") is not load_weights()
    assert weights("eleven") is weights("morabaraba") is weights("twelve:men=9")
    assert weights("twelve") is not weights("ten")
