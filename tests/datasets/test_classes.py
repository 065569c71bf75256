"""Symmetry classes, and the split that follows them."""

import random

import numpy as np
import pytest
from random_games import play_randomly
from solved import sample
from symmetries import FLYING_SYMMETRIES

from merels import NINE_MENS_MORRIS, VARIANTS, Variant
from merels.board.board import SYMMETRIES
from merels.datasets.classes import Boards, boards_of, choose_test, find_classes, is_test
from merels.regret.suite import load_suite
from merels.rules.variant import spell
from merels.values.layout.key import TableKey


def test_images_and_colours_are_one_class():
    for key in (TableKey(4, 3), TableKey(2, 3, 6, 6), TableKey(3, 3)):
        allowed = FLYING_SYMMETRIES if key == TableKey(3, 3) else SYMMETRIES
        for position in sample(key, 5, seed=1):
            images = [position.transform(symmetry) for symmetry in allowed]
            images += [image.swap_colors() for image in images]
            assert len(set(find_classes(boards_of(images)).tolist())) == 1


def test_other_positions_are_other_classes():
    for key in (TableKey(4, 3), TableKey(3, 4)):
        slots = np.arange(0, key.index.size, 97)
        own, enemy = key.index.masks_of_many(slots)
        boards = Boards(own, enemy, 0 * own, 0 * own)
        assert len(np.unique(find_classes(boards))) == len(slots)
    hands = [TableKey(3, 3, n, n).position(0b111, 0b111000) for n in (1, 2)]
    assert len(set(find_classes(boards_of(hands)).tolist())) == 2


def test_where_nobody_flies_steps_matter():
    walking = Variant(flying=False)
    key = TableKey(3, 3, variant=walking)
    own, enemy = key.index.masks_of_many(np.arange(key.index.size))
    boards = Boards(own, enemy, 0 * own, 0 * own)
    assert len(np.unique(find_classes(boards, walking))) == key.index.size
    assert len(np.unique(find_classes(boards))) < key.index.size


def test_lines_have_48_symmetries():
    board = Variant().board
    assert set(board.line_symmetries) == set(FLYING_SYMMETRIES)


SOLVABLE = [each for each in VARIANTS.values() if each.is_usual]


@pytest.mark.parametrize("variant", [*SOLVABLE, Variant(flying=False)], ids=spell)
def test_a_class_is_the_canonical_position_as_the_side_to_move_sees_it(variant):
    positions = [play_randomly(seed, 9 * seed, variant).position for seed in range(12)]
    canonical = find_classes(boards_of([each.canonical() for each in positions]), variant)
    assert find_classes(boards_of(positions), variant).tolist() == canonical.tolist()
    for position, number in zip(positions, canonical.tolist(), strict=True):
        own, enemy, *hands = position.canonical().sides
        assert number == own | enemy << 25 | hands[0] << 50 | hands[1] << 54


def test_the_share_of_test_data():
    chance = random.Random(1)
    classes = np.array([chance.getrandbits(56) for _ in range(20_000)])
    tested = is_test(classes, 0.2)
    assert 0.19 < tested.mean() < 0.21
    assert not (tested & ~is_test(classes, 0.3)).any()
    assert not is_test(classes, 0).any()
    assert is_test(classes, 1).all()
    # Neighbours in the index share no fate.
    assert 0.19 < is_test(np.arange(20_000), 0.2).mean() < 0.21


@pytest.mark.parametrize("variant", [NINE_MENS_MORRIS, VARIANTS["ten"]])
def test_the_suite_is_test_data_whatever_the_share(variant):
    chance = random.Random(1)
    images = [
        case.position.transform(chance.choice(SYMMETRIES)) for case in load_suite().cases[:200]
    ]
    boards = boards_of(images)
    assert choose_test(boards, variant, 0).all()
    assert not is_test(find_classes(boards), 0.2).all()


def test_other_positions_and_boards_go_by_the_share():
    own = np.array([0b111, 0b1011])
    boards = Boards(own, own << 5, 0 * own, 0 * own)
    assert not choose_test(boards, NINE_MENS_MORRIS, 0).any()
    assert not choose_test(boards, VARIANTS["five"], 0).any()
    assert choose_test(boards, VARIANTS["five"], 1).all()
