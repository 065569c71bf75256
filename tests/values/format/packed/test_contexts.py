"""Contexts: threats and mills against the plain rules, patterns against all symmetries."""

import random
from itertools import product

import numpy as np
import pytest
from damage import load
from packing import header_of

from merels.board.board import FULL, SYMMETRIES, THREE_SQUARES, mask_of, points_of, transform
from merels.board.index.ranking import board_tables
from merels.rules.generator import generate_steps, in_mill, stand_after
from merels.rules.variant import Variant
from merels.values.format.packed.coder import PackedCodec, fit_model
from merels.values.format.packed.contexts import (
    COUNT,
    NOBODY,
    PATTERNS,
    STARTS,
    Notes,
    Play,
    closing_points,
    count_mills,
    describe,
    level_of,
    mean_of,
    put_first,
    row_of,
    turn,
)
from merels.values.layout.key import TableKey

KEY = TableKey(3, 3)


def random_men(chance, free=FULL):
    return mask_of(chance.sample(list(points_of(free)), chance.randint(2, 9)))


@pytest.fixture(params=range(30))
def chance(request):
    return random.Random(request.param)


@pytest.mark.parametrize("places", [1, 2, 6, 7])
def test_squares_are_turned(places):
    for point in range(24):
        square, place = divmod(point, 8)
        assert turn(1 << point, places) == 1 << 8 * square + (place - places) % 8


def closes(men, point):
    return in_mill(men, point, THREE_SQUARES)


def threats_by_rules(men, *, roams):
    """Return the empty points where a move would close a mill."""
    if roams:
        return mask_of(p for p in points_of(FULL & ~men) if closes(men | 1 << p, p))
    steps = generate_steps(men, 0, 0, Variant(flying=False))
    return mask_of({t for origin, t in steps if closes(stand_after(men, origin, t), t)})


@pytest.mark.parametrize("roams", [False, True])
def test_threats_are_those_of_the_rules(chance, roams):
    for _ in range(50):
        men = random_men(chance)
        assert closing_points(men, roams) & ~men == threats_by_rules(men, roams=roams)


def test_mills_are_counted(chance):
    for _ in range(50):
        men = random_men(chance) | chance.choice(THREE_SQUARES.mills)
        assert count_mills(men) == sum(men & mill == mill for mill in THREE_SQUARES.mills)


@pytest.mark.parametrize("play", [Play(*roams) for roams in product([False, True], repeat=2)])
def test_threats_and_mills_are_noted(chance, play):
    own = random_men(chance)
    enemy = random_men(chance, FULL & ~own)
    notes = Notes(np.zeros(1 << 20, np.uint16), np.zeros(COUNT, np.int64))
    row = row_of(own, play, PATTERNS)
    sign = describe(row, enemy, 0, play, PATTERNS, board_tables(), notes)
    taken = own | enemy
    threats = [
        (threats_by_rules(men, roams=roams) & ~taken).bit_count()
        for men, roams in zip((own, enemy), play, strict=True)
    ]
    mills = [sum(men & mill == mill for mill in THREE_SQUARES.mills) for men in (own, enemy)]
    assert sign == 3 * min(threats[0], 2) + min(threats[1], 2)
    digits = [min(number, 3) for number in (*threats, *mills)]
    assert notes.contexts[0] == int("".join(map(str, digits)), 4)
    # No neighbour is known, and no slot comes before.
    assert notes.contexts[1:4].tolist() == list(STARTS[1:4])
    assert notes.contexts[4:10].tolist() == [start + sign for start in STARTS[4:10]]


def test_patterns_are_those_of_a_position_in_any_symmetry(chance):
    """Except that symmetries exchange the outer and the inner square, and the sides."""
    own = random_men(chance)
    enemy = random_men(chance, FULL & ~own)
    found = set()
    for symmetry in SYMMETRIES:
        notes = Notes(np.zeros(1 << 20, np.uint16), np.zeros(COUNT, np.int64))
        play = Play(False, False)
        row = row_of(transform(own, symmetry), play, PATTERNS)
        describe(row, transform(enemy, symmetry), 0, play, PATTERNS, board_tables(), notes)
        middle, *others = notes.contexts[10:].tolist()
        found.add((middle, *sorted(others[:2]), *sorted(others[2:])))
    assert len(found) == 1


def test_the_first_neighbours_and_the_mean_of_all_are_kept():
    neighbours, given = NOBODY, []
    assert mean_of(neighbours) == 0
    for level in (92, 1, 50, 7, 3, 92, 44, 45, 2, 91, 60, 61):
        assert put_first(level, 0, neighbours) == neighbours
        neighbours = put_first(level, 1, neighbours)
        given = [level, *given]
        kept = [*given, 0, 0, 0][:4]
        assert [level_of(neighbours, number) for number in range(4)] == kept
        assert mean_of(neighbours) == (2 * sum(given) + len(given)) // (2 * len(given))


def test_rows_are_those_of_the_documented_format():
    expected = [0, 256, 349, 442, 1018, 1234, 1450, 1666, 2503, 3340, 3556, 4510, 5464]
    assert list(STARTS[:-1]) == expected


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
