"""Lines of `info`: scores, and lines of play as tokens."""

import pytest
from scripted_search import make_info, make_line, wait_for

from merels import Move, Result, Value
from merels.uci.server.reports import format_score, generate_infos


@pytest.mark.parametrize(
    ("value", "score"),
    [
        (None, "cp 37"),
        (Value(Result.DRAW), "cp 37"),
        (Value(Result.WIN), "cp 37"),
        (Value(Result.WIN, 1), "mate 1"),
        (Value(Result.WIN, 13), "mate 7"),
        (Value(Result.LOSS, 2), "mate -1"),
        (Value(Result.LOSS, 6), "mate -3"),
    ],
)
def test_scores(value, score):
    assert format_score(make_line(Move.parse("d6"), 37, value)) == score


def test_lines_of_play_are_tokens():
    pv = tuple(map(Move.parse, ("d7xb4", "a1-a4xg7", "d6")))
    (info,) = generate_infos(make_info(3, [make_line(pv[0], pv=pv)]))
    assert info.endswith(" pv d7 xb4 a1-a4 xg7 d6")


def test_several_lines_are_numbered_and_one_is_not():
    lines = [make_line(Move.parse(text), 5) for text in ("d6", "f4")]
    (only,) = generate_infos(make_info(4, lines[:1]))
    assert "multipv" not in only
    numbered = list(generate_infos(make_info(4, lines)))
    assert [info.split()[3:5] for info in numbered] == [["multipv", "1"], ["multipv", "2"]]


def test_speed_is_zero_if_no_time_has_passed():
    (info,) = generate_infos(make_info(1, [make_line(Move.parse("d6"))], seconds=0))
    assert " nps 0 " in info


# The board and perft, as the protocol prints them.


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
