"""Variants: board and rules, equal if they are the same game."""

import pickle

import pytest
from own_variant import CROSSES, FILE

from merels import VARIANTS, NotationError, Position, PositionError, Variant, VariantError, variant
from merels.board.board import THREE_SQUARES, TWO_SQUARES
from merels.rules.variant import Flying, describe, spell


def test_true_and_false_still_say_whether_three_men_fly():
    assert Variant(flying=True).flying is Flying.THREE_ON_BOARD
    assert Variant(flying=False).flying is Flying.NEVER
    assert [bool(kind) for kind in Flying] == [False, True, True]


def test_digests_differ_where_games_do():
    digests = {each.digest for each in VARIANTS.values()}
    assert len(digests) == len(VARIANTS)
    assert variant("five:men=6").digest == VARIANTS["six"].digest
    # Nine men of each side cannot fill the board.
    assert variant("nine:full_board=draw").digest == VARIANTS["nine"].digest


def test_equal_games_are_equal_whatever_their_names():
    same = Variant(
        Flying.NEVER,
        6,
        board=TWO_SQUARES,
        name="sechs",
        title="Sechs",
    )
    assert same == VARIANTS["six"]
    assert hash(same) == hash(VARIANTS["six"])
    assert Position.start(same) == Position.start(VARIANTS["six"])
    assert VARIANTS["five"] != VARIANTS["six"]
    assert variant("five:flying=three-on-board") != VARIANTS["five"]


def test_a_variant_survives_pickling():
    for each in VARIANTS.values():
        again = pickle.loads(pickle.dumps(each))
        assert again == each
        assert (again.name, again.title, hash(again)) == (each.name, each.title, hash(each))


def test_who_can_fill_the_board():
    assert [name for name, each in VARIANTS.items() if each.may_fill_board] == [
        "twelve",
        "morabaraba",
        "shax",
    ]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("men", 2, "men: a side has 3 to 12 men, not 2"),
        ("men", "nine", "men: a side has 3 to 12 men, not nine"),
        ("flying", "high", "flying: 'high' is not one of never, three-on-board, three-in-all"),
        ("placing", "last", "placing: 'last' is not one of first, any-turn"),
        ("full_board", "win", "full_board: 'win' is not one of loss, draw"),
    ],
)
def test_impossible_rules_name_the_field(field, value, message):
    with pytest.raises(VariantError, match=message):
        Variant(**{field: value})


# Variants by name, by name and changes, and from files.

SIX = """
name = "six"
title = "Six Men's Morris"
men = 6
flying = "never"
placing = "first"
full_board = "loss"
points = "a5 c5 e5 e3 e1 c1 a1 a3  b4 c4 d4 d3 d2 c2 b2 b3"
parts = ["c4 d4 d3 d2 c2 b2 b3 b4", "c5 e5 e3 e1 c1 a1 a3 a5"]
lines = ["a5 c5 e5", "e5 e3 e1", "e1 c1 a1", "a1 a3 a5", "b4 c4 d4", "d4 d3 d2", "d2 c2 b2",
         "b2 b3 b4"]
edges = ["c5 c4", "e3 d3", "c1 c2", "a3 b3"]
"""


FAMILY = """
three  9 16  8  3 never          first    loss
five   16 20  8  5 never          first    loss
six    16 20  8  6 never          first    loss
nine   24 32 16  9 three-on-board first    loss
ten    24 32 16 10 three-on-board first    loss
eleven 24 40 20 11 three-on-board first    draw
twelve 24 40 20 12 three-on-board first    draw
lasker 24 32 16 10 three-in-all   any-turn loss
morabaraba 24 40 20 12 three-on-board first draw
shax   24 32 16 12 never          first    loss
"""
"""Name; points, edges and lines; men, flying, placing, and the result of a full board."""


def test_the_family():
    rows = [
        [
            *(name, len(game.board.names), count_edges(game.board), len(game.board.lines)),
            *(game.men, game.flying.value, game.placing.value, game.full_board.value),
        ]
        for name, game in VARIANTS.items()
    ]
    assert [[str(each) for each in row] for row in rows] == [
        line.split() for line in FAMILY.splitlines() if line
    ]
    assert VARIANTS["nine"] == Variant()


def count_edges(board):
    return sum(mask.bit_count() for mask in board.neighbours) // 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nine:men=4", Variant(men=4)),
        ("nine: men = 4 , flying = never", Variant(men=4, flying=False)),
        ("nine:flying=never", Variant(flying=False)),
        ("nine:placing=any-turn,flying=three-in-all,men=10", VARIANTS["lasker"]),
        ("five:men=6", VARIANTS["six"]),
        ("five:flying=three-on-board", Variant(men=5, board=TWO_SQUARES)),
        ("twelve:full-board=loss", variant("twelve:full_board=loss")),
    ],
)
def test_changes(text, expected):
    assert variant(text) == expected


@pytest.mark.parametrize(
    "text", [*VARIANTS, "nine:men=4", "five:flying=three-on-board", "lasker:placing=first,men=9"]
)
def test_spelling_and_reading_agree(text):
    game = variant(text)
    assert variant(spell(game)) == game
    assert eval(repr(game), {"variant": variant}) == game
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "'chess' is not a variant; the variants are three, .*shax; a name may be"),
        ("nin", "'nin' is not a variant; did you mean 'nine'[?] the variants are three, "),
        ("Six:men=4", "'Six:men=4' is not a variant; did you mean 'six'[?]"),
        ("nine:flyin=never", "did you mean 'flying'[?] write RULE=VALUE"),
        ("", "'' is not a variant"),
        ("nine:", "'' in 'nine:' is not a change of a variant; write RULE=VALUE"),
        ("nine:men", "'men' in 'nine:men' is not a change"),
        ("nine:colour=red", "'colour=red' in .* the rules are men, flying, placing, full_board"),
    ],
)
def test_unknown_names(text, message):
    with pytest.raises(NotationError, match=message):
        variant(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nine:men=two", "men: 'two' is not a number"),
        ("nine:men=13", "men: a side has 3 to 12 men, not 13"),
        ("three:men=5", "men: 5 men of each side do not fit on 9 points"),
        ("nine:flying=high", "flying: 'high' is not one of never, three-on-board, three-in-all"),
        ("nine:placing=last", "placing: 'last' is not one of first, any-turn"),
        ("nine:full_board=win", "full_board: 'win' is not one of loss, draw"),
    ],
)
def test_impossible_rules_name_the_field_of_variants(text, message):
    with pytest.raises(VariantError, match=message) as caught:
        variant(text)
    assert isinstance(caught.value, PositionError)


class TestFiles:
    def test_the_example_is_six_mens_morris(self, tmp_path):
        file = tmp_path / "six.toml"
        file.write_text(SIX, encoding="utf-8")
        for path in (file, str(file)):
            assert variant(path) == VARIANTS["six"]
            assert variant(path).title == "Six Men's Morris"

    def test_what_may_be_left_out(self):
        fields = {"name": "mini", "men": 3, "points": "a1 b1 c1 a2 b2 c2", "lines": ["a1 b1 c1"]}
        game = describe(fields)
        assert (game.title, game.flying, game.placing) == ("mini", "three-on-board", "first")
        assert game.board.parts == (tuple(range(6)),)
        assert repr(game) == "variant('mini')"

    def test_the_tests_own(self):
        assert variant(FILE) == CROSSES
        assert CROSSES.board != THREE_SQUARES

    @pytest.mark.parametrize(
        ("change", "field", "message"),
        [
            ("men = 6", "men = 'six'", "men: 'six' is not a number"),
            ("men = 6", "men = true", "men: 'True' is not a number"),
            ("men = 6", "men = 9", "men: 9 men of each side do not fit on 16 points"),
            ("men = 6", "", "men: it is missing"),
            ("men = 6", f"men = 0x{'F' * 5000}", "men: a side has 3 to 12 men, not so many"),
            ("Six Men's Morris", "Six\\nMen", r"title: 'Six\\nMen' is not a line of 1 to 80"),
            ("Six Men's Morris", " ", "title: ' ' is not a line of 1 to 80 printable"),
            ('name = "six"', "", "name: it is missing"),
            ('name = "six"', 'name = "../six"', "name: '../six' is not letters, digits and -"),
            ('name = "six"', "name = 6", "name: '6' is not a text"),
            ("men = 6", "men = 6\nboard = 1", "board: a variant has no such field; its fields are"),
            ('"never"', '"often"', "flying: 'often' is not one of"),
            ('"c5 c4"', "1", "edges: .* is not a list of texts"),
            ('"c5 c4"', '"c5 z9"', "edges: 'z9' in 'c5 z9' is not one of the points"),
        ],
    )
    def test_errors_name_field_and_file(self, tmp_path, change, field, message):
        file = tmp_path / "mine.toml"
        assert change in SIX
        file.write_text(SIX.replace(change, field), encoding="utf-8")
        with pytest.raises(VariantError, match=f"{message}.*mine.toml"):
            variant(file)

    @pytest.mark.parametrize("content", [b"men = ", b"\xff\xfe", b"= 3", b"a=" + b"[" * 60_000])
    def test_a_file_that_is_not_toml(self, tmp_path, content):
        file = tmp_path / "bad.toml"
        file.write_bytes(content)
        with pytest.raises(NotationError, match=r"bad\.toml' is not a TOML file"):
            variant(file)

    def test_a_file_that_is_too_long(self, tmp_path):
        file = tmp_path / "long.toml"
        file.write_bytes(b"#" * 100_000)
        with pytest.raises(NotationError, match="too long for a variant: over 65,536 bytes"):
            variant(file)

    def test_a_missing_file(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            variant(tmp_path / "none.toml")
