"""Positions, moves and values of the rules are what pictures are made of."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from own_variant import CROSSES
from random_games import play_randomly, positions

from merels import (
    BLACK,
    DRAW,
    VARIANTS,
    WHITE,
    Game,
    Move,
    NotationError,
    Position,
    Result,
    Value,
    Variant,
    svg,
    variant,
)
from merels.board.board import THREE_SQUARES, Board
from merels.svg.drawing import COORDINATES, DrawnPosition, _Sheet, position_of
from merels.svg.themes import THEMES, number


def test_a_position_stands_for_itself_and_a_game_for_its_current_position():
    game = Game()
    game.push("d6")
    assert isinstance(game.position, DrawnPosition)
    assert position_of(game) is position_of(game.position) is game.position


@pytest.mark.parametrize("wrong", [None, 3, "d6", Position, Position.start().fen()])
def test_anything_else_is_quoted(wrong):
    with pytest.raises(NotationError, match="is not a position; give a Position or a Game"):
        position_of(wrong)


# Pictures: well formed, distinct, and accessible to screen readers.

NAMESPACE = "{http://www.w3.org/2000/svg}"
MIDDLE = Position.from_fen("***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1")


def parse(picture):
    return ElementTree.fromstring(picture)


def find(root, tag, **attributes):
    """Return the elements of a kind with these attributes."""
    return [
        each
        for each in root.iter(NAMESPACE + tag)
        if all(each.get(key.replace("_", "-")) == value for key, value in attributes.items())
    ]


def bodies(root, color, theme="light"):
    """Return where the men of a colour are: the large discs in its fill."""
    fill = getattr(THEMES[theme], color).fill
    return {
        (float(each.get("cx")), float(each.get("cy")))
        for each in find(root, "circle", fill=fill, r="25")
    }


def spots(mask, board=THREE_SQUARES):
    places = _Sheet(board, THEMES["light"]).spots
    return {(round(x, 2), round(y, 2)) for p, (x, y) in enumerate(places) if mask >> p & 1}


@given(positions())
@settings(max_examples=50)
def test_every_man_stands_on_its_point(position):
    root = parse(svg.board(position))
    assert bodies(root, "white") == spots(position.white)
    assert bodies(root, "black") == spots(position.black)
    for color, hand in (("white", position.white_in_hand), ("black", position.black_in_hand)):
        assert len(find(root, "circle", fill=getattr(THEMES["light"], color).fill, r="8.5")) == hand


@given(positions())
@settings(max_examples=50)
def test_a_description_names_every_man(position):
    root = parse(svg.board(position))
    assert root[0].tag == NAMESPACE + "title"
    assert root[0].text == f"Nine Men's Morris, {position.turn} to move"
    white, black = root[1].text.split(" Black on ")
    for text, men, hand in (
        (white, position.white, position.white_in_hand),
        (black, position.black, position.black_in_hand),
    ):
        assert len(re.findall(r"\b[a-g][1-7]\b", text)) == men.bit_count()
        assert (f"{hand} in hand" in text) == (hand > 0)
    assert root.get("role") == "img"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_pictures_have_no_styles_and_no_ids(theme, coordinates):
    """A page may have several, and strict content security policies forbid styles."""
    picture = svg.board(MIDDLE, theme=theme, coordinates=coordinates)
    root = parse(picture)
    for each in root.iter():
        assert not set(each.keys()) & {"id", "style", "class", "href", "onclick"}
    assert not find(root, "style")
    assert bodies(root, "white", theme) == spots(MIDDLE.white)


def test_the_size_is_the_width():
    root = parse(svg.board(MIDDLE, size=260))
    assert (root.get("width"), root.get("height")) == ("260", "280")
    assert root.get("viewBox") == "0 0 520 560"


def labels(root):
    return [each.text for each in find(root, "text")]


def test_coordinates():
    algebraic, console = (
        labels(parse(svg.board(MIDDLE, coordinates=name))) for name in ("algebraic", "console")
    )
    assert algebraic == list("a7b6c5d4e3f2g1")
    assert console == list("A1B2C3D4E5F6G7")
    assert labels(parse(svg.board(MIDDLE, coordinates="none"))) == []
    assert "White on D1" not in svg.board(MIDDLE)
    assert "White on" in svg.board(MIDDLE, coordinates="console")
    assert "G4" in parse(svg.board(MIDDLE, coordinates="console"))[1].text


def test_values_colour_points_and_are_described():
    values = {"a1": Value(Result.WIN, 13), "a7": Value(Result.LOSS, 4), "e4": DRAW, "b6": DRAW}
    root = parse(svg.board(MIDDLE, values=values, coordinates="none"))
    look = THEMES["light"]
    won = find(root, "circle", fill=look.win.fill)
    assert [(each.get("cx"), each.get("cy")) for each in won] == [("60", "460")]
    assert len(find(root, "circle", fill=look.loss.fill)) == 1
    assert len(find(root, "circle", fill=look.draw.fill)) == 2  # one of them next to a man
    assert len(find(root, "circle", stroke=look.draw.fill)) == 1  # around that man
    assert sorted(labels(root)) == ["13", "4", "=", "="]
    assert "Values: a7 loss in 4, a1 win in 13, b6 draw, e4 draw." in root[1].text


def test_a_value_without_distance_is_only_coloured():
    root = parse(svg.board(MIDDLE, values={6: Value(Result.WIN)}, coordinates="none"))
    assert len(find(root, "circle", fill=THEMES["light"].win.fill)) == 1
    assert labels(root) == []


def test_highlights_arrows_and_moves():
    look = THEMES["light"]
    plain = parse(svg.board(MIDDLE))
    marked = parse(svg.board(MIDDLE, highlights=["a7", 2]))
    rings = {(e.get("cx"), e.get("cy")) for e in find(marked, "circle", stroke=look.mark)}
    assert rings == {("60", "60"), ("460", "60")}
    assert not find(plain, "polygon")
    both = parse(svg.board(MIDDLE, arrows=[("d5", "c5"), Move.parse("b4-a4xe5")]))
    assert len(find(both, "polygon", fill=look.arrow)) == 2
    assert len(find(both, "line", stroke=look.loss.fill)) == 2  # the cross over the man taken
    placing = parse(svg.board(Position.start(), arrows=[Move.parse("d6")]))
    assert len(find(placing, "circle", stroke=look.arrow)) == 1
    assert not find(placing, "polygon")


def test_the_last_move_is_marked():
    before = Position.from_fen("O*******/O@******/*O****@@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 1")
    move = Move.parse("g7-d7xa4")
    after = before.play(move)
    look = THEMES["light"]
    root = parse(svg.board(after, last_move=move))
    assert len(find(root, "circle", stroke=look.mark, stroke_dasharray="5 5")) == 1
    assert len(find(root, "line", stroke=look.loss.fill)) == 2
    game = Game(before)
    assert game._repr_svg_() == svg.board(before) == before._repr_svg_()
    game.push(move)
    assert game._repr_svg_() == svg.board(after, last_move=move) != svg.board(after)


def test_the_side_to_move_is_marked():
    sides = {
        color: parse(svg.board(Position(0b111, 0b111 << 8, turn=color))) for color in (WHITE, BLACK)
    }
    marks = {
        color: float(find(root, "circle", fill=THEMES["light"].mark)[0].get("cx"))
        for color, root in sides.items()
    }
    assert marks[WHITE] < 260 < marks[BLACK]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "sepia"}, "theme: 'sepia' is not one of light, dark, high-contrast"),
        ({"coordinates": True}, "coordinates: True is not one of algebraic, console, none"),
        ({"size": 0}, "size: 0 is not a width in pixels from 16 to 10,000"),
        ({"size": float("nan")}, "size: nan is not a width"),
        ({"size": "360"}, "size: '360' is not a width"),
        ({"highlights": [24]}, "24 is not a point; points are numbered 0 to 23"),
        ({"highlights": ["A1"]}, "'A1' is not a point"),
        ({"values": {"d4": DRAW}}, "'d4' is not a point"),
        ({"arrows": [("a1", "a1")]}, "two different points"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(NotationError, match=re.escape(message)):
        svg.board(MIDDLE, **options)


def luminance(color):
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, two):
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_text_and_marks_have_enough_contrast(name):
    """The contrasts of WCAG 2: 4.5 for text, 3 for what is drawn; 7 for text in high contrast."""
    look = THEMES[name]
    text = 7 if name == "high-contrast" else 4.5
    assert contrast(look.text, look.paper) >= text
    for ink in (look.win, look.draw, look.loss):
        assert contrast(ink.fill, ink.text) >= text
    for mark in (look.line, look.mark, look.arrow, look.win.fill, look.loss.fill):
        assert contrast(mark, look.board) >= 3
    assert contrast(look.white.fill, look.black.fill) >= 10


def test_moves_may_be_text():
    for text in ("d6", "a1-a4", "d6xb4", "xg7"):
        assert svg.board(MIDDLE, arrows=[text]) == svg.board(MIDDLE, arrows=[Move.parse(text)])
        assert svg.board(MIDDLE, last_move=text) == svg.board(MIDDLE, last_move=Move.parse(text))


@pytest.mark.parametrize("wrong", ["a1a4", "d9", 7, None])
def test_text_that_is_not_a_move_is_quoted(wrong):
    with pytest.raises(NotationError, match=repr(wrong)):
        svg.board(MIDDLE, arrows=[wrong])


FAMILY = pytest.mark.parametrize("variant", [*VARIANTS.values(), CROSSES], ids=lambda v: v.name)


@FAMILY
def test_every_board_is_drawn_within_its_frame(variant):
    """With the men that a random game has, and all its lines and edges."""
    position = play_randomly(5, variant.men, variant).position
    root = parse(svg.board(position))
    board, sheet = variant.board, _Sheet(variant.board, THEMES["light"])
    assert root[0].text == f"{variant.title}, {position.turn} to move"
    radius = number(25 * sheet.scale)
    for color, men in (("white", position.white), ("black", position.black)):
        fill = getattr(THEMES["light"], color).fill
        drawn = {
            (float(each.get("cx")), float(each.get("cy")))
            for each in find(root, "circle", fill=fill, r=radius)
        }
        assert drawn == spots(men, board)
    assert all(x - 25 * sheet.scale >= 26 and x + 25 * sheet.scale <= 494 for x, _ in sheet.spots)
    lines = find(root, "line", stroke=THEMES["light"].line, stroke_width="3.5")
    assert len(lines) == len(board.lines) + len(board.edges)
    assert sorted(labels(root)) == sorted(
        [*{name[0] for name in board.names}, *{name[1] for name in board.names}]
    )


@FAMILY
def test_men_in_hand_of_both_sides_do_not_meet(variant):
    root = parse(svg.board(Position.start(variant)))
    look = THEMES["light"]
    hands = {
        color: [
            float(each.get("cx"))
            for each in find(root, "circle", fill=getattr(look, color).fill, r="8.5")
        ]
        for color in ("white", "black")
    }
    assert [len(hand) for hand in hands.values()] == [variant.men] * 2
    assert max(hands["white"]) + 8.5 < min(hands["black"]) - 8.5


def test_points_and_moves_are_those_of_the_board():
    start = Position.start(variant("three"))
    svg.board(start, highlights=["b2", 8], arrows=["a1-a2xc3"], last_move="b2")
    for bad in ({"highlights": ["d6"]}, {"highlights": [9]}, {"arrows": ["a1-a4"]}):
        with pytest.raises(NotationError):
            svg.board(start, **bad)


def test_a_bent_line_and_a_board_that_is_not_square():
    board = Board("a2 c2 c1 a1 b1 b2", lines=["a2 c2 c1", "a1 b1 c1"], edges=["b2 b1"])
    root = parse(svg.board(Position(0, 0, variant=Variant(men=3, board=board))))
    assert len(find(root, "line", stroke=THEMES["light"].line, stroke_width="3.5")) == 4
    assert {spot.y for spot in _Sheet(board, THEMES["light"]).spots} == {160, 360}
