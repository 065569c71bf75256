"""merels bench: counts that never change, times that do."""

import json

import pytest

from merels.cli import main
from merels.cli.commands import bench


def test_json(capsys):
    assert main(["bench", "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    report = json.loads(output)
    assert report.keys() == {"perft"}
    perft = report["perft"]
    assert perft.keys() == {"leaves", "seconds", "leaves_per_second"}
    assert perft["leaves"] == 99274176
    assert perft["seconds"] > 0
    assert perft["leaves_per_second"] == pytest.approx(perft["leaves"] / perft["seconds"], rel=1e-3)


def test_text(capsys, monkeypatch):
    monkeypatch.setattr(bench, "PERFT_DEPTH", 4)
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.startswith("perft: 255,024 leaves in 0.")


def test_the_best_time_counts(monkeypatch):
    clock = iter([0.0, 3.0, 10.0, 11.0, 20.0, 22.0])
    monkeypatch.setattr(bench.time, "perf_counter", lambda: next(clock))
    measurement = bench.measure("work", "units", lambda: 500)
    assert (measurement.count, measurement.seconds, measurement.per_second) == (500, 1.0, 500)
