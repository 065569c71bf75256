"""Variants as requests name them."""

import builtins
import io
from pathlib import Path

import pytest
from scripted_search import make_info, make_line
from solved import solved_folder

from merels import BLACK, DRAW, Game, Move, Result, Value, VariantError, open_tablebase, variant
from merels.values.known_positions import ExactValues
from merels.web.api.answers import (
    analysis_document,
    position_document,
    read_game,
    read_variant,
    value_document,
)


@pytest.mark.parametrize("text", ["nine", "morabaraba", "five:men=4,flying=three-on-board"])
def test_names_and_changes(text):
    assert read_variant(text) == variant(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not a variant; the variants are three, five"),
        ("seven", "'seven' is not a variant"),
        ("nine:hands=2", "'hands=2' in 'nine:hands=2' is not a change"),
        ("nine:men=99", "men: a side has 3 to 12 men, not 99 (in 'nine:men=99')"),
        ("nine:men=" + "9" * 80, "is more than any board has points"),
    ],
)
def test_a_bad_variant_is_quoted(text, words):
    with pytest.raises(VariantError) as caught:
        read_variant(text)
    assert caught.value.field == "variant"
    assert words in str(caught.value)


def test_no_file_is_ever_opened(monkeypatch, tmp_path):
    """Not even one that describes a variant."""
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nmen = 3\npoints = "a1 b1 c1 a2 b2 c2"\nlines = ["a1 b1 c1"]\n')
    assert variant(file).name == "own"

    def refuse(*_, **__):
        raise AssertionError("a file was opened")

    for home in (builtins, io):
        monkeypatch.setattr(home, "open", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    for text in (str(file), "own.toml", "../own.toml", "nine.toml", "nine:men=4.toml"):
        with pytest.raises(VariantError, match="variant: "):
            read_game(None, variant=text)


# Documents of the API that need no server.


def test_lines_of_an_analysis_name_their_source(tmp_path):
    start = Game().position
    moves = Move.parse("d6"), Move.parse("a7")
    info = make_info(5, [make_line(moves[0], value=DRAW), make_line(moves[1], -12)])
    with open_tablebase(tmp_path) as tablebase:
        document = analysis_document(info, start, ExactValues(tablebase))
    assert [(line["source"], line["result"]) for line in document["lines"]] == [
        ("book", "draw"),
        ("search", None),
    ]
    assert document["lines"][1]["score"] == -12, "in hundredths of a man"
    unaided = analysis_document(info, start, None)
    assert {line["source"] for line in unaided["lines"]} == {"search"}


def test_positions_and_values():
    assert value_document(None) is None
    document = position_document(Game())
    assert (document["turn"], document["action"], len(document["legal"])) == ("white", "place", 24)


def test_a_move_that_ends_the_game_is_as_known_as_the_position(tmp_path):
    fen = "O*@*****/O***@***/***@*O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 30"
    position = Game.from_fen(fen).position
    winning = next(
        move for move in position.generate_moves() if position.successor(move).total(BLACK) < 3
    )
    info = make_info(1, [make_line(winning, value=Value(Result.WIN, 1))])
    for folder, source in ((tmp_path, "search"), (solved_folder(), "table")):
        with open_tablebase(folder) as tablebase:
            [line] = analysis_document(info, position, ExactValues(tablebase))["lines"]
        assert line["source"] == source
