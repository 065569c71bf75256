"""The static value: for the side to move, the same under symmetry, the best capture in mid-turn."""

import pytest
from arrange import moving, placing

from merels import BLACK, IllegalMoveError, Position, variant
from merels.board.symmetry import SYMMETRIES
from merels.engine.evaluation.static import evaluate_position


def test_it_is_for_the_side_to_move():
    ahead = moving("a7 d7 g7 b4 d2 f4 d5", "b6 f2 c3 e5 a1")
    assert evaluate_position(ahead) > 0
    assert evaluate_position(ahead.swap_colors()) == evaluate_position(ahead)
    behind = moving("a7 d7 g7 b4 d2 f4 d5", "b6 f2 c3 e5 a1", turn=BLACK)
    assert evaluate_position(behind) < 0


def test_symmetries_change_nothing():
    position = placing("d6 f4", "d2 b4", 7, 7)
    values = {evaluate_position(position.transform(symmetry)) for symmetry in SYMMETRIES}
    assert len(values) == 1


def test_in_mid_turn_the_best_capture_counts():
    position = placing("d6 d5", "f4 b4 a1", 7, 6)
    position = next(
        position.before_removal(move) for move in position.legal_moves if move.captured is not None
    )
    after = [-evaluate_position(position.successor(move)) for move in position.legal_moves]
    assert evaluate_position(position) == max(after)


@pytest.mark.parametrize(
    "position", [moving("a7 d7", "b6 f2 c3"), moving("a7 d7 g7 a4", "g4 d6 b4 a1")]
)
def test_a_finished_game_has_no_static_score(position):
    with pytest.raises(IllegalMoveError, match="the game is over"):
        evaluate_position(position)


@pytest.mark.parametrize("name", ["six", "nine", "lasker"])
def test_the_empty_board_is_nearly_equal(name):
    assert abs(evaluate_position(Position.start(variant(name)))) < 50
