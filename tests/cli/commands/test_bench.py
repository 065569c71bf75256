"""merels bench: counts that never change, times that do."""

import json

import pytest

from merels import Game, Move
from merels.cli import main
from merels.cli.commands import bench


@pytest.fixture
def _short(monkeypatch):
    monkeypatch.setattr(bench, "SEARCHES", tuple((fen, 5) for fen, _ in bench.SEARCHES))


@pytest.mark.usefixtures("_short")
def test_json(capsys):
    assert main(["bench", "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    report = json.loads(output)
    assert report.keys() == {"perft", "search"}
    perft = report["perft"]
    assert perft.keys() == {"leaves", "seconds", "leaves_per_second"}
    assert perft["leaves"] == 99274176
    assert perft["seconds"] > 0
    assert perft["leaves_per_second"] == pytest.approx(perft["leaves"] / perft["seconds"], rel=1e-3)


@pytest.mark.usefixtures("_short")
def test_a_search_has_a_signature(capsys):
    reports = []
    for _ in range(2):
        assert main(["bench", "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out)["search"])
    first, second = reports
    assert first["nodes"] == second["nodes"] == sum(each["nodes"] for each in first["positions"])
    assert [each["depth"] for each in first["positions"]] == [5, 5, 5]
    assert first.keys() == {"nodes", "seconds", "nodes_per_second", "positions"}


def test_the_positions_and_depths_are_fixed():
    game = Game()
    for text in ["d6", "f4", "b4", "d2", "a7", "g1", "c3", "e5"]:
        game.push(Move.parse(text))
    assert bench.SEARCHES[0][0] == Game().fen()
    assert bench.SEARCHES[1][0] == game.fen()


@pytest.mark.usefixtures("_short")
def test_text(capsys, monkeypatch):
    monkeypatch.setattr(bench, "PERFT_DEPTH", 4)
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("perft: 255,024 leaves in 0.")
    assert lines[1].startswith("search: ")
    assert len(lines) == 2 + len(bench.SEARCHES)


def test_the_best_time_counts(monkeypatch):
    clock = iter([0.0, 3.0, 10.0, 11.0, 20.0, 22.0])
    monkeypatch.setattr(bench.time, "perf_counter", lambda: next(clock))
    measurement = bench.measure("work", "units", lambda: 500)
    assert (measurement.count, measurement.seconds, measurement.per_second) == (500, 1.0, 500)
