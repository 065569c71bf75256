"""The board and perft, as the protocol prints them."""

import pytest
from scripted_search import wait_for


def test_the_board(peer):
    peer.send("position startpos moves d6 f4 d5 b4 d7", "d")
    assert peer.receive() == [
        "7   *-----------O-----------*",
        "    |           |           |",
        "6   |   *-------O-------*   |",
        "    |   |       |       |   |",
        "5   |   |   *---O---*   |   |",
        "    |   |   |       |   |   |",
        "4   *---@---*       *---@---*",
        "    |   |   |       |   |   |",
        "3   |   |   *---*---*   |   |",
        "    |   |       |       |   |",
        "2   |   *-------*-------*   |",
        "    |           |           |",
        "1   *-----------*-----------*",
        "",
        "    a   b   c   d   e   f   g",
        "",
        "fen: O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3",
        "moves: xb4 xf4",
    ]


def test_the_board_of_a_finished_game(peer):
    peer.send("position fen ***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1", "d")
    assert peer.receive()[-1] == "result: 0-1, too few men"


def test_perft(peer):
    peer.send("perft 3")
    received = []
    wait_for(lambda: received.extend(peer.receive()) or "leaves: 12144" in received)
    assert received[:2] == ["a7: 506", "d7: 506"]
    assert len(received) == 26


def test_perft_stops(peer):
    peer.send("perft 30")
    peer.send("stop")
    wait_for(lambda: "info string perft was stopped" in peer.stream.getvalue())


def test_a_capture_that_ends_the_game_has_no_static_value(peer):
    fen = "O*@*****/O***@***/O**@**** w m r 3 0 3 0 1 0 0 0 0 0 0 0 30"
    peer.send(f"position fen {fen}", "eval")
    assert peer.receive()[0] == "no static value: a capture ends the game for White"


@pytest.mark.parametrize("turn", ["w", "b"])
def test_the_static_value_is_whites_and_says_in_what(peer, turn):
    peer.send(
        f"position fen ***O*@**/O@O*@*O@/**@*O*** {turn} m s 5 0 5 0 0 0 0 0 0 0 0 0 1", "eval"
    )
    score = "+0.12" if turn == "w" else "-0.12"
    assert peer.receive()[0].startswith(f"static value: {score} men for White, who can expect ")
