"""The Variant tag."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from merels import VARIANTS, NotationError, PositionError, Variant, variant
from merels.cli import main
from merels.rules.pgn import format_variant, parse_variant, read_games


@given(st.builds(Variant, flying=st.booleans(), men=st.integers(3, 12)))
def test_every_variant_survives(variant):
    assert parse_variant(format_variant(variant)) == variant


@pytest.mark.parametrize(
    "text",
    ["Nine Men's Morris", "nine mens  morris", "9 Men's Morris", "Nine Men’s Morris", "?", "",
     "Mill", "Standard", "Mühle"],
)  # fmt: skip
def test_the_standard_game(text):
    assert parse_variant(text) == Variant()


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("changes", ["", ":men=4", ":flying=three-in-all,placing=any-turn"])
def test_the_family_survives(name, changes):
    game = variant(name + changes)
    again = parse_variant(format_variant(game))
    assert again == game
    assert (again.name, again.title) == (game.name, game.title)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Twelve Men's Morris", "twelve"), ("12 men's morris", "twelve"), ("Morabaraba", "twelve"),
     ("Six-Men's Morris", "six"), ("Lasker Morris", "lasker"), ("Lasker's Morris", "lasker"),
     ("Ten man morris", "ten"), ("three men's morris (no flying)", "three"),
     ("5 Men\N{RIGHT SINGLE QUOTATION MARK}s Morris", "five"), ("Eleven mens morris", "eleven")],
)  # fmt: skip
def test_other_programs_names(text, name):
    assert parse_variant(text) == VARIANTS[name]


@pytest.mark.parametrize(
    "text", ["Nine Men's Morris without flying", "nine men's morris (No Flying)", "no flying"]
)
def test_no_flying(text):
    assert parse_variant(text) == Variant(flying=False)


@pytest.mark.parametrize(
    "text",
    ["Four Men's Morris", "13 men's morris", "Seven-Men's Morris", "two men's morris (no flying)",
     "El Filja", "Chess960", "Eight man morris", "Custom", "My own game", "Twelve Sheep"],
)  # fmt: skip
def test_other_games_and_unknown_text_are_refused(text):
    with pytest.raises(NotationError, match="is not a known variant") as caught:
        parse_variant(text)
    assert repr(text) in str(caught.value)


def test_a_misspelt_title_gets_a_hint():
    with pytest.raises(NotationError, match="did you mean 'Lasker Morris'"):
        parse_variant("Laskr Morris")


def test_a_file_with_an_unknown_variant_is_refused(tmp_path, capsys):
    path = tmp_path / "games.pgn"
    path.write_text('[Variant "My own game"]\n\n1. d6 f4 *\n')
    with read_games(path) as games, pytest.raises(NotationError, match="line 1: 'My own game' is"):
        next(games)
    assert main(["analyse", str(path)]) != 0
    assert "line 1: 'My own game' is not a known variant" in capsys.readouterr().err


def test_an_impossible_number_of_men():
    with pytest.raises(PositionError, match="men: a side has 3 to 12 men, not 2"):
        parse_variant("Nine Men's Morris (2 men)")
