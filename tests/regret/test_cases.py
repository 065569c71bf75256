"""Cases: what moves are worth, and what they give away."""

import pytest

import merels
from merels.regret.cases import Case, difficulty_of, is_decision

START = merels.Position.start()


def test_values_and_losses():
    scores = (0,) * 8 + (3,) * 8 + (6,) * 8
    case = Case(START, scores, "easy")
    moves = list(START.legal_moves)
    assert [str(case.values[moves[n]]) for n in (0, 8, 16)] == ["draw", "win in 3", "loss in 6"]
    assert [case.loss(moves[n]) for n in (0, 8, 16)] == [0.5, 0, 1]
    assert (case.keeping, case.at_stake, case.phase) == (moves[8:16], 1, "placing")
    assert case.game().position == START
    with pytest.raises(KeyError):
        case.loss(merels.Move.parse("d6-d5"))


@pytest.mark.parametrize(
    ("scores", "answer"),
    [((0, 2), True), ((1, 3), False), ((2, 4), False), ((1, 0), True), ((1, 2), True), ((), False)],
)
def test_decisions(scores, answer):
    assert is_decision(scores) is answer


def test_difficulties():
    shares = (1, 0.9, 0.899, 0.5, 0.499, 0)
    assert [difficulty_of(share)[0] for share in shares] == ["e", "e", "m", "m", "h", "h"]
