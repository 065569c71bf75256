"""The solver's benchmark: the same work everywhere, on a smaller set here."""

import json

import pytest

from merels.cli import main
from merels.solver import benchmark


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
