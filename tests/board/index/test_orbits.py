"""Orbits: each set of men leads to the smallest of its images."""

import pytest

from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import subsets
from merels.board.symmetry import SYMMETRIES, transform


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
