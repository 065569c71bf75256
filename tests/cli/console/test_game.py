from __future__ import annotations

import pytest
from scripted_search import make_info, make_line
from solved import solved_folder

from merels import (
    BLACK,
    WHITE,
    Game,
    IllegalMoveError,
    Move,
    Result,
    Value,
    create_player,
    open_tablebase,
    results,
)
from merels.cli.console.game import Commentary, ConsoleGame
from merels.cli.shared.view import describe_estimate
from merels.values.known_positions import ExactValues

COMPUTER = create_player("random", seed=1)
HUMANS = {WHITE: None, BLACK: None}
WHITE_HUMAN = {WHITE: None, BLACK: COMPUTER}
BLACK_HUMAN = {WHITE: COMPUTER, BLACK: None}
COMPUTERS = {WHITE: COMPUTER, BLACK: COMPUTER}
BEFORE_MILL = ("A1", "B2", "A4", "B4")


def start(players: dict, *turns: str) -> ConsoleGame:
    current = ConsoleGame(Game(), players)
    for turn in turns:
        current.play(Move.parse_console(turn))
    return current


def turns(current: ConsoleGame) -> list[str]:
    return [move.console() for move in current.game.history]


def test_a_mill_waits_for_its_capture():
    current = start(HUMANS, *BEFORE_MILL)
    assert current.play(Move.parse_console("A7")) is None
    assert current.game.is_mid_turn
    assert turns(current) == list(BEFORE_MILL)
    whole = current.play(Move.parse_console("xB2"))
    assert whole == Move.parse_console("A7xB2")
    assert turns(current) == [*BEFORE_MILL, "A7xB2"]
    assert not current.game.is_mid_turn


def test_a_mill_that_waits_is_taken_back_alone():
    current = start(HUMANS, *BEFORE_MILL, "A7")
    current.undo()
    assert turns(current) == list(BEFORE_MILL)
    assert not current.game.is_mid_turn


def test_while_a_mill_waits_nothing_else_is_played():
    current = start(HUMANS, *BEFORE_MILL, "A7")
    with pytest.raises(IllegalMoveError, match="must capture a man"):
        current.play(Move.parse_console("D1"))
    with pytest.raises(IllegalMoveError, match="Black has no man on G7"):
        current.play(Move.parse_console("xG7"))
    with pytest.raises(IllegalMoveError, match="no move to replay"):
        current.redo()
    assert current.game.is_mid_turn


def test_an_illegal_move_is_explained_in_console_coordinates():
    current = start(HUMANS, "D6")
    with pytest.raises(IllegalMoveError, match=r"^D6 is occupied$"):
        current.play(Move.parse_console("D6"))


def test_two_humans_take_back_turn_by_turn():
    current = start(HUMANS, "A1", "B2")
    assert current.undo() == "Took back one move."
    assert turns(current) == ["A1"]
    assert current.redo() == "Replayed one move."
    assert turns(current) == ["A1", "B2"]


def test_against_a_computer_undo_goes_back_to_the_humans_turn():
    current = start(WHITE_HUMAN, "A1", "B2", "A4", "B4")
    assert current.undo() == "Took back 2 moves."
    assert turns(current) == ["A1", "B2"]
    assert current.redo() == "Replayed 2 moves."
    assert turns(current) == ["A1", "B2", "A4", "B4"]


def test_the_computers_first_turn_is_not_taken_back():
    current = start(BLACK_HUMAN, "A1")
    with pytest.raises(IllegalMoveError, match="you have no move"):
        current.undo()
    assert turns(current) == ["A1"]


def test_two_computers_take_nothing_back():
    with pytest.raises(IllegalMoveError, match="you have no move"):
        start(COMPUTERS, "A1", "B2").undo()


def test_undo_before_the_computer_has_answered_takes_one_turn():
    current = start(WHITE_HUMAN, "A1", "B2", "A4")
    current.undo()
    assert turns(current) == ["A1", "B2"]


@pytest.mark.parametrize("played", [(), ("A1", "B2")])
def test_a_resignation_is_taken_back_alone(played: tuple[str, ...]):
    current = start(HUMANS, *played)
    current.resign()
    assert current.outcome is not None
    assert current.outcome.winner is BLACK
    with pytest.raises(IllegalMoveError, match="over"):
        current.resign()
    with pytest.raises(IllegalMoveError, match="no move to replay"):
        current.redo()
    assert current.undo() == "Took back the resignation."
    assert current.outcome is None
    assert turns(current) == list(played)


def test_a_resigned_start_keeps_its_counters():
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 12 31"
    current = ConsoleGame(Game.from_fen(fen), HUMANS)
    current.resign()
    current.undo()
    assert current.game.fen() == fen


def test_after_the_end_nothing_is_played():
    current = start(HUMANS)
    current.resign()
    assert current.player_to_move() is None
    with pytest.raises(IllegalMoveError, match="over"):
        current.play(Move.parse_console("A1"))


def test_players_and_names():
    current = start(WHITE_HUMAN)
    assert current.player_to_move() is None
    current.play(Move.parse_console("A1"))
    assert current.player_to_move() is COMPUTER
    assert current.names == {WHITE: "human", BLACK: "random"}
    assert not current.watched
    assert start(COMPUTERS).watched


# What the console says about players and hints, with its source.

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
FIVE_EACH = "O*@*O*@*/*@*O*@*O/O***@*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"


@pytest.fixture
def commentary():
    with open_tablebase(solved_folder()) as tablebase:
        yield Commentary(ExactValues(tablebase))


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (WON, "f4-d3", "win in 13 plies (from the tables)"),
        (Game().fen(), "d6", "draw (from the book)"),
        (results()["longest_game"]["fen"], "f2", "loss in 206 plies (from the shipped results)"),
        (FIVE_EACH, "a1-a4", ""),
    ],
)
def test_a_hint_names_the_source_of_its_value(commentary, fen, move, words):
    assert commentary.describe_hint(Game.from_fen(fen), Move.parse(move)) == words


def test_a_hint_by_search_is_an_estimate_or_a_proof(commentary):
    game = Game.from_fen(FIVE_EACH)
    move = next(iter(game.legal_moves))
    commentary.hear(make_info(9, [make_line(move, 54)]))
    assert commentary.describe_hint(game, move) == describe_estimate(54, game.position)
    assert commentary.describe_hint(game, move) == "", "that search is over"
    commentary.hear(make_info(9, [make_line(move, value=Value(Result.WIN, 9))]))
    assert commentary.describe_hint(game, move) == "win in 9 plies (proved by search)"


def test_without_tables_a_hint_is_a_quick_estimate():
    move = Move.parse("d6")
    assert Commentary(None).describe_hint(Game(), move).endswith(" % (quick estimate)")
    winning = Game.from_fen(WON.replace(" w ", " b "))
    assert Commentary(None).describe_hint(winning, next(iter(winning.legal_moves)))


def test_a_perfect_player_says_whether_it_is_exact(commentary):
    won, open_ = Game.from_fen(WON).position, Game().position
    assert commentary.describe_player("perfect", won) == "perfect, exact here"
    assert commentary.describe_player("perfect", open_) == "perfect, searching: tables missing"
    assert commentary.describe_player("expert", open_) == "expert"
