"""Models of packed tables: as sections of files, and what is refused."""

import numpy as np
import pytest
import zstandard
from packing import model_of, small_image

from merels import CorruptTableError
from merels.values.format.packed.contexts import TOTAL
from merels.values.format.packed.model import (
    CHANCES,
    COLUMNS,
    LEAF,
    LIMIT,
    Model,
    columns_for,
    find_paths,
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
