"""Lines of `info`: scores, and lines of play as tokens."""

import pytest
from scripted_search import make_info, make_line

from merels import Move, Result, Value
from merels.uci.server.infos import format_score, generate_infos


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
