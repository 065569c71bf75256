"""Ranks of sets of points: compiled and readable, in the order of the masks."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from merels.board.board import FULL, SYMMETRIES, transform
from merels.board.index import ranking
from merels.board.index.ranking import orbits_of, subsets

masks_of_24 = st.integers(0, FULL)


@given(masks_of_24)
def test_the_compiled_rank_is_the_readable_one(mask):
    assert ranking.rank_of(mask, ranking.board_tables()) == ranking.rank(mask)


@pytest.mark.parametrize("men", range(10))
def test_subsets_are_in_the_order_of_their_ranks(men):
    masks = ranking.subsets(24, men)
    assert len(masks) == comb(24, men)
    assert (np.diff(masks) > 0).all()
    for number in range(0, len(masks), 997):
        assert ranking.rank(int(masks[number])) == number


@given(masks_of_24, st.integers(0, 15))
def test_the_compiled_image_is_the_readable_one(mask, symmetry):
    image = ranking.image_of(mask, symmetry, ranking.board_tables())
    assert image == transform(mask, SYMMETRIES[symmetry])


@given(masks_of_24, st.integers(0, 15), st.integers(0, 15))
def test_symmetries_are_composed(mask, first, then):
    tables = ranking.board_tables()
    both = int(tables.compose[then, first])
    image = ranking.image_of(ranking.image_of(mask, first, tables), then, tables)
    assert ranking.image_of(mask, both, tables) == image


# Orbits: each set of men leads to the smallest of its images.


@pytest.mark.parametrize("men", [1, 2, 3])
def test_every_set_has_the_smallest_of_its_images_as_representative(men):
    orbits = orbits_of(men)
    for mask, place in zip(subsets(24, men).tolist(), orbits.places.tolist(), strict=True):
        smallest = orbits.representatives[place >> 4]
        assert smallest == min(transform(mask, symmetry) for symmetry in SYMMETRIES)
        assert transform(mask, SYMMETRIES[place & 15]) == smallest


@pytest.mark.parametrize("men", [1, 2, 3])
def test_stabilizers_are_the_symmetries_that_keep_the_representative(men):
    orbits = orbits_of(men)
    sizes = 0
    for mask, kept in zip(orbits.representatives, orbits.stabilizers, strict=True):
        keeping = [s for s, each in enumerate(SYMMETRIES) if transform(int(mask), each) == mask]
        assert kept == sum(1 << s for s in keeping)
        sizes += len(SYMMETRIES) // len(keeping)
    assert sizes == len(subsets(24, men)), "orbits hold every set once"
