"""Kernels over lines and formations against the plain patterns."""

from importlib.resources import files

import numpy as np
import pytest
from arrange import arrangements

from merels._system import HIDDEN
from merels.board.board import FULL, THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS, mask_of, points_of
from merels.engine.evaluation.kernels import (
    BIAS,
    FEATURES,
    GROUPS,
    HIDDEN_BITS,
    LENGTH,
    LOST,
    MOST_IN_HAND,
    OUT,
    ROW,
    STAGES,
    TACTICS,
    WEIGHT,
    closable_by,
    completing_points,
    count_steps,
    evaluate,
    evaluate_with_diagonals,
    features_of,
    load_weights,
    neighbours_of,
    pack_weights,
    prospects,
    stage_of,
    tactic_of,
    unpack_weights,
    weigh,
)
from merels.engine.evaluation.patterns import find_patterns, joined_points
from merels.engine.evaluation.regions import CLASSES, REGIONS, STATES, number_states
from merels.engine.evaluation.static import WEIGHTS_FILES, fitted_to
from merels.rules.variant import VARIANTS, variant

BOARDS = pytest.mark.parametrize("board", [THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS], ids=repr)


@BOARDS
def test_completing_points_may_be_occupied(board):
    joined = joined_points(board)
    for men, others in arrangements(8, 200):
        ahead, behind, astride, across = completing_points(men, joined)
        found = find_patterns(men, others, board)
        empty = FULL & ~(men | others)
        assert empty & (ahead | behind | astride | across) == found.twos
        assert closable_by(men, empty, ahead, behind, astride, across, joined) == found.closings


@BOARDS
def test_neighbours(board):
    for men, _ in arrangements(9, 100):
        assert neighbours_of(men, joined_points(board)) == mask_of(
            p for point in points_of(men) for p in points_of(board.neighbours[point])
        )


@BOARDS
def test_steps(board):
    for men, others in arrangements(10, 200):
        steps = count_steps(men, FULL & ~(men | others), joined_points(board))
        assert steps == find_patterns(men, others, board).steps


def test_nine_mens_board_is_the_usual_one():
    joined = joined_points(THREE_SQUARES)
    for men, others in arrangements(11, 50):
        assert completing_points(men) == completing_points(men, joined)
        assert neighbours_of(men) == neighbours_of(men, joined)
        assert count_steps(men, FULL & ~others) == count_steps(men, FULL & ~others, joined)


# The compiled evaluation: tactics and regions against the plain geometry, weight by weight.


def count_running_slowly(men, others, board):
    """Count men of mills that can step aside and back before an enemy can step in."""
    empty = FULL & ~(men | others)
    return sum(
        any(men & mill == mill for mill in board.mills_through[point])
        and board.neighbours[point] & empty != 0
        and board.neighbours[point] & others == 0
        for point in points_of(men)
    )


@BOARDS
def test_prospects_match_the_patterns(board):
    joined = joined_points(board)
    for men, others in arrangements(1, 300, least=3, most=18):
        empty = FULL & ~(men | others)
        found = find_patterns(men, others, board)
        running = min(count_running_slowly(men, others, board), 2)
        double = int(found.doubles != 0)
        assert prospects(men, others, empty, False, joined) == (found.closings, double, running)
        assert prospects(men, others, empty, True, joined) == (found.twos, double, running)


@BOARDS
@pytest.mark.parametrize("anywhere", [False, True])
def test_a_tactic_counts_what_both_sides_can_close(anywhere, board):
    numbers = set()
    for own, enemy in arrangements(2, 300, least=3, most=18):
        empty = FULL & ~(own | enemy)
        number = tactic_of(own, enemy, empty, anywhere, anywhere, joined_points(board))
        assert 0 <= number < TACTICS
        ours, theirs = find_patterns(own, enemy, board), find_patterns(enemy, own, board)
        closings = (ours.twos if anywhere else ours.closings).bit_count()
        threats = theirs.twos if anywhere else theirs.closings
        beyond = not anywhere and threats & ~ours.reach != 0
        assert number // 9 >> 5 == min(closings, 3)
        assert number // 9 >> 3 & 3 == min(threats.bit_count(), 3)
        assert number // 9 >> 2 & 1 == beyond
        numbers.add(number)
    assert len(numbers) > 20


def test_every_region_is_a_feature():
    for own, enemy in arrangements(3, 50, least=3, most=18):
        expected, first = [], 0
        for region in REGIONS:
            for points in region.images:
                digits = [(own >> p & 1) + 2 * (enemy >> p & 1) for p in points]
                expected.append(number_states()[first + int("".join(map(str, digits)), 3)])
            first += region.states
        *found, tactic = features_of(own, enemy, 7, number_states())
        assert sorted(found) == sorted(expected)
        assert tactic == CLASSES + 7


def make_weights(chance):
    weights = np.zeros(LENGTH, dtype=np.int16)
    weights[:STATES] = number_states()
    weights[WEIGHT:] = chance.integers(-200, 200, LENGTH - WEIGHT)
    return weights


def test_a_value_is_the_sum_of_weights_and_of_what_counts_together():
    weights = make_weights(np.random.default_rng(4))
    for stage, (own, enemy) in enumerate(arrangements(5, STAGES, least=3, most=18)):
        features = np.array(features_of(own, enemy, 9, weights))
        alone = weights[WEIGHT + stage * FEATURES + features].astype(int).sum()
        rows = weights[ROW:BIAS].astype(int).reshape(GROUPS, FEATURES, HIDDEN)
        sums = rows[int(stage >= MOST_IN_HAND), features].sum(axis=0)
        sums += weights[BIAS:OUT].reshape(STAGES, HIDDEN)[stage]
        together = np.maximum(sums, 0) @ weights[OUT:].astype(int).reshape(STAGES, HIDDEN)[stage]
        assert weigh(own, enemy, 9, stage, weights) == alone + (together >> HIDDEN_BITS)


def test_a_blocked_side_has_lost():
    weights = np.zeros(LENGTH, dtype=np.int16)
    blocked = mask_of([0, 1, 2, 3]), mask_of([4, 7, 9, 11])
    assert evaluate(*blocked, 0, 0, True, weights) == LOST
    assert evaluate(*blocked, 1, 1, True, weights) == 0


def test_diagonals_give_way():
    weights = np.zeros(LENGTH, dtype=np.int16)
    blocked = mask_of([0, 1, 2, 3]), mask_of([4, 7, 9, 11])  # but for the steps to 8 and 10
    assert evaluate_with_diagonals(*blocked, 0, 0, True, weights) == 0
    blocked = mask_of([0, 1, 2, 3]), mask_of([4, 7, 8, 9, 10, 11])
    assert evaluate_with_diagonals(*blocked, 0, 0, True, weights) == LOST


def test_stages():
    assert [stage_of(n, 0, 0) for n in (1, 18, 24)] == [0, 17, 17]
    moving = [stage_of(0, own, enemy) for own in range(3, 10) for enemy in range(3, 10)]
    assert moving == list(range(18, STAGES))
    assert stage_of(0, 12, 2) == stage_of(0, 9, 3)


def test_three_men_that_may_not_fly_are_weighed_like_four():
    weights = np.zeros(LENGTH, dtype=np.int16)
    stage = WEIGHT + stage_of(0, 4, 5) * FEATURES
    weights[stage + CLASSES : stage + FEATURES] = 7
    own, enemy = mask_of([0, 10, 20]), mask_of([4, 6, 12, 14, 22])
    assert evaluate(own, enemy, 0, 0, False, weights) == 7
    assert evaluate(own, enemy, 0, 0, True, weights) == 0


# Weights of the compiled evaluation.


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
