"""Reports: accuracy of both sides, and what could be expected of a club player."""

import threading

import pytest

from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.values.known_positions import ExactValues
from merels.web.api.tables import open_tables
from merels.web.jobs import reporting
from merels.web.jobs.reporting import report_game


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    tables = open_tables(str(tmp_path_factory.mktemp("none")), None)
    values = ExactValues(tables)
    engine = Engine(oracle=values, hash_mb=1)

    def run(*moves, stop=None):
        game = Game()
        for move in moves:
            game.push(move)
        return report_game(game, engine, values, stop or threading.Event())

    yield run
    tables.close()


def test_a_blunder_costs_accuracy_and_was_not_expected(judge, monkeypatch):
    monkeypatch.setattr(reporting, "NODES", 2000)
    # Black lets White close a mill, and then another one.
    report = judge("d6", "a1", "d5", "g1", "d7xa1", "g4", "f6", "a4", "b6xg1")
    assert report["moves"] == 9
    assert (report["white"]["moves"], report["black"]["moves"]) == (5, 4)
    assert report["black"]["accuracy"] < report["white"]["accuracy"] <= 1
    assert report["black"]["best"] < 4
    for side in ("white", "black"):
        assert 0 < report[side]["expected"] <= 1
    assert report["black"]["accuracy"] < report["black"]["expected"]


def test_a_report_that_is_stopped_has_what_was_judged(judge):
    stop = threading.Event()
    stop.set()
    report = judge("d6", "f4", stop=stop)
    assert report["moves"] == 0
    assert report["white"] == {"accuracy": None, "expected": None, "moves": 0, "best": 0}
