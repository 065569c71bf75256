"""Records from games and games from records."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import merels
from merels import (
    VARIANTS,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    PositionError,
    Variant,
    pgn,
    variant,
)
from merels.cli import main
from merels.rules.pgn import format_variant, parse_variant, read_games

# White flies: a7 and d7 need a third man for the mill, and Black has only three.
FLYING = "********/**O*****/O**@@@*O w m s 3 0 3 0 0 0 0 0 0 0 0 7 40"


def test_a_game_in_progress():
    game = Game()
    for text in ("d6", "f4", "d2"):
        game.push(Move.parse(text))
    game.pop()
    record = pgn.GameRecord.from_game(game, {"White": "Ada", "Annotator": "Bo"})
    assert record.headers == pgn.ROSTER | {
        "White": "Ada",
        "Variant": "Nine Men's Morris",
        "PlyCount": "2",
        "Annotator": "Bo",
    }
    assert record.moves == game.history
    assert record.to_game().fen() == game.fen()


def test_what_the_game_determines_is_not_taken_from_old_headers():
    old = {"Result": "1-0", "FEN": FLYING, "SetUp": "1", "Variant": "Custom", "PlyCount": "99"}
    record = pgn.GameRecord.from_game(Game(), old)
    assert record.headers == pgn.ROSTER | {"Variant": "Nine Men's Morris", "PlyCount": "0"}


def test_results():
    game = Game()
    game.push(Move.parse("d6"))
    assert pgn.GameRecord.from_game(game).result == "*"
    assert pgn.GameRecord.from_game(game, result="1/2-1/2").result == "1/2-1/2"
    with pytest.raises(NotationError, match="'2-0' is not a result"):
        pgn.GameRecord.from_game(game, result="2-0")
    game.resign()
    record = pgn.GameRecord.from_game(game)
    assert (record.headers["Result"], record.marker) == ("1-0", "1-0")


def test_a_game_decided_on_the_board():
    game = Game.from_fen(FLYING)
    game.push(Move.parse("f4-g7xd1"))
    record = pgn.GameRecord.from_game(game)
    assert record.result == "1-0"
    assert (record.headers["SetUp"], record.headers["FEN"]) == ("1", FLYING)
    again = pgn.parse_game(str(record))
    assert again == record
    assert again.to_game().outcome() == game.outcome()


def test_counters_of_the_start_are_kept():
    game = Game(plies_since_removal=0, move_number=5)
    record = pgn.GameRecord.from_game(game)
    assert record.to_game().fen() == game.fen()
    assert record.headers["FEN"] == game.fen()


@pytest.mark.parametrize(
    "variant", [Variant(), Variant(flying=False), Variant(men=12), Variant(flying=False, men=6)]
)
def test_variants_survive(variant):
    game = Game(variant=variant)
    game.push(Move.parse("d6"))
    again = pgn.parse_game(str(pgn.GameRecord.from_game(game))).to_game()
    assert again.variant == variant
    assert again.position == game.position
    assert "FEN" not in pgn.GameRecord.from_game(game).headers


def test_without_flying_three_men_may_not_fly():
    text = '[Variant "Nine Men\'s Morris%s"]\n[FEN "%s"]\n\n40. f4-a4 *'
    assert len(pgn.parse_game(text % ("", FLYING)).moves) == 1
    with pytest.raises(IllegalMoveError, match="not adjacent"):
        pgn.parse_game(text % (" (no flying)", FLYING))


def test_an_illegal_record_is_refused_by_the_game():
    record = pgn.GameRecord(mainline=[pgn.Node(Move.parse("d6")), pgn.Node(Move.parse("d6"))])
    with pytest.raises(IllegalMoveError):
        record.to_game()


def test_long_games_and_deep_variations_copy_compare_and_pickle():
    node = pgn.Node(Move.parse("d6"))
    for _ in range(pgn.MAX_DEPTH):
        node = pgn.Node(Move.parse("d6"), variations=[[node]])
    record = pgn.GameRecord(mainline=[node] + [pgn.Node(Move.parse("d2")) for _ in range(5000)])
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert repr(record).startswith("GameRecord(headers={}")


def test_the_door():
    assert merels.pgn is pgn
    assert all(hasattr(pgn, name) for name in pgn.__all__)


# The Variant tag.


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
    if name == "shax":  # whose placing has an end
        changes = changes.replace(",placing=any-turn", "")
    game = variant(name + changes)
    again = parse_variant(format_variant(game))
    assert again == game
    assert (again.name, again.title) == (game.name, game.title)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Twelve Men's Morris", "twelve"), ("12 men's morris", "twelve"), ("Morabaraba", "morabaraba"),
     ("Shax", "shax"),
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
