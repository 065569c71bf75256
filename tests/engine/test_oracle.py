"""Oracles: which know chances, and one that stops answering when time is up."""

import pytest

from merels import DRAW, MissingTableError, Position
from merels.engine.oracle import ChanceOracle, Prospect, TimedOracle
from merels.rules.oracle import Oracle

START = Position.start()
MOVES = list(START.generate_moves())


class Plain:
    def get(self, position):
        return DRAW


class Knowing(Plain):
    def prospects(self, position, moves, person):
        return [Prospect(0.6, 20, 10, 0.2, 0.8) for _ in moves]


def test_an_oracle_may_know_chances():
    assert isinstance(Knowing(), ChanceOracle)
    assert not isinstance(Plain(), ChanceOracle)
    answers: Oracle = Plain()
    assert answers.get(START) is DRAW


def test_in_time_everything_is_passed_on():
    timed = TimedOracle(Knowing(), lambda: False)
    assert timed.get(START) is DRAW
    assert timed.prospects(START, MOVES, "club") == Knowing().prospects(START, MOVES, "club")


def test_late_nothing_is_known():
    timed = TimedOracle(Knowing(), lambda: True)
    assert timed.get(START) is None
    with pytest.raises(MissingTableError, match="chances are not known here"):
        timed.prospects(START, MOVES, "club")


def test_an_oracle_without_chances_has_none_in_time_either():
    with pytest.raises(MissingTableError, match="chances are not known here"):
        TimedOracle(Plain(), lambda: False).prospects(START, MOVES, "club")
