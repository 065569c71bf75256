"""Reports: accuracy of both sides, and what could be expected of a club player."""

import json
import subprocess
import sys
import threading

import pytest
from server_documents import EASY_MOVE
from serving import read_events

from merels import Move, Position, create_player, results
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.values.known_positions import ExactValues
from merels.web.api.documents import ENDGAME_FEN, START_FEN
from merels.web.api.tables import open_tables
from merels.web.jobs import worker
from merels.web.jobs.pool import worker_arguments
from merels.web.jobs.worker import report_game


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
    monkeypatch.setattr(worker, "NODES", 2000)
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


# What a thinking process answers: the moves of its players, and what the tables say.


LONG = 30
"""Seconds that a search may take; what book and tables know is answered without one."""


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_level_moves_as_its_player_does(client, level):
    game = Game()
    moves = ["d6", "f4"]
    for text in moves:
        game.push(Move.parse(text))
    document = client.post(
        "/api/v1/move", json={"fen": START_FEN, "moves": moves, "level": level, "seed": 7}
    ).json()
    move = create_player(level, seed=7).choose(game)
    game.push(move)
    assert document["move"] == str(move)
    assert document["fen"] == game.fen()
    assert (document["level"], document["source"]) == (level, "search")
    assert document["seconds"] >= 0


@pytest.mark.parametrize("level", ["expert", "perfect"])
def test_strong_levels_use_the_tables(client, level):
    document = client.post(
        "/api/v1/move", json={"fen": ENDGAME_FEN, "level": level, "seconds": LONG}, timeout=300
    ).json()
    assert (document["move"], document["source"]) == ("f4-d3", "table")
    assert document["level"] == level


def test_the_source_of_a_move_is_named(client):
    def source_of(fen, seconds=LONG):
        body = {"fen": fen, "level": "perfect", "seconds": seconds}
        return client.post("/api/v1/move", json=body, timeout=300).json()["source"]

    longest = results()["longest_game"]
    after = Position.from_fen(longest["fen"]).successor(Move.parse(longest["moves"][0]))
    assert source_of(START_FEN) == "book"
    assert source_of(after.fen()) == "results"  # the results name the one winning move
    assert source_of(Position(0b11111, 0b11111 << 12).fen(), seconds=0.3) == "search"


def test_a_strength_is_a_level_too(client):
    body = {"level": "elo:700", "seed": 3, "moves": ["d6", "f4"]}
    documents = [client.post("/api/v1/move", json=body, timeout=300).json() for _ in range(2)]
    assert documents[0]["level"] == "elo:700"
    assert documents[0]["move"] == documents[1]["move"]
    response = client.post("/api/v1/move", json=body | {"level": "elo:99999"}, timeout=300)
    assert (response.status_code, response.json()["type"]) == (422, "/api/docs#notation")


def test_analysis_is_exact_where_tables_are(client):
    response = client.get(
        "/api/v1/analysis", params={"seconds": 2, "fen": ENDGAME_FEN}, timeout=300
    )
    best = read_events(response)[-1][1]["lines"][0]
    assert (best["move"], best["result"], best["plies"]) == ("f4-d3", "win", 13)
    assert best["source"] == "table"
    assert len(best["pv"]) == 13


# A thinking process: lines of JSON in, lines of JSON out.


@pytest.fixture
def ask(tmp_path):
    """Return what sends a job to a process, and returns the events until it is done."""
    process = subprocess.Popen(
        [sys.executable, *worker_arguments(str(tmp_path))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask(**job):
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        answers = []
        while not answers or answers[-1]["event"] not in ("done", "problem"):
            answers.append(json.loads(process.stdout.readline()))
        return answers

    with process:
        yield ask
        process.stdin.close()
        assert process.wait(timeout=300) == 0


def test_answers_have_the_number_of_their_job(ask):
    for number in (1, 2):
        answers = ask(id=number, **EASY_MOVE)
        assert [answer["event"] for answer in answers] == ["started", "done"]
        assert {answer["id"] for answer in answers} == {number}


def test_a_bad_job_is_a_problem_and_the_next_one_is_done(ask):
    [problem] = ask(id=1, **{**EASY_MOVE, "moves": ["d6", "d6"]})
    assert problem["data"]["kind"] == "illegal-move"
    assert ask(id=2, **EASY_MOVE)[-1]["event"] == "done"


def test_a_bug_is_logged_and_does_not_end_the_process(ask):
    log, problem = ask(id=1, **{**EASY_MOVE, "moves": None})
    assert log["event"] == "log"
    assert "Traceback" in log["data"]["text"]
    assert problem["data"]["kind"] == "internal"
    assert ask(id=2, **EASY_MOVE)[-1]["event"] == "done"
