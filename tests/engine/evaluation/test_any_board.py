"""The evaluation of any board is that of the plain levels, with more terms and other weights."""

from dataclasses import fields, replace

import pytest
from own_variant import CROSSES
from random_games import play_randomly

from merels import VARIANTS, Color, Position, Variant, variant
from merels.board.board import mask_of
from merels.engine.evaluation.any_board import (
    ANY,
    evaluate_any,
    is_blocked,
    load_term_weights,
    pack_board,
    weights_for,
)
from merels.engine.evaluation.kernels import LOST
from merels.engine.evaluation.patterns import find_by_line
from merels.engine.evaluation.plain import NUMBERS, Weights
from merels.engine.evaluation.static import evaluate_position, fitted_to
from merels.engine.players import plain

USUAL = [each for each in VARIANTS.values() if each.is_usual]
EVERY = [*USUAL, variant("five:flying=three-on-board"), CROSSES]


def evaluate_slowly(position):
    """Return the value by the plain evaluation and the added terms, counted one by one."""
    game, sides = position.variant, position.sides
    weights = weights_for(game)
    plain_weights = {
        phase: Weights(**{each.name: getattr(terms, each.name) for each in fields(Weights)})
        for phase, terms in weights.items()
    }
    value = plain.evaluate(*sides, game, replace(NUMBERS["hard"], win=-LOST, **plain_weights))
    if not position.legal_moves:
        return value
    moves_on = "flying" if 3 in map(position.total, Color) and game.flying else "moving"
    terms = weights["placing" if sides.own_in_hand + sides.enemy_in_hand else moves_on]
    ones, closings, crossings = (
        count(sides.own, sides.enemy, game.board) - count(sides.enemy, sides.own, game.board)
        for count in (count_ones, count_closings, count_crossings)
    )
    value += terms.ones * ones + terms.closings * closings + terms.crossings * crossings
    return value + terms.hand * (sides.own_in_hand - sides.enemy_in_hand) + terms.tempo


def count_ones(own, enemy, board):
    return sum((line & own).bit_count() == 1 and not line & enemy for line in board.mills)


def count_closings(own, enemy, board):
    return find_by_line(own, enemy, board).closings.bit_count()


def count_crossings(own, _enemy, board):
    return sum((line & own).bit_count() for line in board.mills) - 2 * own.bit_count()


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_values_are_those_of_the_plain_evaluation_and_the_added_terms(game):
    board = pack_board(game)
    values = set()
    for seed in range(12):
        for position in play_randomly(seed, 150, game).positions:
            if position.removing or min(map(position.total, Color)) < 3:
                continue
            value = evaluate_any(*position.sides, board)
            assert value == evaluate_slowly(position), position
            blocked = is_blocked(position.own, position.enemy, position.sides.own_in_hand, board)
            assert blocked == (not position.legal_moves)
            values.add(value)
    assert len(values) > 20


def test_variants_have_the_weights_of_those_like_them():
    weights = load_term_weights()
    assert set(weights) == {ANY, "lasker"}
    assert weights_for(variant("lasker:men=9")) is weights["lasker"]
    for other in (VARIANTS["three"], VARIANTS["six"], variant("twelve:placing=any-turn"), CROSSES):
        assert weights_for(other) is weights[ANY]


def test_a_full_board_is_drawn_where_the_variant_says_so():
    white = mask_of(range(0, 24, 2))
    for rules, value in (("twelve", 0), ("twelve:full_board=loss", LOST)):
        full = Position(white, white << 1, variant=variant(rules))
        assert evaluate_any(*full.sides, pack_board(full.variant)) == value


def test_three_squares_keep_their_fitted_evaluation():
    fitted = [name for name, game in VARIANTS.items() if fitted_to(game) is not None]
    assert fitted == ["nine", "ten", "eleven", "twelve", "morabaraba"]
    assert fitted_to(Variant(flying=False)) is not None


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_symmetric_positions_are_worth_the_same(game):
    position = play_randomly(5, 2 * game.men - 2, game).position
    values = {evaluate_position(position.transform(each)) for each in game.board.symmetries}
    assert len(values) == 1
