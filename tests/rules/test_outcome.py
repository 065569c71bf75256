"""What a position alone decides, and results as game files write them."""

import pytest
from arrange import moving, placing

from merels import BLACK, WHITE, Outcome, Reason
from merels.rules.outcome import position_outcome


@pytest.mark.parametrize(
    ("winner", "result"), [(WHITE, "1-0"), (BLACK, "0-1"), (None, "1/2-1/2")], ids=str
)
def test_results(winner, result):
    assert Outcome(winner, Reason.RESIGNATION).result == result


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_a_side_with_two_men_has_lost_no_matter_who_is_to_move(turn):
    position = moving("a7 d7 g7", "a1 d1", turn)
    assert position_outcome(position) == Outcome(WHITE, Reason.TOO_FEW_MEN)


def test_men_in_hand_count():
    assert position_outcome(placing("a7 d7 g7", "a1 d1", 6, 6, BLACK)) is None


def test_a_side_that_cannot_move_has_lost():
    position = moving("a7 d7 g7 g4", "a4 d6 g1 f4", WHITE)
    assert position_outcome(position) == Outcome(BLACK, Reason.BLOCKED)
    assert position_outcome(moving("a7 d7 g7 g4", "a4 d6 g1 f4", BLACK)) is None
