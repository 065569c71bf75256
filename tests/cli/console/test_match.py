from __future__ import annotations

import pytest

from merels import BLACK, WHITE, Game, IllegalMoveError, Move, create_player
from merels.cli.console.match import Match

COMPUTER = create_player("random", seed=1)
HUMANS = {WHITE: None, BLACK: None}
WHITE_HUMAN = {WHITE: None, BLACK: COMPUTER}
BLACK_HUMAN = {WHITE: COMPUTER, BLACK: None}
COMPUTERS = {WHITE: COMPUTER, BLACK: COMPUTER}
BEFORE_MILL = ("A1", "B2", "A4", "B4")


def start(players: dict, *turns: str) -> Match:
    match = Match(Game(), players)
    for turn in turns:
        match.play(Move.parse_console(turn))
    return match


def turns(match: Match) -> list[str]:
    return [move.console() for move in match.game.history]


def test_a_mill_awaits_its_capture():
    match = start(HUMANS, *BEFORE_MILL)
    assert match.play(Move.parse_console("A7")) is None
    assert match.game.is_mid_turn
    assert turns(match) == list(BEFORE_MILL)
    whole = match.play(Move.parse_console("xB2"))
    assert whole == Move.parse_console("A7xB2")
    assert turns(match) == [*BEFORE_MILL, "A7xB2"]
    assert not match.game.is_mid_turn


def test_a_mill_awaiting_its_capture_is_taken_back_alone():
    match = start(HUMANS, *BEFORE_MILL, "A7")
    match.undo()
    assert turns(match) == list(BEFORE_MILL)
    assert not match.game.is_mid_turn


def test_while_a_capture_is_due_nothing_else_is_played():
    match = start(HUMANS, *BEFORE_MILL, "A7")
    with pytest.raises(IllegalMoveError, match="must capture a man"):
        match.play(Move.parse_console("D1"))
    with pytest.raises(IllegalMoveError, match="Black has no man on G7"):
        match.play(Move.parse_console("xG7"))
    with pytest.raises(IllegalMoveError, match="no move to replay"):
        match.redo()
    assert match.game.is_mid_turn


def test_an_illegal_move_is_explained_in_console_coordinates():
    match = start(HUMANS, "D6")
    with pytest.raises(IllegalMoveError, match=r"^D6 is occupied$"):
        match.play(Move.parse_console("D6"))


def test_two_humans_take_back_one_turn_at_a_time():
    match = start(HUMANS, "A1", "B2")
    assert match.undo() == "Took back one move."
    assert turns(match) == ["A1"]
    assert match.redo() == "Replayed one move."
    assert turns(match) == ["A1", "B2"]


def test_against_a_computer_undo_goes_back_to_the_humans_turn():
    match = start(WHITE_HUMAN, "A1", "B2", "A4", "B4")
    assert match.undo() == "Took back 2 moves."
    assert turns(match) == ["A1", "B2"]
    assert match.redo() == "Replayed 2 moves."
    assert turns(match) == ["A1", "B2", "A4", "B4"]


def test_the_computers_first_turn_is_not_taken_back():
    match = start(BLACK_HUMAN, "A1")
    with pytest.raises(IllegalMoveError, match="you have no move"):
        match.undo()
    assert turns(match) == ["A1"]


def test_between_two_computers_nothing_is_taken_back():
    with pytest.raises(IllegalMoveError, match="you have no move"):
        start(COMPUTERS, "A1", "B2").undo()


def test_undo_before_the_computer_has_answered_takes_one_turn():
    match = start(WHITE_HUMAN, "A1", "B2", "A4")
    match.undo()
    assert turns(match) == ["A1", "B2"]


@pytest.mark.parametrize("played", [(), ("A1", "B2")])
def test_a_resignation_is_taken_back_alone(played: tuple[str, ...]):
    match = start(HUMANS, *played)
    match.resign()
    assert match.outcome is not None
    assert match.outcome.winner is BLACK
    with pytest.raises(IllegalMoveError, match="over"):
        match.resign()
    with pytest.raises(IllegalMoveError, match="no move to replay"):
        match.redo()
    assert match.undo() == "Took back the resignation."
    assert match.outcome is None
    assert turns(match) == list(played)


def test_a_resigned_start_keeps_its_counters():
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 12 31"
    match = Match(Game.from_fen(fen), HUMANS)
    match.resign()
    match.undo()
    assert match.game.fen() == fen


def test_after_the_end_nothing_is_played():
    match = start(HUMANS)
    match.resign()
    assert match.player_to_move() is None
    with pytest.raises(IllegalMoveError, match="over"):
        match.play(Move.parse_console("A1"))


def test_players_and_names():
    match = start(WHITE_HUMAN)
    assert match.player_to_move() is None
    match.play(Move.parse_console("A1"))
    assert match.player_to_move() is COMPUTER
    assert match.names == {WHITE: "human", BLACK: "random"}
    assert not match.watched
    assert start(COMPUTERS).watched
