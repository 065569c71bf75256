"""The players of a match by name, and the tables that judge their games."""

import pytest
from solved import solved_folder

from merels import Game, Limits, NotationError, Position, Result, Value
from merels.cli.match_players import (
    Contestant,
    Lineup,
    close_tables,
    judge,
    open_own_books,
    open_tables,
    parse_contestant,
)
from merels.uci.client.client import Terms

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"


@pytest.fixture
def tables():
    yield str(solved_folder())
    close_tables()


def test_a_level_is_found_in_any_case():
    assert parse_contestant("Normal", [], Terms()) == Contestant("normal", "normal")


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
        parse_contestant(name, options, Terms())


def test_a_lineup_creates_players_by_key():
    lineup = Lineup({"a": Contestant("random", "random"), "b": Contestant("easy", "easy")})
    assert [lineup(key, seed=1).name for key in "ab"] == ["random", "easy"]


def test_expert_has_the_book_and_the_limits_of_the_match():
    lineup = Lineup({"a": Contestant("expert", "expert")}, limits=Limits(nodes=500))
    player = lineup("a", seed=1)
    game = Game()
    game.push("d6")
    assert player.choose(game) in game.legal_moves
    assert open_own_books() is open_own_books()
    assert open_own_books().get(game.position).result is Result.DRAW
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
