"""The accuracy of a side: what it kept of what was at stake."""

import pytest

from merels import BLACK, DRAW, WHITE, Move, Position, Result, Value
from merels.matches.accuracy import measure_accuracy
from merels.matches.annotation import Estimate, JudgedTurn

WON = Estimate(0, Value(Result.WIN, 7))
DRAWN = Estimate(0, DRAW)
LOST = Estimate(0, Value(Result.LOSS, 6))
D6 = Move.parse("d6")


def turn(before, after, color=WHITE, best=(D6,)):
    position = Position(white=0, black=0, white_in_hand=9, black_in_hand=9, turn=color)
    return JudgedTurn(position, Move.parse("d2"), before, after, best)


@pytest.mark.parametrize(
    ("turns", "accuracy"),
    [
        ([], None),
        ([(DRAWN, DRAWN)], 1.0),
        ([(WON, DRAWN)], 0.5),
        ([(DRAWN, LOST)], 0.0),
        ([(DRAWN, DRAWN)] * 3 + [(DRAWN, LOST)], 0.75),
        ([(DRAWN, LOST)] + [(LOST, LOST)] * 9, 0.0),
        ([(LOST, LOST)], None),
    ],
)
def test_a_side_keeps_a_share_of_what_was_at_stake(turns, accuracy):
    assert measure_accuracy([turn(*each) for each in turns], WHITE) == accuracy


def test_each_side_counts_its_own_moves():
    turns = [turn(DRAWN, DRAWN), turn(DRAWN, LOST, BLACK)]
    assert measure_accuracy(turns, WHITE) == 1.0
    assert measure_accuracy(turns, BLACK) == 0.0


def test_an_estimate_that_rises_after_the_move_gains_nothing():
    assert measure_accuracy([turn(Estimate(100), Estimate(300))], WHITE) == 1.0
    assert 0.5 < measure_accuracy([turn(Estimate(300), Estimate(100))], WHITE) < 1.0


def test_moves_after_a_draw_do_not_count():
    assert measure_accuracy([turn(DRAWN, LOST, best=())], WHITE) is None
