"""Measuring: shares, points and their errors, on cases with known answers."""

from math import sqrt

import pytest

import merels
from merels.regret.measure import Report, judge, measure
from merels.regret.suite import Case, Suite

# The scores of its moves are invented, as a table might have them.
POSITION = merels.Position(white=0b1100_0000, black=0, white_in_hand=7, black_in_hand=7)


def make_case(scores, difficulty="easy"):
    return Case(POSITION, scores, difficulty)


@pytest.fixture
def cases():
    count = len(POSITION.legal_moves)
    won = make_case((3, 0, 4) + (4,) * (count - 3))
    drawn = make_case((0, 0, 4) + (4,) * (count - 3), "hard")
    return [won, drawn]


def nth(number):
    return lambda game: list(game.legal_moves)[number]


def test_points_given_away(cases):
    assert [measure(nth(n), cases).losing().share for n in range(3)] == [0, 0.25, 0.75]
    assert [measure(nth(n), cases).kept.share for n in range(3)] == [1, 0.5, 0]
    assert str(cases[0].best) == "win in 3"
    assert [str(move) for move in cases[1].keeping] == ["a7", "d7"]
    assert (cases[0].at_stake, cases[1].at_stake) == (1, 0.5)


def test_what_is_not_a_legal_move_loses_everything(cases):
    for answer in ("pass", "a1-a4"):
        report = measure(lambda game, answer=answer: answer, cases)
        assert report.losing().share == 0.75
        assert len(report.faults) == 2
    assert "must place one" in report.faults[0].fault
    assert measure(lambda game: "a7", cases).faults == []


def test_points_lost_a_game_weigh_strata_by_their_frequency(cases):
    won, drawn = cases
    frequencies = {("placing", "easy"): 2.0, ("placing", "hard"): 0.5}
    judged = [judge(won, "d7"), judge(won, "a7"), judge(drawn, "g7"), judge(drawn, "g7")]
    found = Report(judged, frequencies).points_lost()
    # Easy: 1/2 and 0, mean 1/4; hard: always 1/2.
    assert found.share == pytest.approx(2 * 0.25 + 0.5 * 0.5)
    assert found.error == pytest.approx(1.96 * sqrt(2.0**2 * 0.125 / 2))
    assert Report(judged[:3], frequencies).points_lost() is None
    assert Report(judged).points_lost() is None


def test_a_document_has_phases_and_difficulties(cases):
    seen = []
    suite = Suite(cases * 2, {("placing", "easy"): 1.0, ("placing", "hard"): 1.0}, 10)
    document = measure(nth(1), suite, seen.append).document()
    assert len(seen) == document["positions"] == 4
    assert document["kept"]["value"] == 0.5
    assert document["by_phase"].keys() == {"placing"}
    assert document["by_difficulty"]["hard"] == {
        "positions": 2,
        "kept": {"value": 1.0, "error": 0.32881},
        "points_lost_a_move": {"value": 0.0, "error": 0.0},
    }
    assert document["points_lost_a_game"] == {"value": 0.5, "error": 0.0}


def test_an_answer_that_is_not_a_move_loses_what_is_at_stake(cases):
    report = measure(lambda _: None, cases)
    assert len(report.judged) == 2
    assert all(each.fault.startswith("'None' is not a move; write ") for each in report.judged)
    assert [each.loss for each in report.judged] == [case.at_stake for case in cases]


def test_no_cases():
    with pytest.raises(merels.NotationError, match="no positions"):
        measure(nth(0), [])
