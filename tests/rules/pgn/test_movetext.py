"""The moves of a game file: glyphs, comments, variations, and what is wrong with them."""

import pytest
from arrange import moving
from hypothesis import given
from random_games import games

from merels import IllegalMoveError, Move, NotationError, pgn, variant

MOVING = "***O*@**/O@O*@*O@/**@*O*** b m s 5 0 5 0 0 0 0 0 0 0 0 3 12"


def moves(record):
    return [str(move) for move in record.moves]


@pytest.mark.parametrize(
    ("sign", "number"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)]
)
def test_each_sign_is_its_glyph(sign, number):
    for text in (f"1. d6{sign} f4 *", f"1. d6 {sign} f4 *", f"1. d6 ${number} f4 *"):
        assert pgn.parse_game(text).mainline[0].glyphs == [number]


@pytest.mark.parametrize(
    "text",
    [
        "1. d6 f4 2. f6 b4 3. b6xf4 d2 *",
        "1. d6 f4 2. f6 b4 3. b6 xf4 d2 *",
        "1.d6 f4 2.f6 b4 3.b6 xf4 3...d2 *",
        "1. d6 1... f4 2. f6 2... b4 3. b6xf4 3... d2 *",
        "d6 f4 f6 b4 b6 xf4 d2",
        " 1.    d6    f4\n 2.    f6    b4\n 3.    b6xf4    d2\n",
        "\ufeff1. d6 f4\r\n2. f6 b4\r\n3. b6 {a mill} ! xf4 d2\r\n",
        "1 d6 f4 2 f6 b4 3 b6xf4 d2 *",
        "% made by hand\n1. d6 f4 2. f6 b4\n%comment {\n3. b6\nxf4 d2 *",
    ],
)
def test_other_ways_to_write_the_same_moves(text):
    assert moves(pgn.parse_game(text)) == ["d6", "f4", "f6", "b4", "b6xf4", "d2"]


def test_what_stands_between_a_move_and_its_removal_belongs_to_the_turn():
    node = pgn.parse_game("1. d6 f4 2. f6 b4 3. b6! {closed} xf4 $10 d2 *").mainline[4]
    assert (str(node.move), node.glyphs, node.comments) == ("b6xf4", [1, 10], ["closed"])


def test_a_variation_may_replace_the_removal_alone():
    record = pgn.parse_game("1. d6 f4 2. f6 b4 3. b6 xf4 (xb4 3... d2) 3... d3 *")
    ((taken, answer),) = record.mainline[4].variations
    assert (str(taken.move), str(answer.move)) == ("b6xb4", "d2")


def test_comments_stay_where_they_were():
    record = pgn.parse_game(
        '{before the tags}\n[Event "x"]\n; among them\n[Site "y"]\n{before the moves}\n'
        "1. {at the number} d6 {after} {and again} ({first} 1. d2 {in}) {then} f4 (1... b4) {last}"
        " 1-0 {White was late}\n"
    )
    assert record.comments == [
        "before the tags", "among them", "before the moves", "at the number"
    ]  # fmt: skip
    first, second = record.mainline
    assert first.comments == ["after", "and again"]
    assert first.variations[0][0].comments_before == ["first"]
    assert first.variations[0][0].comments == ["in"]
    assert second.comments_before == ["then"]
    assert second.comments == ["last", "White was late"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. d6 f4\n2. d6 *", r"^line 2: move 2, White: 'd6' is illegal in '\S+ w p p .* 2 2': d6"),
        ("1. d6\nf4 2. d2\nf4", r"^line 3: move 2, Black: 'f4' is illegal in .*f4 is occupied"),
        ("1. d6 (1. f4\n f4) *", r"^line 2: move 1, Black: 'f4' is illegal"),
        (f'[FEN "{MOVING}"]\n\n30... c3-g7 *', r"^line 3: move 30, Black: 'c3-g7' .*not adjacent"),
        ("1. d6 f4 2. f6 b4 3. b6\nd2 *", r"^line 1: move 3, White: 'b6' .*must capture a man"),
        ("1. d6 f4 2. f6 b4 3. b6", r"^line 1: move 3, White: 'b6' .*must capture a man"),
        ("1. d6 f4 2. f6 b4 3. b6 (3. a1) xf4", r"'b6' .*must capture a man"),
        ("1. d6 f4 2. f6 b4\n3. b6\n\nxa1", r"^line 4: move 3, White: 'xa1' .*Black has no man"),
        ("1. d6 f4 2. xf4", r"^line 1: move 2, White: 'xf4' .*has not closed a mill"),
        ("1. d6 f4 (xd6)", r"'xd6' .*has not closed a mill"),
    ],
)
def test_an_illegal_move_names_line_number_side_and_position(text, message):
    with pytest.raises(IllegalMoveError, match=message):
        pgn.parse_game(text)


def test_the_text_number_is_not_checked():
    assert moves(pgn.parse_game("7. d6 f4 3... d2")) == ["d6", "f4", "d2"]
    assert pgn.parse_game("1. d6").moves == (Move.parse("d6"),)


# Games from PlayOK, whose points have numbers.

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
