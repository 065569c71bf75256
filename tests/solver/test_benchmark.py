"""The solver's benchmark: the same work everywhere, on a smaller set here."""

import json

import pytest

from merels.cli import main
from merels.solver import benchmark
from merels.solver.benchmark import Calibration, calibrate
from merels.values.layout.plan import Plan, all_moving_tables, all_tables


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(benchmark, "MEN", 7)
    monkeypatch.setattr(benchmark, "MEMORY_BITS", 16)
    monkeypatch.setattr(benchmark, "ACCESSES", 1000)


def test_slots_and_edges_do_not_depend_on_threads(small):
    one, two = benchmark.measure_solver(1), benchmark.measure_solver(2)
    for phase in ("moving", "placing"):
        first, second = getattr(one, phase), getattr(two, phase)
        assert (first.slots, first.edges) == (second.slots, second.edges)
        assert first.edges > first.slots
    assert one.moving.slots == 169_626 + 2 * 760_398
    assert one.placing.slots == 27_098 + 127_568 + 169_626  # 2-3, 2-4, 3-3, one man in hand


def test_the_command_reports_rates_and_shares(small, capsys):
    assert main(["bench", "--solver", "--threads", "1", "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert reports.keys() == {"solver", "placing"}
    report = reports["solver"]
    assert report["slots"] == 169_626 + 2 * 760_398
    share = report["slots_per_second"] / report["random_accesses_per_second"]
    assert report["slots_per_access"] == pytest.approx(share, abs=1e-3)
    assert main(["bench", "--solver", "--threads", "1"]) == 0
    assert "million slots per second" in capsys.readouterr().out


# The calibration: how long a run will take, as a multiple of a known run.


def plan(tables):
    return Plan.for_tables(tables, is_done=lambda _: False)


def test_a_machine_like_the_known_one_takes_equally_long():
    known = Calibration(ratio=1.0, threads=2)
    moving = known.seconds(plan(all_moving_tables()).pairs)
    assert 2 * moving == pytest.approx(benchmark.KNOWN_MOVING * 8_904_593_601)
    placing = known.seconds(plan(all_tables()).pairs) - moving
    assert 2 * placing == pytest.approx(benchmark.KNOWN_PLACING * 17_838_514_173)


def test_twice_the_ratio_is_twice_the_time():
    pairs = plan(all_moving_tables(men=9)).pairs
    once, twice = Calibration(1.0, 2), Calibration(2.0, 2)
    assert twice.seconds(pairs) == pytest.approx(2 * once.seconds(pairs))


def test_this_machine_is_measured():
    measured = calibrate(threads=2)
    assert 0.01 < measured.ratio < 1000
    assert measured.threads == 2
