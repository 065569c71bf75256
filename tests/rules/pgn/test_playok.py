"""Games from PlayOK, whose points have numbers."""

import pytest
from arrange import moving
from hypothesis import given
from random_games import games

from merels import IllegalMoveError, NotationError, pgn, variant

# By rows from the top left, typed here so that the derived order is checked against it.
ROWS = (
    "a7 d7 g7",
    "b6 d6 f6",
    "c5 d5 e5",
    "a4 b4 c4 e4 f4 g4",
    "c3 d3 e3",
    "b2 d2 f2",
    "a1 d1 g1",
)
NAMES = [name for row in ROWS for name in row.split()]

GAME = """\
[Event "?"]
[Site "PlayOK"]
[Date "2024.12.26"]
[Round "-"]
[White "ada"]
[Black "bo"]
[Result "0-1"]
[TimeControl "300"]
[WhiteElo "1200"]
[BlackElo "1172"]

1. 1 4 2. 2 5 3. 3x4 6
4. 10 14 0-1
"""
MOVES = ["a7", "b6", "d7", "d6", "g7xb6", "f6", "a4", "f4"]


def moves_of(text):
    return [str(move) for move in pgn.parse_game(text).moves]


def numbered(move):
    """Return a move as PlayOK writes it."""
    for number, name in sorted(enumerate(NAMES, start=1), reverse=True):
        move = move.replace(name, str(number))
    return move


def test_a_game_is_read():
    record = pgn.parse_game(GAME)
    assert [str(move) for move in record.moves] == MOVES
    assert (record.headers["White"], record.result) == ("ada", "0-1")


def test_the_points_are_numbered_by_rows():
    for number, name in enumerate(NAMES, start=1):
        assert moves_of(f"1. {number} *") == [name]


def test_the_tag_is_not_needed():
    assert moves_of(GAME[GAME.index("1. ") :]) == MOVES


@pytest.mark.parametrize(
    "text",
    [
        "1. 1 4 2. 2 5 3. 3x4 6 4. 10 14",
        "1.1 4 2.2 5 3.3x4 6 4.10 14 *",
        "1. 1 4\r\n2. 2 5\r\n3. 3x4\r\n6\r\n4. 10 14 1-0",
        "1 4 2 5 3x4 6 10 14 1/2-1/2",
        "1. 1! {a corner} 4 (1... 5 2. 4) 2. 2 $1 5 ; a line\n3. 3x4 3... 6 4. 10 {last} 14 0-1",
        "1. 1 4 2. 2 5 3. 3 x4 6 4. 10 14",
        "{nothing yet} 1. {now} 1 4 2. 2 5 3. 3x4 6 4. 10 14",
    ],
)
def test_ways_of_writing_it(text):
    assert moves_of(text) == MOVES


def test_the_tag_tells_a_point_from_a_move_number():
    assert moves_of('[Site "PlayOK"]\n\n5 *') == ["d6"]
    assert moves_of('[Site "PlayOK"]\n\n5 {the middle} 8 *') == ["d6", "d5"]
    assert moves_of("5 *") == []
    assert moves_of("1 d6 f4 2 d2 *") == ["d6", "f4", "d2"]


def test_moving_and_capturing_with_numbers():
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
    record = pgn.parse_game(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. 5-2 15-24 2. 2-5 24-15 1/2-1/2')
    assert [str(move) for move in record.moves] == ["d6-d7", "g4-g1", "d7-d6", "g1-g4"]


def test_a_move_is_never_a_result():
    record = pgn.parse_game(f'[FEN "{moving("a7 b6 g1", "d6 d5 f4").fen()}"]\n\n1. 1-2 5-10 0-1')
    assert ([str(move) for move in record.moves], record.marker) == (["a7-d7", "d6-a4"], "0-1")


def test_it_is_written_in_our_notation_and_read_back():
    record = pgn.parse_game(GAME)
    text = str(record)
    assert "1. a7 b6 2. d7 d6 3. g7xb6 f6 4. a4 f4 0-1" in text
    assert '[Site "PlayOK"]' in text
    assert pgn.parse_game(text) == record


@given(games())
def test_whole_games_are_read(game):
    words = [numbered(str(move)) for move in game.history]
    pairs = [" ".join(words[ply : ply + 2]) for ply in range(0, len(words), 2)]
    moves = " ".join(f"{number}. {pair}" for number, pair in enumerate(pairs, start=1))
    tags = f'[Site "PlayOK"]\n[Variant "{pgn.format_variant(game.variant)}"]'
    outcome = game.outcome()
    result = "*" if outcome is None else outcome.result
    record = pgn.parse_game(f"{tags}\n\n{moves} {result}\n")
    assert record.moves == game.history
    assert record.result == result


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1. 1 4\n2. 25", NotationError, "^line 2: move 2, White: '25' is not a point; write poi"),
        ("1. 1 0", NotationError, "'0' is not a point"),
        ("1. 1 4 2. 2x1234567", NotationError, "'1234567' is not a point"),
        ("1. 1 d6", NotationError, "'d6' is not a move; write points as numbers, 1 to 24"),
        ("1. 5-8x", NotationError, "'5-8x' is not a move; write d6"),
        ("1. 3 4 2. 5 8x", NotationError, "'8x' is not a move; write points as numbers"),
        ("1. d6 5-8", NotationError, "'5-8' is not a move; write d6 to place"),
        ("1. d6 f4 2. 5", NotationError, "'5' is not a move; write d6 to place"),
        ("1. d6 f4 2 2 d2", NotationError, "'2' is not a move; write d6 to place"),
        ("1. 2. d6", NotationError, "^line 1: move 1, White: no move before the move number '2'"),
        ("1. 1\n1", IllegalMoveError, r"^line 2: move 1, Black: '1' \(a7\) is illegal in "),
        (
            "1. 1 4 2. 2 5 3. 3 6",
            IllegalMoveError,
            r"White: '3' \(g7\) is illegal in .*: it closes",
        ),
        ("1. 1 4 2. 1-2", IllegalMoveError, r"'1-2' \(a7-d7\) is illegal"),
    ],
)
def test_errors_quote_the_move_as_written(text, error, message):
    with pytest.raises(error, match=message):
        pgn.parse_game(text)


def test_points_of_other_boards_have_no_numbers():
    with pytest.raises(NotationError, match="'24' is not a point"):
        pgn.parse_game('[Variant "Six Men\'s Morris"]\n\n1. 24 1 *')
    twelve = pgn.parse_game('[Variant "Twelve Men\'s Morris"]\n\n1. 24 1 *')
    assert [str(move) for move in twelve.moves] == ["g1", "a7"]
    assert twelve.moves[0].board == variant("twelve").board
