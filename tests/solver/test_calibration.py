"""The calibration: how long a run will take, as a multiple of a known run."""

import pytest

from merels.solver import calibration
from merels.solver.calibration import Calibration, calibrate
from merels.tables.plan import Plan, all_moving_tables, all_tables


def plan(tables):
    return Plan.for_tables(tables, is_done=lambda _: False)


def test_a_machine_like_the_known_one_takes_equally_long():
    known = Calibration(ratio=1.0, threads=2)
    moving = known.seconds(plan(all_moving_tables()).pairs)
    assert 2 * moving == pytest.approx(calibration.KNOWN_MOVING * 8_904_593_601)
    placing = known.seconds(plan(all_tables()).pairs) - moving
    assert 2 * placing == pytest.approx(calibration.KNOWN_PLACING * 17_838_514_173)


def test_twice_the_ratio_is_twice_the_time():
    pairs = plan(all_moving_tables(men=9)).pairs
    once, twice = Calibration(1.0, 2), Calibration(2.0, 2)
    assert twice.seconds(pairs) == pytest.approx(2 * once.seconds(pairs))


def test_this_machine_is_measured():
    measured = calibrate(threads=2)
    assert 0.01 < measured.ratio < 1000
    assert measured.threads == 2
