"""`merels regret`: players, games, questions and answers."""

import json
import sys

import pytest
from bad_engines import name
from solved import sample, solved_folder

import merels
from merels import pgn
from merels.cli import main
from merels.regret.suite import load_suite
from merels.values.layout.key import TableKey


def run(capsys, *arguments):
    status = main(["regret", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def measure(capsys, *arguments):
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_levels_and_the_order_of_their_strength(capsys):
    weak, strong = (measure(capsys, name, "--positions", 270) for name in ("random", "normal"))
    assert weak["positions"] == strong["positions"] == 270
    assert weak["kept"]["value"] + weak["kept"]["error"] < strong["kept"]["value"]
    lost = [each["points_lost_a_game"] for each in (weak, strong)]
    assert lost[0]["value"] - lost[0]["error"] > lost[1]["value"] + lost[1]["error"]
    assert weak["by_phase"].keys() == {"placing", "moving", "flying"}
    assert list(weak["by_difficulty"]) == ["easy", "medium", "hard"]
    assert measure(capsys, "random", "--positions", 270) == weak
    assert measure(capsys, "random", "--positions", 270, "--seed", 1) != weak


def test_the_engine_within_nodes(capsys):
    found = measure(capsys, "expert", "--positions", 90, "--nodes", 2000)
    assert found["kept"]["value"] > 0.6


def test_an_engine_of_another_process(capsys):
    options = ("--positions", 9, "--margin", 60_000)
    found = measure(capsys, name("good"), *options)
    assert (found["positions"], found["faults"]) == (9, 0)
    status, out, err = run(capsys, name("nonsense"), *options)
    assert status == 0
    assert "answers that are not legal moves: 9" in out
    assert "plays" in err


def test_a_function(capsys, tmp_path, monkeypatch):
    (tmp_path / "cheat.py").write_text(
        "from merels.regret import load_suite\n"
        "BEST = {case.position: case.keeping[0] for case in load_suite().first(450).cases}\n"
        "def choose(game): return BEST[game.position]\n"
        "def fail(game): return 'd6-d6'\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    found = measure(capsys, "py:cheat:choose", "--positions", 450)
    assert found["positions"] == 450
    assert found["kept"] == {"value": 1.0, "error": 0.00423}
    assert found["points_lost_a_game"] == {"value": 0.0, "error": 0.0}
    status, out, err = run(capsys, "py:cheat:fail", "--positions", 18)
    assert status == 0
    assert "answers that are not legal moves: 18" in out
    assert err.count("py:cheat:fail in ") == 18
    del sys.modules["cheat"]


def test_questions_and_answers(capsys, tmp_path):
    status, out, _ = run(capsys, "--suite", "jsonl", "--positions", 18)
    questions = [json.loads(line) for line in out.splitlines()]
    assert (status, len(questions)) == (0, 18)
    cases = load_suite().cases
    answers = tmp_path / "answers.jsonl"
    with answers.open("w") as file:
        for question in questions:
            move = cases[question["id"] - 1].keeping[0]
            print(json.dumps({"id": question["id"], "answer": f"I play {move}"}), file=file)
    found = measure(capsys, answers)
    assert (found["positions"], found["kept"]["value"]) == (18, 1)
    status, out, _ = run(capsys, answers)
    assert "points lost a game: 0.000" in out
    assert "placing" in out


def test_a_game_file(capsys, tmp_path):
    path = tmp_path / "games.pgn"
    with merels.open_tablebase(solved_folder()) as tables:
        for position in sample(TableKey(4, 3), 5, seed=2):
            game = merels.Game(position)
            for move, _ in tables.probe_moves(position)[-1:]:
                game.push(move)
            pgn.append_game(path, pgn.GameRecord.from_game(game, {"White": "Ada"}))
    found = measure(capsys, path, "--tables", solved_folder())
    assert found["moves"] == found["known"] > 0
    assert found["kept"]["value"] == 0
    status, out, err = run(capsys, path, "--tables", solved_folder())
    assert (status, err) == (0, "")
    assert "moves judged" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a player"),
        (("genius",), "'genius' is not a player"),
        (("py:nowhere:choose",), "No module named 'nowhere'"),
        (("random", "--option", "Hash=1"), "takes no options"),
        (("missing.jsonl",), "missing.jsonl"),
        (("missing.pgn",), "missing.pgn"),
    ],
)
def test_bad_input(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "quoted"),
    [
        (b"d6\n", "line 1: 'd6' is not JSON; write {"),
        (b"\n\xff\xfe{\n", r"line 2: '\udcff\udcfe{' is not JSON; write {"),
        (b"[" * 99_999, "line 1: '[["),
    ],
)
def test_a_file_that_has_no_answers_but_something_else(capsys, tmp_path, content, quoted):
    (tmp_path / "bad.jsonl").write_bytes(content)
    status, out, err = run(capsys, tmp_path / "bad.jsonl")
    assert (status, out) == (2, "")
    assert err.startswith(f"merels: {quoted}")


def test_an_empty_file_of_answers(capsys, tmp_path):
    (tmp_path / "none.jsonl").write_text("\n")
    status, _, err = run(capsys, tmp_path / "none.jsonl")
    assert status == 2
    assert "has no answers" in err


def test_a_player_beside_the_suite_is_refused(capsys):
    status, _, err = run(capsys, "hard", "--suite", "jsonl")
    assert status == 2
    assert "leave out 'hard'" in err


def test_games_in_capitals_are_games(capsys, tmp_path):
    status, _, err = run(capsys, str(tmp_path / "NONE.PGN"))
    assert status == 2
    assert "No such file" in err
