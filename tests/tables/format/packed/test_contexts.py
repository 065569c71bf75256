"""Contexts: threats and mills as the rules see them, patterns up to symmetry."""

import numpy as np
import pytest
from damage import load
from packing import header_of

from merels.board.geometry import FULL, MILLS, NEIGHBOURS, points_of
from merels.tables.format.packed.codec import PackedCodec, fit_model
from merels.tables.format.packed.contexts import (
    COUNT,
    PATTERNS,
    STARTS,
    closing_points,
    count_mills,
    side_of,
    turn,
)
from merels.tables.key import TableKey

KEY = TableKey(3, 3)
SETS = [int(mask) & FULL for mask in np.random.default_rng(1).integers(0, 1 << 30, 500)]


def test_contexts_are_rows_of_the_model():
    slots = load(KEY)
    header = header_of(KEY, slots)
    described = PackedCodec(header, fit_model(header, slots)).describe(0, slots[:8192])
    assert described.shape == (8192, COUNT)
    # The outer and the inner square share their rows, and so do the four sides.
    sorts = [*range(11), 11, 11, 12, 12, 12, 12]
    for context, sort in zip(described.T, sorts, strict=True):
        assert STARTS[sort] <= context.min()
        assert context.max() < STARTS[sort + 1]


def closes(men, point, roams):
    """Whether a move to a point would close a mill."""
    return any(
        mill & ~men == 1 << point and (roams or NEIGHBOURS[point] & men & ~mill) for mill in MILLS
    )


@pytest.mark.parametrize("roams", [False, True])
def test_mills_are_closed_where_the_rules_say(roams):
    for men in SETS:
        expected = sum(1 << p for p in points_of(FULL & ~men) if closes(men, p, roams))
        assert closing_points(men, roams) & ~men == expected


def test_mills_are_counted():
    for men in SETS:
        assert count_mills(men) == sum(mill & men == mill for mill in MILLS)


def test_a_turn_looks_along_the_square():
    assert turn(1 << 0 | 1 << 10, 2) == 1 << 6 | 1 << 8
    assert turn(FULL, 7) == FULL


def test_a_side_has_three_points_of_each_square():
    assert side_of(FULL) == 0b111_111_111
    assert side_of(1 << 1 | 1 << 8 | 1 << 18 | 1 << 20) == 0b100_001_010


def test_images_of_a_pattern_are_one_class():
    digits, squares, sides = PATTERNS
    assert squares[digits[0b00000011]] == squares[digits[0b00000110]] == squares[digits[0b10000001]]
    assert squares[digits[0b01]] != squares[digits[0b10]]
    assert sides[digits[0b001]] == sides[digits[0b100]] == sides[digits[0b100_000_000]]
    assert sides[0] == squares[0] == 0
