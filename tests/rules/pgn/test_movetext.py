"""The moves of a game file: glyphs, comments, variations, and what is wrong with them."""

import pytest

from merels import IllegalMoveError, Move, pgn

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
