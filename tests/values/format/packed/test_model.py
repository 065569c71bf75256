"""Models of packed tables: as sections of files, and what is refused."""

import numpy as np
import pytest
import zstandard
from packing import model_of, small_image

from merels import CorruptTableError
from merels.values.format.packed.contexts import COUNT, TOTAL
from merels.values.format.packed.model import (
    CHANCES,
    COLUMNS,
    LEAF,
    LIMIT,
    Model,
    Trainer,
    choose_levels,
    columns_for,
    find_paths,
    grow_tree,
    scatter,
)


def test_a_model_comes_back():
    chance = np.random.default_rng(1)
    children = np.array([[LEAF, 1], [LEAF + 255, LEAF + 7]], np.int16)
    levels = chance.integers(0, 93, 256, np.uint8)
    weights = chance.integers(-127, 128, (TOTAL, 2), np.int8)
    found = Model.parse(Model(children, levels, weights).format(), 256)
    for name, expected in (("children", children), ("levels", levels), ("weights", weights)):
        array = getattr(found, name)
        assert np.array_equal(array, expected)
        assert array.dtype == expected.dtype
        assert array.flags.writeable


def change_child(child):
    def change(content):
        content[1:3] = child.to_bytes(2, "little", signed=True)

    return change


def change_level(content):
    content[1 + 4 * content[0]] = 93


@pytest.mark.parametrize(
    "change",
    [
        change_child(0),
        change_child(-1),
        change_child(200),
        change_child(2),
        change_child(LEAF + 256),
        change_level,
        lambda content: content[:-1],
        lambda content: bytes(content) + b"\0",
        lambda _: b"\0",
        lambda _: bytes(3_000_000),
    ],
    ids=[
        *("circle", "negative", "no node", "shared node", "no value", "level"),
        *("short", "long", "no nodes", "huge"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(change):
    content = bytearray(zstandard.decompress(model_of(small_image())))
    Model.parse(zstandard.compress(bytes(content)), 256)
    changed = change(content) or content
    with pytest.raises(CorruptTableError):
        Model.parse(zstandard.compress(bytes(changed)), 256)


def test_a_model_of_scores_is_refused_for_results():
    with pytest.raises(CorruptTableError):
        Model.parse(model_of(small_image()), 3)


def test_a_model_that_is_not_compressed_is_refused():
    for data in (b"", b"not compressed"):
        with pytest.raises(CorruptTableError):
            Model.parse(data, 256)


def test_chances_are_far_from_a_tie_of_rounding():
    # So that any program computes the same, whatever its exponential function.
    totals = (np.arange(len(CHANCES)) - len(CHANCES) // 2) / 16
    exact = 65536 / (1 + np.exp(-totals))
    assert np.abs(exact - np.floor(exact) - 0.5).min() > 1e-5
    assert CHANCES.min() >= 1
    assert CHANCES.max() <= 65535


def test_chances_of_opposite_sums_add_up_to_certainty():
    assert len(CHANCES) == 2 * LIMIT + 1
    assert np.array_equal(CHANCES + CHANCES[::-1], np.full(len(CHANCES), 65536))
    assert (np.diff(CHANCES) >= 0).all()


def test_a_path_leads_to_its_value():
    children = np.array([[1, 2], [LEAF + 5, LEAF], [LEAF + 9, 3], [LEAF + 2, LEAF + 1]], np.int16)
    paths = find_paths(children)
    assert np.flatnonzero(paths.lengths).tolist() == [0, 1, 2, 5, 9]
    for value in (0, 1, 2, 5, 9):
        node = 0
        for decision in paths.decisions[value, : paths.lengths[value]].tolist():
            assert decision >> 1 == node
            node = int(children[node, decision & 1])
        assert node == LEAF + value


@pytest.mark.parametrize("nodes", [1, COLUMNS, COLUMNS + 1, 255])
def test_further_nodes_share_a_column(nodes):
    assert columns_for(nodes) == min(nodes, 32)


# Fitting models: trees, levels, and weights that follow what happened.


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
