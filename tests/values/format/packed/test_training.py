"""Fitting models: trees, levels, and weights that follow what happened."""

import numpy as np
import pytest

from merels.values.format.packed.contexts import COUNT
from merels.values.format.packed.model import LEAF
from merels.values.format.packed.training import Trainer, choose_levels, grow_tree, scatter


def test_frequent_values_have_short_paths():
    tree = grow_tree([50, 5, 20, 5, 20])
    assert tree.tolist() == [[LEAF, 1], [3, 2], [LEAF + 2, LEAF + 4], [LEAF + 1, LEAF + 3]]


def test_levels_ascend_from_lost_soon_to_won_soon():
    levels = choose_levels([10, 5, 5, 5, 5, 5, 5])
    assert levels[1] < levels[3] < levels[5] < levels[0] < levels[6] < levels[4] < levels[2]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
def test_a_scattered_order_has_every_number_once(count):
    assert sorted(scatter(count).tolist()) == list(range(count))


@pytest.mark.parametrize("score", [0, 1, 254])
def test_a_single_value_has_a_tree_too(score):
    counts = [0] * 256
    counts[score] = 9
    assert grow_tree(counts).tolist() == [[LEAF + score, LEAF + score]]


def test_rare_values_share_a_level():
    levels = choose_levels([0, 1, 1000, 1, 1, 1000, 1])
    assert levels[1] == levels[3] < levels[5] < levels[6] == levels[4] < levels[2]
    assert levels[:7].min() >= 1
    assert levels.max() < 93


def test_weights_follow_what_happened():
    """The value depends on the first context alone; the others are the same throughout."""
    chance = np.random.default_rng(1)
    values = chance.integers(0, 2, 2000).astype(np.uint8)
    described = np.tile(np.arange(100, 100 + COUNT, dtype=np.int32), (2000, 1))
    described[:, 0] = values
    trainer = Trainer([1000, 1000])
    assert not trainer.model.weights.any()
    trainer.train(values, described)
    model = trainer.model
    assert model.children.tolist() == [[LEAF, LEAF + 1]]
    sums = [int(model.weights[[value, *range(101, 100 + COUNT)], 0].sum()) for value in (0, 1)]
    assert sums[0] < -32
    assert sums[1] > 32
    untouched = np.delete(model.weights, [0, 1, *range(101, 100 + COUNT)], axis=0)
    assert not untouched.any()


def test_the_same_sample_gives_the_same_model():
    chance = np.random.default_rng(2)
    values = chance.integers(0, 5, 500).astype(np.uint8)
    described = chance.integers(0, 1000, (500, COUNT)).astype(np.int32)
    models = []
    for _ in range(2):
        trainer = Trainer(np.bincount(values).tolist())
        trainer.train(values, described)
        models.append(trainer.model.format())
    assert models[0] == models[1]
