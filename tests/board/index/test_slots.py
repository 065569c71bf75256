"""The index: sizes, slots both ways, symmetries."""

import random
from functools import cache
from math import comb

import numpy as np
import pytest
from burnside import count_classes
from hypothesis import given
from hypothesis import strategies as st
from solved import solved_folder
from symmetries import FLYING_SYMMETRIES

from merels.board.board import POINTS, SYMMETRIES, THREE_SQUARES, mask_of, transform
from merels.board.index import ranking
from merels.board.index.slots import table_index
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey

ALL_TABLES = [(own, enemy) for own in range(3, 10) for enemy in range(3, 10)]
SMALL_TABLES = [(3, 3), (4, 3), (3, 4)]

# As listed in the design.
KNOWN_SIZES = {
    (3, 3): 169_626,
    (4, 3): 760_398,
    (4, 4): 3_225_597,
    (5, 5): 30_914_424,
    (6, 6): 156_229_360,
    (8, 8): 591_726_690,
    (9, 9): 409_106_740,
}
SIZE_OF_ALL = 8_904_593_601


# Sizes.


@pytest.mark.parametrize(("own", "enemy"), ALL_TABLES)
def test_sizes_are_those_of_burnsides_lemma(own, enemy):
    size = table_index(own, enemy).size
    assert size == count_classes(THREE_SQUARES, own, enemy)
    assert size == KNOWN_SIZES.get((own, enemy), size)


def test_the_size_of_all_tables():
    assert sum(table_index(own, enemy).size for own, enemy in ALL_TABLES) == SIZE_OF_ALL


# Slots.


def random_masks(own, enemy, chance):
    points = chance.sample(POINTS, own + enemy)
    return mask_of(points[:own]), mask_of(points[own:])


@cache
def all_masks(own, enemy):
    """Return the masks of every slot."""
    index = table_index(own, enemy)
    masks = np.stack(index.masks_of_many(np.arange(index.size)), axis=1)
    for slot in range(0, index.size, 97):
        assert index.masks_of(slot) == tuple(masks[slot])
    return masks


@pytest.mark.parametrize(("own", "enemy"), SMALL_TABLES)
def test_slot_to_position_to_slot_over_whole_tables(own, enemy):
    index, masks = table_index(own, enemy), all_masks(own, enemy)
    assert not (masks[:, 0] & masks[:, 1]).any()
    assert {int(m).bit_count() for m in masks[:, 0]} == {own}
    assert {int(m).bit_count() for m in masks[:, 1]} == {enemy}
    slots = index.slots_of(masks[:, 0].copy(), masks[:, 1].copy())
    assert np.array_equal(slots, np.arange(index.size))


@pytest.mark.parametrize(("own", "enemy"), SMALL_TABLES)
def test_every_position_of_a_small_table_has_a_slot_and_every_slot_a_position(own, enemy):
    index = table_index(own, enemy)
    taken = np.zeros(index.size, dtype=bool)
    raw = 0
    enemies = ranking.subsets(24, enemy).astype(np.int64)
    for men in ranking.subsets(24, own).tolist():
        against = enemies[enemies & men == 0]
        taken[index.slots_of(np.full_like(against, men), against)] = True
        raw += len(against)
    assert raw == comb(24, own) * comb(24 - own, enemy)
    assert taken.all()


@pytest.mark.parametrize(("own", "enemy"), ALL_TABLES)
def test_slot_to_position_to_slot_over_samples_of_every_table(own, enemy):
    index, chance = table_index(own, enemy), random.Random(own * 10 + enemy)
    slots = [0, index.size - 1, *(chance.randrange(index.size) for _ in range(50))]
    for slot in slots:
        masks = index.masks_of(slot)
        assert [mask.bit_count() for mask in masks] == [own, enemy]
        assert masks[0] & masks[1] == 0
        assert index.slot_of(*masks) == slot


@pytest.mark.parametrize(("own", "enemy"), ALL_TABLES)
def test_sixteen_images_share_a_slot(own, enemy):
    index, chance = table_index(own, enemy), random.Random(own * 10 + enemy)
    for _ in range(20):
        masks = random_masks(own, enemy, chance)
        images = [tuple(transform(mask, s) for mask in masks) for s in SYMMETRIES]
        slots = {index.slot_of(*image) for image in images}
        assert len(slots) == 1
        assert index.masks_of(slots.pop()) in images


def test_symmetric_positions_share_a_slot_with_their_images():
    # Random positions are hardly ever symmetric.
    index = table_index(4, 4)
    cross, corners = mask_of([1, 3, 5, 7]), mask_of([0, 2, 4, 6])
    for own, enemy in [(cross, corners), (corners, cross), (cross, cross << 8)]:
        slots = {index.slot_of(transform(own, s), transform(enemy, s)) for s in SYMMETRIES}
        assert len(slots) == 1


def test_different_classes_have_different_slots():
    index, chance = table_index(5, 4), random.Random(1)
    by_slot = {}
    for _ in range(2000):
        masks = random_masks(5, 4, chance)
        images = frozenset(tuple(transform(mask, s) for mask in masks) for s in SYMMETRIES)
        assert by_slot.setdefault(index.slot_of(*masks), images) == images


def test_many_slots_at_once_equal_those_one_by_one():
    chance = random.Random(2)
    for own, enemy in [(3, 3), (4, 6), (9, 9)]:
        index = table_index(own, enemy)
        masks = [random_masks(own, enemy, chance) for _ in range(200)]
        owns, enemies = (np.array(side, dtype=np.int64) for side in zip(*masks, strict=True))
        assert index.slots_of(owns, enemies).tolist() == [index.slot_of(*m) for m in masks]
    nothing = np.zeros(0, dtype=np.int64)
    assert len(index.slots_of(nothing, nothing)) == 0


@pytest.mark.parametrize("slot", [-1, 169_626, 10**12])
def test_a_slot_outside_the_table_is_an_error(slot):
    with pytest.raises(IndexError, match=str(slot)):
        table_index(3, 3).masks_of(slot)


# All 48 symmetries, where both sides fly.


@given(st.permutations(POINTS), st.sampled_from(FLYING_SYMMETRIES))
def test_if_both_sides_fly_48_symmetries_keep_the_value(points, symmetry):
    own, enemy = mask_of(points[:3]), mask_of(points[3:6])
    slots, index = load_3_3(), table_index(3, 3)
    image = index.slot_of(transform(own, symmetry), transform(enemy, symmetry))
    assert slots[index.slot_of(own, enemy)] == slots[image]


def test_48_symmetries_keep_every_value_of_3_3():
    slots, index, masks = load_3_3(), table_index(3, 3), all_masks(3, 3)
    for symmetry in FLYING_SYMMETRIES:
        images = sum((masks >> point & 1) << image for point, image in enumerate(symmetry))
        own, enemy = (np.ascontiguousarray(images[:, side]) for side in (0, 1))
        assert np.array_equal(slots[index.slots_of(own, enemy)], slots)


@cache
def load_3_3():
    return TableFolder(solved_folder()).load_slots(TableKey(3, 3))


def test_many_slots_at_once():
    for men in ((4, 3), (3, 3)):
        index = table_index(*men)
        chance = random.Random(men[0])
        slots = np.array([chance.randrange(index.size) for _ in range(500)])
        own, enemy = index.masks_of_many(slots)
        masks = list(zip(own.tolist(), enemy.tolist(), strict=True))
        assert masks == [index.masks_of(slot) for slot in slots.tolist()]
    with pytest.raises(IndexError, match="out of range"):
        index.masks_of_many(np.array([index.size]))
