"""The report of a match: a line of progress, a table, JSON, a game file."""

import json

from merels import BLACK, WHITE, Game, pgn
from merels.cli import main
from merels.cli.match_players import Contestant
from merels.cli.match_report import Report
from merels.matches.faults import Fault
from merels.matches.match import Forfeit, PlayedGame

A, B = Contestant("easy", "easy"), Contestant("uci:engine", "Engine 1.0")


def test_table_shows_both_sides(capsys):
    assert main(["match", "normal", "random", "--games", "3", "--max-plies", "8"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["wins", "draws", "losses", "score"]
    assert lines[1] == ["normal", "0", "3", "0", "50.0", "%"]
    assert lines[2] == ["random", "0", "3", "0", "50.0", "%"]


def test_progress_is_shown_in_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(["match", "random", "random", "--games", "2", "--max-plies", "6", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["draws"] == 2
    assert "2 of 2 games: +0 =2 -0" in err


def test_games_are_saved(capsys, tmp_path):
    file = tmp_path / "games.pgn"
    arguments = ["match", "easy", "random", "--games", "2", "--pgn", str(file), "--json"]
    main(arguments)
    main([*arguments, "--max-plies", "6"])
    capsys.readouterr()
    games = list(pgn.read_games(file))
    assert [game.headers["Round"] for game in games] == ["1", "2", "1", "2"]
    assert [game.headers["White"] for game in games] == ["easy", "random"] * 2
    assert [game.headers["Termination"] for game in games] == [
        *("normal", "normal"),
        *("adjudication", "adjudication"),
    ]
    assert games[2].mainline[-1].comments == ["too long"]
    assert (games[0].moves[:4], games[2].result) == (games[1].moves[:4], "1/2-1/2")


def test_scores_are_those_of_a():
    report = Report(A, B, games=3)
    for index, loser in enumerate((BLACK, BLACK, WHITE)):
        forfeit = Forfeit(loser, Fault.CRASH, "engine ended")
        report.add(PlayedGame(index, WHITE, Game(), forfeit), seconds=1.0 + index)
    document = report.to_json()
    assert (document["wins"], document["losses"], document["seconds"]) == (2, 1, 3.0)
    assert document["crashes"] == {"a": 1, "b": 2}
    assert report.progress().startswith("3 of 3 games: +2 =0 -1  66.7 %  Elo +120")
    *_, a_faults, b_faults = report.draw()
    assert (a_faults, b_faults) == ("easy: 1 crash", "Engine 1.0: 2 crashes")


def test_players_with_the_same_name_are_told_apart():
    report = Report(A, A, games=1)
    report.add(PlayedGame(0, WHITE, Game()), seconds=1.0)
    rows = [line.partition("  ")[0] for line in report.draw()]
    assert rows[1:3] == ["easy (A)", "easy (B)"]
