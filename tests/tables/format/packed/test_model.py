"""Models: what makes no sense is refused."""

import numpy as np
import pytest
import zstandard
from packing import model_of

from merels import CorruptTableError
from merels.tables.format.packed.model import CHANCES, LEAF, Model


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
def test_a_model_that_makes_no_sense_is_refused(packed, change):
    content = bytearray(zstandard.decompress(model_of(packed)))
    Model.parse(zstandard.compress(bytes(content)), 256)
    changed = change(content) or content
    with pytest.raises(CorruptTableError):
        Model.parse(zstandard.compress(bytes(changed)), 256)


def test_a_model_of_scores_is_refused_for_results(packed):
    with pytest.raises(CorruptTableError):
        Model.parse(model_of(packed), 3)


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
