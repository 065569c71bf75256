"""The names that other programs may rely on."""

import re

import pytest

import merels

EXPORTED = """
BLACK Color CorruptTableError DRAW DrawRules Game IllegalMoveError MerelsError MissingExtraError
MissingTableError Move NINE_MENS_MORRIS NO_DRAW_RULES NotationError Outcome Phase Position
PositionError Reason Result Value Variant WHITE __version__ open_book open_tablebase pgn results svg
"""


def test_exported_names():
    assert sorted(merels.__all__) == sorted(EXPORTED.split())
    for name in merels.__all__:
        assert hasattr(merels, name)


def test_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", merels.__version__)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        ("NotationError", ValueError),
        ("PositionError", ValueError),
        ("IllegalMoveError", ValueError),
        ("MissingTableError", KeyError),
        ("CorruptTableError", ValueError),
        ("MissingExtraError", ImportError),
    ],
)
def test_errors_are_what_callers_already_catch(error, builtin):
    assert issubclass(getattr(merels, error), builtin)
    assert issubclass(getattr(merels, error), merels.MerelsError)


def test_a_missing_table_reads_like_a_sentence():
    assert str(merels.MissingTableError("no table 4,3")) == "no table 4,3"


def test_the_example_of_the_design():
    game = merels.Game()
    assert len(game.legal_moves) == 24
    game.push(merels.Move.parse("d6"))
    assert game.outcome() is None
    position = merels.Position(
        white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=merels.WHITE
    )
    assert merels.Game.from_fen(position.fen()).position == position


def test_colours():
    assert merels.WHITE.other is merels.BLACK
    assert merels.BLACK.other is merels.WHITE
    assert [str(color) for color in merels.Color] == ["White", "Black"]
    assert [repr(color) for color in merels.Color] == ["WHITE", "BLACK"]


@pytest.mark.parametrize(
    ("winner", "result"), [(merels.WHITE, "1-0"), (merels.BLACK, "0-1"), (None, "1/2-1/2")]
)
def test_results(winner, result):
    assert merels.Outcome(winner, merels.Reason.RESIGNATION).result == result
