"""Variants: board and rules, equal if they are the same game."""

import pickle

import pytest

from merels import VARIANTS, Position, Variant, VariantError, variant
from merels.board.boards import TWO_SQUARES
from merels.rules.variant import Flying


def test_true_and_false_still_say_whether_three_men_fly():
    assert Variant(flying=True).flying is Flying.THREE_ON_BOARD
    assert Variant(flying=False).flying is Flying.NEVER
    assert [bool(kind) for kind in Flying] == [False, True, True]


def test_digests_differ_where_games_do():
    digests = {each.digest for each in VARIANTS.values()}
    assert len(digests) == len(VARIANTS)
    assert variant("five:men=6").digest == VARIANTS["six"].digest
    # Nine men of each side cannot fill the board.
    assert variant("nine:full_board=draw").digest == VARIANTS["nine"].digest


def test_equal_games_are_equal_whatever_their_names():
    same = Variant(
        Flying.NEVER,
        6,
        board=TWO_SQUARES,
        name="sechs",
        title="Sechs",
    )
    assert same == VARIANTS["six"]
    assert hash(same) == hash(VARIANTS["six"])
    assert Position.start(same) == Position.start(VARIANTS["six"])
    assert VARIANTS["five"] != VARIANTS["six"]
    assert variant("five:flying=three-on-board") != VARIANTS["five"]


def test_a_variant_survives_pickling():
    for each in VARIANTS.values():
        again = pickle.loads(pickle.dumps(each))
        assert again == each
        assert (again.name, again.title, hash(again)) == (each.name, each.title, hash(each))


def test_who_can_fill_the_board():
    assert [name for name, each in VARIANTS.items() if each.may_fill_board] == ["twelve"]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("men", 2, "men: a side has 3 to 12 men, not 2"),
        ("men", "nine", "men: a side has 3 to 12 men, not nine"),
        ("flying", "high", "flying: 'high' is not one of never, three-on-board, three-in-all"),
        ("placing", "last", "placing: 'last' is not one of first, any-turn"),
        ("full_board", "win", "full_board: 'win' is not one of loss, draw"),
    ],
)
def test_impossible_rules_name_the_field(field, value, message):
    with pytest.raises(VariantError, match=message):
        Variant(**{field: value})
