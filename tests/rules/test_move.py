"""Moves as text: algebraic, console and single tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import positions

import merels
from merels import Move, NotationError

POINT = st.integers(0, 23)
MAYBE = st.none() | POINT
WHOLE_TURNS = st.builds(Move, MAYBE, POINT, MAYBE)
MOVES = WHOLE_TURNS | st.builds(Move, st.none(), st.none(), POINT)
SCRAPS = st.sampled_from(["a1", "A1", "d6", "D6", "x", "X", "-", "a2", "g7", " ", "x-", "é", "٣"])


@pytest.mark.parametrize(
    ("text", "console", "move"),
    [
        ("d6", "D2", Move(None, 9)),
        ("a1-a4", "A7A4", Move(6, 7)),
        ("d6xb4", "D2xB4", Move(None, 9, 15)),
        ("a1-a4xg7", "A7A4xG1", Move(6, 7, 2)),
        ("xg7", "xG1", Move(None, None, 2)),
    ],
)
def test_the_forms_of_a_turn(text, console, move):
    assert Move.parse(text) == move
    assert str(move) == text
    assert move.console() == console
    for spelling in (console, console.lower(), console.upper()):
        assert Move.parse_console(spelling) == move


@given(MOVES)
def test_round_trips(move):
    assert Move.parse(str(move)) == move
    assert Move.parse_console(move.console()) == move
    assert Move.parse_console(move.console().swapcase()) == move
    assert "".join(move.tokens()) == str(move)
    assert eval(repr(move), vars(merels)) == move
    assert hash(Move(move.origin, move.target, move.captured)) == hash(move)


@given(positions())
def test_legal_moves_of_a_position_have_different_names(position):
    moves = list(position.legal_moves)
    assert len({str(move) for move in moves}) == len(moves)
    assert len({move.console() for move in moves}) == len(moves)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "d", "d6-", "-d6", "d6x", "x", "a1a4", "a1-a4-a7", "a1-a4xg7xd", "a1 - a4",
        "d6\n", " d6", "a1–a4", "d6Xb4", "a1-xg7", "xg7xd", "d6-d5x", "\0", "d６", "🂡" * 5,
        "d6" * 10_000,
    ],
)  # fmt: skip
def test_malformed_algebraic_turns(text):
    with pytest.raises(NotationError, match="is not a move; write d6 to place") as caught:
        Move.parse(text)
    assert repr(text)[:20] in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text",
    [
        "", "D", "A1-A4", "A1A4A7", "A1A4x", "x", "A1 A4", "D6\n", "A1A4xG7xD", "D6x", "\x1b[A",
        "A1A", "Ａ1", "D6" * 10_000,
    ],
)  # fmt: skip
def test_malformed_console_turns(text):
    with pytest.raises(NotationError, match="is not a move; write D6 to place") as caught:
        Move.parse_console(text)
    assert repr(text)[:20] in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "point"), [("a2", "a2"), ("a1-d4", "d4"), ("d6xh8", "h8"), ("D6", "D6")]
)
def test_unknown_points_are_quoted(text, point):
    with pytest.raises(NotationError, match=f"'{point}' is not a point"):
        Move.parse(text)


@pytest.mark.parametrize(("text", "point"), [("A2", "A2"), ("a1d4", "d4"), ("D6xH8", "H8")])
def test_unknown_console_points_are_quoted(text, point):
    with pytest.raises(NotationError, match=f"'{point}' is not a point"):
        Move.parse_console(text)


@pytest.mark.parametrize(
    "points",
    [(24, 0), (-1, 0), (0, 24), (0, 1, 24), (0, None), (0, None, 1), ("a1", 0)],
)
def test_points_out_of_range_are_refused(points):
    with pytest.raises(NotationError):
        Move(*points)


@given(
    st.text()
    | st.lists(SCRAPS, max_size=6).map("".join)
    | st.binary().map(lambda b: b.decode("latin-1"))
)
def test_any_text_parses_and_round_trips_or_is_refused(text):
    for parse, write in ((Move.parse, str), (Move.parse_console, Move.console)):
        try:
            move = parse(text)
        except NotationError:
            continue
        assert parse(write(move)) == move
        assert write(move).lower() == text.lower()
