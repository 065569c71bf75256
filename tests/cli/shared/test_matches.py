"""The players of a match by name, and the tables that judge their games."""

import json

import pytest
from solved import solved_folder

from merels import BLACK, WHITE, Game, Limits, NotationError, Position, Result, Value, pgn
from merels.cli import main
from merels.cli.shared.matches import (
    Contestant,
    Lineup,
    MatchReport,
    close_tables,
    judge,
    open_shipped_books,
    open_tables,
    parse_contestant,
)
from merels.matches.match import Fault, Forfeit, PlayedGame
from merels.uci.client.client import SearchTerms

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"


@pytest.fixture
def tables():
    yield str(solved_folder())
    close_tables()


def test_a_level_is_found_in_any_case():
    assert parse_contestant("Normal", [], SearchTerms()) == Contestant("normal", "normal")


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("genius", [], "'genius'"),
        ("easy", ["Hash=1"], "'easy' takes no options"),
        ("uci:true", ["Hash"], "'Hash' is not an option; write NAME=VALUE"),
        ("uci:true", [" =1"], "' =1' is not an option"),
    ],
)
def test_bad_names_and_options_are_refused(name, options, problem):
    with pytest.raises(NotationError, match=problem):
        parse_contestant(name, options, SearchTerms())


def test_a_lineup_creates_players_by_key():
    lineup = Lineup({"a": Contestant("random", "random"), "b": Contestant("easy", "easy")})
    assert [lineup(key, seed=1).name for key in "ab"] == ["random", "easy"]


def test_expert_has_the_book_and_the_limits_of_the_match():
    lineup = Lineup({"a": Contestant("expert", "expert")}, limits=Limits(nodes=500))
    player = lineup("a", seed=1)
    game = Game()
    game.push("d6")
    assert player.choose(game) in game.legal_moves
    assert open_shipped_books() is open_shipped_books()
    assert open_shipped_books().get(game.position).result is Result.DRAW
    close_tables()


def test_tables_are_opened_once(tables):
    assert open_tables(tables) is open_tables(tables)


def test_closed_tables_are_opened_again(tables):
    before = open_tables(tables)
    close_tables()
    assert open_tables(tables) is not before


def test_games_are_judged_once_all_men_are_placed(tables):
    assert judge(tables, Position.from_fen(WON)) == Value(Result.WIN, 13)
    assert judge(tables, Position.start()) is None


# The report of a match: a line of progress, a table, JSON, a game file.

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
    report = MatchReport(A, B, games=3)
    for index, loser in enumerate((BLACK, BLACK, WHITE)):
        forfeit = Forfeit(loser, Fault.CRASH, "engine ended")
        report.add(PlayedGame(index, WHITE, Game(), forfeit), seconds=1.0 + index)
    document = report.to_json()
    assert (document["wins"], document["losses"], document["seconds"]) == (2, 1, 3.0)
    assert document["crashes"] == {"a": 1, "b": 2}
    assert report.progress().startswith("3 of 3 games: +2 =0 -1  66.7 %  Elo +120")
    *_, a_faults, b_faults = report.draw()
    assert (a_faults, b_faults) == ("easy: 1 crash", "Engine 1.0: 2 crashes")


def test_faults_are_counted_for_the_side_that_made_them():
    report = MatchReport(A, B, games=4)
    for a_color, loser, fault in (
        (WHITE, WHITE, Fault.TIMEOUT),
        (BLACK, BLACK, Fault.TIMEOUT),
        (BLACK, WHITE, Fault.ILLEGAL_MOVE),
    ):
        report.add(PlayedGame(0, a_color, Game(), Forfeit(loser, fault, "it was late")), 1.0)
    report.add(PlayedGame(0, WHITE, Game()), 1.0)
    document = report.to_json()
    assert (document["wins"], document["draws"], document["losses"]) == (1, 1, 2)
    assert (document["timeouts"], document["crashes"]) == ({"a": 2, "b": 0}, {"a": 0, "b": 0})
    assert document["illegal_moves"] == {"a": 0, "b": 1}


def test_players_with_the_same_name_are_told_apart():
    report = MatchReport(A, A, games=1)
    report.add(PlayedGame(0, WHITE, Game()), seconds=1.0)
    rows = [line.partition("  ")[0] for line in report.draw()]
    assert rows[1:3] == ["easy (A)", "easy (B)"]
