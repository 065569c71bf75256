"""`merels match`: its JSON contract, engines as players, and what it refuses."""

import json
import os
import shlex
import signal
import subprocess
import sys

import bad_engine
import pytest
from scripted_search import wait_for
from solved import solved_folder

from merels import pgn
from merels.cli import main

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"


def engine(kind, *arguments):
    command = [sys.executable, bad_engine.__file__, kind, *map(str, arguments)]
    return f"uci:{shlex.join(command)}"


def test_json_is_the_contract_and_nothing_else(capsys):
    assert main(["match", "Normal", "RANDOM", "--games", "4", "--json"]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert list(report) == [
        *("games", "a", "b", "wins", "draws", "losses", "score", "elo", "elo_error"),
        *("timeouts", "illegal_moves", "crashes", "seconds"),
    ]
    assert report["timeouts"] == report["illegal_moves"] == report["crashes"] == {"a": 0, "b": 0}
    assert (report["games"], report["a"], report["b"]) == (4, "normal", "random")
    assert report["wins"] + report["draws"] + report["losses"] == 4
    assert report["wins"] >= 3
    assert err == ""


def test_wins_and_losses_are_those_of_a(capsys):
    reports = []
    for players in (["normal", "random"], ["random", "normal"]):
        main(["match", *players, "--games", "6", "--json"])
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["wins"] > reports[0]["losses"]
    assert reports[1]["wins"] < reports[1]["losses"]


def test_a_number_of_positions_replaces_the_time(capsys):
    counts = []
    for _ in range(2):
        main(["match", "expert", "easy", "--games", "2", "--nodes", "200", "--json"])
        report = json.loads(capsys.readouterr().out)
        counts.append([report["wins"], report["draws"], report["losses"]])
    assert counts[0] == counts[1]
    assert sum(counts[0]) == 2


def test_seed_and_jobs(capsys):
    documents = []
    for extra in (["--seed", "3"], ["--seed", "3", "--jobs", "2"]):
        main(["match", "random", "random", "--games", "12", "--json", *extra])
        documents.append(json.loads(capsys.readouterr().out) | {"seconds": 0})
    assert documents[0] == documents[1]


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["hard", "genius"], "'genius'"),
        (["", "hard"], "''"),
        (["hard", "easy", "--openings", "random:x"], "'random:x'"),
    ],
)
def test_bad_input_is_status_2(arguments, quoted, capsys):
    assert main(["match", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert quoted in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["hard"],
        ["hard", "easy", "--games", "0"],
        ["hard", "easy", "--games", "many"],
        ["hard", "easy", "--max-plies", "0"],
        ["hard", "easy", "--jobs", "0"],
        ["hard", "easy", "--seed", "-1"],
    ],
)
def test_bad_usage_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["match", *arguments])
    assert caught.value.code == 2
    assert "match" in capsys.readouterr().err


def test_openings_in_a_file_are_played_in_turn_with_both_colours(capsys, tmp_path):
    openings, games = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("d6 f4\nb4 d2 d3\n")
    arguments = ["--openings", str(openings), "--pgn", str(games), "--max-plies", "5"]
    assert main(["match", "easy", "random", "--games", "6", *arguments]) == 0
    played = [" ".join(map(str, game.moves[:2])) for game in pgn.read_games(games)]
    assert played == ["d6 f4", "d6 f4", "b4 d2", "b4 d2", "d6 f4", "d6 f4"]


def test_tables_end_games(capsys, tmp_path):
    openings, games = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text(f"{WON}\n")
    arguments = ["--openings", str(openings), "--pgn", str(games), "--tables", str(solved_folder())]
    main(["match", "easy", "random", "--games", "2", *arguments, "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["wins"], report["losses"]) == (1, 1)
    for game in pgn.read_games(games):
        assert (game.moves, game.result) == ((), "1-0")
        assert game.headers["Termination"] == "adjudication"
        assert game.comments == ["judged: win in 13 for White"]


def test_an_engine_that_dies_loses_one_game_and_is_named(capsys, tmp_path):
    a = engine("dies-once", tmp_path / "marker")
    arguments = ["--games", "2", "--max-plies", "6", "--movetime", "50", "--json"]
    assert main(["match", a, "easy", *arguments]) == 1
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert (report["a"], report["losses"], report["draws"]) == (a, 1, 1)
    assert report["crashes"] == {"a": 1, "b": 0}
    assert err.startswith("merels: game 1: engine ")
    assert "has ended with status 3: out of luck" in err


def test_engines_on_several_processes(capsys):
    arguments = ["--games", "4", "--max-plies", "6", "--movetime", "50", "--jobs", "2"]
    assert main(["match", engine("good"), engine("nonsense"), *arguments]) == 0
    out, err = capsys.readouterr()
    assert "Bad Engine 1.0 (B): 4 illegal moves" in out
    assert len(err.splitlines()) == 4


def test_faults_are_counted_by_kind(capsys, tmp_path):
    b = engine("hangs-once", tmp_path / "marker")
    arguments = ["--games", "2", "--max-plies", "6", "--movetime", "50", "--margin", "3000"]
    assert main(["match", "easy", b, *arguments]) == 0
    out, _ = capsys.readouterr()
    assert "Bad Engine 1.0: 1 timeout\n" in out
    assert "easy             " in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_match_leaves_no_engine_behind(tmp_path, jobs):
    marker = tmp_path / "marker"
    arguments = ["--games", "2", "--margin", "600000", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, "-m", "merels", "match", engine("hangs", marker), "random", *arguments],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: marker.exists() and marker.read_text(), 60)
    os.killpg(process.pid, signal.SIGINT)
    _, messages = process.communicate(timeout=300)
    assert process.returncode == 130
    assert messages == b"merels: interrupted; the score of 0 of 2 games: +0 =0 -0  50.0 %  Elo +0\n"
    with pytest.raises(ProcessLookupError):
        os.kill(int(marker.read_text()), 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uci:/no/such/engine", "easy"], "engine '/no/such/engine' cannot be started"),
        (["uci:", "easy"], "the engine's command is missing"),
        (["easy", "uci:true"], "engine 'true' has ended with status 0"),
        (["easy", "hard", "--option-a", "Hash=1"], "'easy' takes no options"),
        (["easy", "uci:true", "--option-b", "Hash"], "'Hash' is not an option"),
        (["easy", "hard", "--openings", "nowhere.txt"], "nowhere.txt"),
        (["easy", "hard", "--pgn", "/no/such/folder/games.pgn"], "/no/such/folder/games.pgn"),
    ],
)
def test_what_cannot_be_played_is_reported_before_the_first_game(arguments, message, capsys):
    assert main(["match", *arguments, "--games", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_an_interrupted_match_prints_the_score_so_far(capsys, monkeypatch):
    from merels.matches import match as matches

    games = []
    play = matches.play_game

    def interrupted(*arguments, **options):
        if len(games) == 3:
            raise KeyboardInterrupt
        games.append(play(*arguments, **options))
        return games[-1]

    monkeypatch.setattr(matches, "play_game", interrupted)
    assert main(["match", "normal", "random", "--games", "9", "--json"]) == 130
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["games"] == report["wins"] + report["draws"] + report["losses"] == 3
    assert err.startswith("merels: interrupted; the score of 3 of 9 games: ")


def test_a_function_that_raises_shows_its_traceback_once(capsys, monkeypatch, tmp_path):
    (tmp_path / "crashing.py").write_text("def choose(game):\n    return 1 // 0  # here\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert main(["match", "py:crashing:choose", "random", "--games", "2"]) == 1
    out, err = capsys.readouterr()
    assert "py:crashing:choose: 2 crashes" in out
    assert err.count("Traceback (most recent call last):") == 1
    assert "return 1 // 0  # here" in err
    assert "callables.py" not in err
    assert err.count("ZeroDivisionError") == 3  # in the traceback, and for each game


def test_an_option_that_the_engine_lacks_is_reported_before_the_first_game(capsys):
    players = [f"uci:{sys.executable} -m merels uci", "random"]
    for option, message in (
        ("Colour=red", "has no option 'Colour'; its options are: hash, threads"),
        ("Level=god", "refuses an option: setoption: Level: 'god' is not a player"),
    ):
        assert main(["match", *players, "--games", "1", "--option-a", option]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err
