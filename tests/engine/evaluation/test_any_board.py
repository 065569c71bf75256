"""The evaluation of any board is that of the plain levels, with weights of its own."""

import dataclasses

import pytest
from own_variant import CROSSES
from random_games import play_randomly

from merels import VARIANTS, Color, Position, Variant, variant
from merels.board.masks import mask_of
from merels.engine.evaluation import plain
from merels.engine.evaluation.any_board import (
    evaluate_any,
    is_blocked,
    load_term_weights,
    pack_board,
)
from merels.engine.evaluation.kernels import LOST
from merels.engine.evaluation.static import evaluate_position, has_fitted_evaluation
from merels.engine.players.levels import NUMBERS

EVERY = [*VARIANTS.values(), variant("five:flying=three-on-board"), CROSSES]
LEVEL = dataclasses.replace(NUMBERS["hard"], win=-LOST, **load_term_weights())


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_values_are_those_of_the_plain_evaluation(game):
    board = pack_board(game)
    values = set()
    for seed in range(12):
        for position in play_randomly(seed, 150, game).positions:
            if position.removing or min(map(position.total, Color)) < 3:
                continue
            value = evaluate_any(*position.sides, board)
            assert value == plain.evaluate(*position.sides, game, LEVEL), position
            assert (value == LOST) == (not position.legal_moves and value != 0)
            blocked = is_blocked(position.own, position.enemy, position.sides.own_in_hand, board)
            assert blocked == (not position.legal_moves)
            values.add(value)
    assert len(values) > 20


def test_a_full_board_is_drawn_where_the_variant_says_so():
    white = mask_of(range(0, 24, 2))
    for rules, value in (("twelve", 0), ("twelve:full_board=loss", LOST)):
        full = Position(white, white << 1, variant=variant(rules))
        assert evaluate_any(*full.sides, pack_board(full.variant)) == value


def test_nine_mens_board_keeps_its_fitted_evaluation():
    fitted = [name for name, game in VARIANTS.items() if has_fitted_evaluation(game)]
    assert fitted == ["nine", "ten", "lasker"]
    assert has_fitted_evaluation(Variant(flying=False))


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_symmetric_positions_are_worth_the_same(game):
    position = play_randomly(5, 2 * game.men - 2, game).position
    values = {evaluate_position(position.transform(each)) for each in game.board.symmetries}
    assert len(values) == 1
