"""Sides: the position as the mover sees it."""

import copy
import pickle
from dataclasses import replace

import pytest
from arrange import moving
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games, positions
from symmetries import FLYING_SYMMETRIES, inverse

import merels
from merels import (
    BLACK,
    WHITE,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Phase,
    Position,
    PositionError,
    Variant,
)
from merels.board.board import FULL, SYMMETRIES
from merels.rules import generator
from merels.rules.outcome import position_outcome
from merels.rules.position import Sides


@given(positions())
def test_the_sides_are_those_of_the_mover(position):
    own, enemy = position.turn, position.turn.other
    assert position.sides == (
        position.mask(own),
        position.mask(enemy),
        position.in_hand(own),
        position.in_hand(enemy),
    )
    assert position.sides.swapped.swapped == position.sides
    assert position.sides.swapped[:2] == (position.enemy, position.own)
    if not position.removing:
        for move in position.legal_moves:
            turn = (move.origin, move.target, move.captured)
            assert position.sides.after(turn) == position.successor(move).sides


def test_a_capture_alone_leaves_the_own_men_where_they_are():
    assert Sides(0b111, 0b11000, 0, 2).after((None, None, 3)) == (0b10000, 0b111, 2, 0)


# Position: immutable, hashable, consistent, and the same seen from every side.


def transform_move(move, symmetry):
    points = (None if p is None else symmetry[p] for p in (move.origin, move.target, move.captured))
    return Move(*points)


@given(positions(), st.sampled_from(SYMMETRIES))
def test_moves_of_a_transformed_position_are_the_transformed_moves(position, symmetry):
    image = position.transform(symmetry)
    assert set(image.legal_moves) == {transform_move(m, symmetry) for m in position.legal_moves}
    for move in position.legal_moves:
        expected = position.successor(move).transform(symmetry)
        assert image.successor(transform_move(move, symmetry)) == expected
    assert position_outcome(image) == position_outcome(position)
    assert image.transform(inverse(symmetry)) == position


@given(st.integers(0, FULL), st.integers(0, FULL), st.sampled_from(FLYING_SYMMETRIES))
def test_if_both_sides_fly_all_48_symmetries_hold(white, black, symmetry):
    white, black = lowest_three(white), lowest_three(black & ~white)
    position = Position(white, black)
    image = position.transform(symmetry)
    assert set(image.legal_moves) == {transform_move(m, symmetry) for m in position.legal_moves}


def lowest_three(mask):
    kept = 0
    for _ in range(3):
        kept |= mask & -mask
        mask &= mask - 1
    return kept


@given(positions())
def test_swapped_colours_have_the_same_moves(position):
    swapped = position.swap_colors()
    assert swapped.turn is position.turn.other
    assert list(swapped.legal_moves) == list(position.legal_moves)
    for move in position.legal_moves:
        assert swapped.successor(move) == position.successor(move).swap_colors()
    assert swapped.swap_colors() == position
    outcome, image = position_outcome(position), position_outcome(swapped)
    if outcome is None:
        assert image is None
    else:
        assert image is not None
        assert (image.winner, image.reason) == (outcome.winner.other, outcome.reason)


@given(positions())
def test_moves_come_in_order_and_once(position):
    moves = [
        tuple(-1 if p is None else p for p in (m.origin, m.target, m.captured))
        for m in position.legal_moves
    ]
    assert moves == sorted(set(moves))


@given(positions())
def test_every_successor_follows_from_its_turn(position):
    own, enemy, hand = position.own, position.enemy, position.in_hand(position.turn)
    for move in position.legal_moves:
        after = position.play(move)
        assert after.turn is position.turn.other
        assert after.in_hand(after.turn) == position.in_hand(after.turn)
        assert after.variant == position.variant
        assert not after.removing
        placed = move.target is not None and move.origin is None
        assert after.in_hand(position.turn) == hand - placed
        assert after.enemy.bit_count() == own.bit_count() + placed
        assert after.own.bit_count() == enemy.bit_count() - (move.captured is not None)
        if move.target is not None:
            assert after.enemy >> move.target & 1
            assert position.empty >> move.target & 1
        if move.captured is not None:
            assert enemy >> move.captured & 1
            assert after.empty >> move.captured & 1


@given(positions())
def test_a_mid_turn_capture_completes_the_same_turn(position):
    for move in position.legal_moves:
        if move.captured is not None and move.target is not None:
            half = position.before_removal(move)
            assert half.successor(Move(None, None, move.captured)) == position.successor(move)


@given(positions(), st.sampled_from(SYMMETRIES))
def test_repr_pastes_back_and_equal_positions_hash_alike(position, symmetry):
    pasted = eval(repr(position), vars(merels))
    assert pasted == position
    assert hash(pasted) == hash(position)
    image = position.transform(symmetry)
    assert (image == position) == (repr(image) == repr(position))


@given(positions())
def test_copies_and_pickles(position):
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position


@settings(max_examples=50)
@given(games())
def test_positions_of_a_game_are_a_set(game):
    assert len(set(game.positions)) == len({position.fen() for position in game.positions})


def test_each_field_makes_a_difference():
    position = Position(0b111, 0b111000 << 3, 0, 0, WHITE)
    others = [
        Position(0b1011, 0b111000 << 3),
        Position(0b111, 0b111000),
        Position(0b111, 0b111000 << 3, 1, 1),
        Position(0b111, 0b111000 << 3, turn=BLACK),
        Position(0b111, 0b111000 << 3, removing=True),
        Position(0b111, 0b111000 << 3, variant=Variant(flying=False)),
    ]
    assert len({position, *others}) == 7


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError):
        Position.start().white = 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"white": -1, "black": 0}, "white"),
        ({"white": 0, "black": 1 << 24}, "black"),
        ({"white": 0b11, "black": 0b10}, "black"),
        ({"white": 0, "black": 0, "white_in_hand": -1}, "white_in_hand"),
        ({"white": 0, "black": 0, "black_in_hand": -1}, "black_in_hand"),
        ({"white": 0b1111111111, "black": 0}, "white_in_hand"),
        ({"white": 0b1, "black": 0, "white_in_hand": 9, "black_in_hand": 9}, "white_in_hand"),
        ({"white": 0, "black": 0b1, "white_in_hand": 9, "black_in_hand": 9}, "black_in_hand"),
        # Men are placed in turn: the side to move has as many in hand, or one more.
        ({"white": 0, "black": 0, "white_in_hand": 9, "black_in_hand": 7}, "white_in_hand"),
        ({"white": 0, "black": 0, "white_in_hand": 8, "black_in_hand": 9}, "white_in_hand"),
        ({"white": 0b111, "black": 0b111000, "black_in_hand": 1}, "white_in_hand"),
        ({"white": 7, "black": 56, "white_in_hand": 1, "turn": BLACK}, "black_in_hand"),
        ({"white": 0b1011, "black": 0b110000100, "removing": True}, "removing"),
        ({"white": 0b111, "black": 0, "black_in_hand": 1, "removing": True}, "removing"),
        ({"white": 0b111, "black": 0b11000, "removing": True}, "removing"),
        (
            {"white": 7, "black": 0, "white_in_hand": 3, "black_in_hand": 3, "removing": True},
            "removing",
        ),
        (
            {"white": 7, "black": 56, "white_in_hand": 1, "black_in_hand": 0, "removing": True},
            "white_in_hand",
        ),
        ({"white": 0b111, "black": 0b111000, "turn": 0}, "turn"),
        ({"white": 0b111, "black": 0b111000, "turn": "white"}, "turn"),
    ],
)
def test_fields_that_contradict_each_other_are_refused_by_name(fields, field):
    with pytest.raises(PositionError) as caught:
        Position(**fields)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


@pytest.mark.parametrize("turn", [WHITE, BLACK])
@pytest.mark.parametrize(("own", "enemy"), [(0, 0), (0, 1), (1, 1), (3, 3), (2, 3)])
def test_hands_that_a_closed_mill_leaves(turn, own, enemy):
    """The man that closed the mill is on the board already."""
    hands = (own, enemy) if turn is WHITE else (enemy, own)
    position = Position(0b111, 0b111 << 16, *hands, turn=turn, removing=True)
    assert position.removing


def test_own_and_enemy_are_from_the_point_of_view_of_the_side_to_move():
    position = Position(0b1, 0b10, 8, 7, BLACK.other)
    assert (position.own, position.enemy) == (0b1, 0b10)
    position = Position(0b1, 0b10, 7, 8, BLACK)
    assert (position.own, position.enemy) == (0b10, 0b1)
    assert position.empty == FULL & ~0b11
    assert (position.total(WHITE), position.total(BLACK)) == (8, 9)
    assert (position.in_hand(WHITE), position.in_hand(BLACK)) == (7, 8)


def test_points_by_name():
    position = moving("a7 d6 g1", "b4 c5")
    assert (position["d6"], position["c5"], position["a1"]) == (WHITE, BLACK, None)
    assert position.men(WHITE) == ("a7", "g1", "d6")
    assert position.men(BLACK) == ("b4", "c5")
    assert Position.start().men(WHITE) == ()
    for name in ("d4", "D6", "", "d66"):
        with pytest.raises(NotationError, match=f"^{name!r} is not a point"):
            position[name]


@given(positions())
def test_phases(position):
    for color in (WHITE, BLACK):
        flies = generator.may_fly(
            position.mask(color), position.in_hand(color), position.variant.flying
        )
        expected = Phase.MOVING
        if position.in_hand(color):
            expected = Phase.PLACING
        elif position.variant.flying and position.mask(color).bit_count() == 3:
            expected = Phase.FLYING
        assert position.phase(color) is expected
        assert flies == (expected is Phase.FLYING)


@pytest.mark.parametrize("men", [2, 13, 0, -9])
def test_a_variant_has_3_to_12_men(men):
    with pytest.raises(PositionError, match=f"^men: .* not {men}$"):
        Variant(men=men)


def test_a_variant_with_fewer_or_more_men_plays_to_the_end():
    twelve = Variant(men=12)
    start = Position.start(twelve)
    assert (start.white_in_hand, start.black_in_hand) == (12, 12)
    assert eval(repr(start), vars(merels)) == start
    assert Position.from_fen(start.fen(), twelve) == start


def test_a_full_board_blocks_the_side_to_move():
    twelve = Variant(men=12)
    white = 0b010101010101010101010101
    full = Position(white, FULL & ~white, variant=twelve)
    assert position_outcome(full) == merels.Outcome(BLACK, merels.Reason.BLOCKED)


def test_str_draws_the_board():
    drawn = str(Position(white=0b1, black=1 << 23, white_in_hand=8, black_in_hand=8))
    assert (
        drawn
        == """\
○-----------·-----------·
|           |           |
|   ·-------·-------·   |
|   |       |       |   |
|   |   ·---·---·   |   |
|   |   |       |   |   |
·---·---●       ·---·---·
|   |   |       |   |   |
|   |   ·---·---·   |   |
|   |       |       |   |
|   ·-------·-------·   |
|           |           |
·-----------·-----------·"""
    )


@given(positions(), st.data())
def test_equivalent_positions_have_one_canonical_form(position, data):
    canonical = position.canonical()
    assert canonical.canonical() == canonical
    assert position.is_equivalent(canonical)
    image = position.transform(data.draw(st.sampled_from(position.symmetries)))
    assert image.canonical() == canonical
    assert position.is_equivalent(Game(image))
    assert position.swap_colors().canonical() == canonical.swap_colors()
    assert not position.is_equivalent(position.swap_colors())


def test_where_both_sides_fly_only_lines_matter():
    flying = Position(white=0b111, black=0b111 << 16)
    swapped = Position(white=0b111 << 8, black=0b111 << 16)  # outer and middle square exchanged
    assert len(flying.symmetries) == 48
    assert flying.is_equivalent(swapped)
    walking = "nine:flying=never"
    assert not replace(flying, variant=merels.variant(walking)).is_equivalent(
        replace(swapped, variant=merels.variant(walking))
    )


def test_moves_and_variants_may_be_text():
    start = Position.start("six")
    assert start == Position(0, 0, 6, 6, variant="six") == Position.start(merels.VARIANTS["six"])
    assert Position.from_fen(start.fen(), "six") == start
    assert start.play("a5") == start.play(Move.parse("a5", start.board)) == start.successor("a5")
    assert not start.closes_mill("a5")
    assert not start.owes_capture("a5")
    for bad, error in (("a9", NotationError), ("a5-c5", IllegalMoveError), (7, NotationError)):
        with pytest.raises(error):
            start.play(bad)
    with pytest.raises(NotationError, match="'sixx' is not a variant; did you mean 'six'"):
        Position.start("sixx")


def test_what_is_not_a_position_is_quoted():
    with pytest.raises(NotationError, match=r"'a5' is not a position; give a Position or a Game"):
        Position.start().is_equivalent("a5")
