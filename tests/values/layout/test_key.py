"""Tables: how they are written, which exist, and where moves lead."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from merels import BLACK, NINE_MENS_MORRIS, WHITE, NotationError, Variant, variant
from merels.values.layout.key import TableKey, all_placing_tables, table_order
from merels.values.layout.plan import all_tables

THREE_MEN = Variant(men=3)
FOUR_MEN = Variant(men=4)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("4,3", TableKey(4, 3)),
        ("4-3", TableKey(4, 3)),
        ("9,9", TableKey(9, 9)),
        ("4,3+5,5", TableKey(4, 3, 5, 5)),
        ("4-3+5-5", TableKey(4, 3, 5, 5)),
        ("0-0+9-9", TableKey(0, 0, 9, 9)),
        ("8,9+1,0", TableKey(8, 9, 1, 0)),
        ("03,3", TableKey(3, 3)),
    ],
)
def test_tables_are_parsed(text: str, key: TableKey):
    assert TableKey.parse(text) == key


@pytest.mark.parametrize(
    "text",
    [
        *("", "4", "4,", ",3", "4.3", "4,3,2", "4,3+", "4,3+5", "4,3+5,5+1", "a,b", "4, 3"),
        *("-4,3", "4,3\n", " 4,3", "٤,٣", "444,3", "4,3 +5,5"),
        *("2,3", "3,2", "10,3", "3,10", "0,0"),  # too few or too many men
        *("4,3+6,5", "0,0+8,9", "3,3+5,0", "4,3+0,1", "4,3+9,9"),  # hands that cannot occur in play
        *("1,1+1,1", "2,2+0,0"),
    ],
)
def test_invalid_text_is_quoted(text: str):
    with pytest.raises(NotationError) as caught:
        TableKey.parse(text)
    assert str(caught.value) == (
        f"{text!r} is not a table; write own and enemy men as 4,3, each from 3 to 9, or with men "
        "in hand, if play can lead there, as 4,3+5,5"
    )


def test_a_variant_bounds_the_men():
    assert TableKey.parse("0,0+4,4", FOUR_MEN).variant == FOUR_MEN
    with pytest.raises(NotationError, match="each from 3 to 4"):
        TableKey.parse("5,3", FOUR_MEN)
    with pytest.raises(NotationError):
        TableKey.parse("0,0+9,9", FOUR_MEN)


@pytest.mark.parametrize(
    "variant", [NINE_MENS_MORRIS, THREE_MEN, Variant(False), Variant(flying=False, men=12)], ids=str
)
def test_every_table_has_its_own_name(variant: Variant):
    tables = all_tables(variant)
    assert len({key.name for key in tables}) == len(tables)
    for key in tables:
        assert TableKey.parse_name(key.name) == key
        assert key.is_possible


@pytest.mark.parametrize(
    "name",
    [
        *("", "4,3", "04-3", "4-3+0-0", "4-3.9men", "4-3.04men", "4-3.men", "4-3.4men.", "4-3."),
        *("4-3.flying", "4-3.noflying.4men", "4-3.4men.noflying.wdl", "4-3.wdl", "5-3.4men"),
        *("3-3.2men", "3-3.13men", "3-3.99men", "solve", "4-3\n", "4-3+5-5.4men"),
    ],
)
def test_invalid_names_are_quoted(name: str):
    with pytest.raises(NotationError) as caught:
        TableKey.parse_name(name)
    assert str(caught.value).startswith(f"{name!r} is not the name of a table; names look like")


@pytest.mark.parametrize(
    "key",
    [
        TableKey(2, 4),  # lost
        TableKey(4, 2),
        TableKey(10, 3),  # more men than there are
        TableKey(5, 4, 5, 5),
        TableKey(4, 3, 0, 1),  # the side to move has placed its last man before the other
        TableKey(4, 3, 5, 3),  # hands differ by more than one turn
        TableKey(1, 1, 7, 8),  # taken by two men
        TableKey(3, 1, 0, 8),
        TableKey(3, 3, variant=Variant(men=12), own_in_hand=12),
    ],
    ids=lambda key: key.name,
)
def test_numbers_of_men_that_no_game_reaches(key: TableKey):
    assert not key.is_possible


def test_every_successor_of_a_table_is_a_table():
    for game in (NINE_MENS_MORRIS, THREE_MEN, Variant(men=12)):
        tables = set(all_tables(game))
        for key in tables:
            assert set(key.successors) <= tables


@pytest.mark.parametrize(
    ("key", "successors"),
    [
        (TableKey(3, 3), ["3-3"]),  # a removal wins
        (TableKey(9, 9), ["9-9", "8-9"]),
        (TableKey(0, 0, 9, 9), ["0-1+9-8"]),
        (TableKey(1, 2, 8, 7), ["2-2+7-7"]),  # two men close no mill
        (TableKey(2, 2, 7, 7), ["2-3+7-6", "1-3+7-6"]),
        (TableKey(2, 0, 1, 3, THREE_MEN), ["0-3+3-0.3men"]),  # no man to capture
        (TableKey(8, 9, 1, 0), ["9-9", "8-9"]),  # into the moving phase
        (TableKey(8, 3, 1, 0), ["3-9"]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_where_moves_lead(key: TableKey, successors: list[str]):
    assert [table.name for table in key.successors] == successors


@pytest.mark.parametrize("key", sorted(all_placing_tables(FOUR_MEN), key=table_order), ids=str)
def test_the_rules_lead_to_the_same_tables(key: TableKey):
    """From random positions: moves lead to each of them, and to no other."""
    chance = random.Random(2)
    found = set()
    for _ in range(80):
        points = chance.sample(range(24), key.total)
        own = sum(1 << point for point in points[: key.own])
        enemy = sum(1 << point for point in points[key.own :])
        position = key.position(own, enemy)
        assert TableKey.of(position) == key
        assert (position.own, position.enemy) == (own, enemy)
        for move in position.generate_moves():
            after = TableKey.of(position.successor(move))
            if after.own + after.own_in_hand >= 3:
                found.add(after)
    assert found == set(key.successors)


def test_black_is_to_move_if_white_is_one_placing_ahead():
    assert TableKey(3, 4, 6, 5).position(0b111, 0b1111000).turn == BLACK
    assert TableKey(4, 4, 5, 5).position(0b1111, 0b11110000).turn == WHITE
    assert TableKey(4, 3).position(0b1111, 0b1110000).turn == WHITE


def test_tables_are_sorted_by_variant_then_in_the_order_of_solving():
    of_three = [key for key in all_tables(THREE_MEN) if key.variant == THREE_MEN]
    keys = [*of_three, *all_tables(), *all_tables(Variant(flying=False))]
    ordered = sorted(keys, key=table_order)
    assert [key.variant for key in ordered] == [
        *[NINE_MENS_MORRIS for _ in all_tables()],
        *[Variant(flying=False) for _ in all_tables()],
        *[THREE_MEN for _ in of_three],
    ]
    of_nine = ordered[: len(all_tables())]
    assert [key.in_hand for key in of_nine] == sorted(key.in_hand for key in of_nine)


@pytest.mark.parametrize(
    "key", [TableKey(4, 3), TableKey(4, 3, 5, 5), TableKey(2, 3, 1, 0, THREE_MEN)], ids=str
)
def test_a_repr_pastes_back(key: TableKey):
    assert eval(repr(key), {"TableKey": TableKey, "variant": variant}) == key


@pytest.mark.parametrize("men", range(3, 13))
def test_no_move_leads_from_a_table_that_is_left_out_to_another(men):
    for key in all_tables(Variant(men=men)):
        if key.is_left_out:
            assert not any(successor.is_left_out for successor in key.successors)


def test_no_other_choice_leaves_out_more_positions():
    tables = all_tables()
    numbers = {key: number for number, key in enumerate(tables)}
    edges = {(numbers[key], numbers[successor]) for key in tables for successor in key.successors}
    sizes = np.array([key.index.size for key in tables], dtype=float)
    both = np.zeros((len(edges), len(tables)))  # one of the two at most; a loop counts twice
    for row, edge in enumerate(edges):
        for number in edge:
            both[row, number] += 1
    best = milp(
        -sizes,
        integrality=np.ones(len(tables)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(both, ub=1),
    )
    left_out = [key for key in tables if key.is_left_out]
    assert best.success
    assert round(-best.fun) == sum(key.index.size for key in left_out) == 13_445_559_803
    assert [sum(key.is_placing is placing for key in left_out) for placing in (False, True)] == [
        21,
        127,
    ]
