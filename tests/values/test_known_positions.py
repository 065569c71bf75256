"""Positions that the shipped results know, in every view, and asked after the tables."""

import shutil

import pytest
from solved import solved_folder

from merels import DRAW, Position, Result, Value, Variant, open_book, results
from merels.board.board import SYMMETRIES
from merels.rules.value import Source
from merels.solver.convert import Form, convert_tables
from merels.values.folder import TableFolder
from merels.values.known_positions import ExactValues, generate_known, reported_value
from merels.values.tablebase import open_tablebase

LONGEST = Position.from_fen(results()["longest_game"]["fen"])
THREE_EACH = Position(0b111, 0b111 << 12)
FOUR_TO_THREE = Position(0b1111, 0b111 << 12)


@pytest.fixture(scope="module")
def values(tmp_path_factory):
    """Tables of up to seven men, of which 4-3 is left out."""
    path = tmp_path_factory.mktemp("small")
    shutil.copytree(solved_folder(), path, dirs_exist_ok=True)
    list(convert_tables(TableFolder(path), Form.SMALL))
    with open_tablebase(path) as tablebase:
        yield ExactValues(tablebase)


def test_the_longest_game_is_known_in_every_view():
    images = [LONGEST.transform(symmetry) for symmetry in SYMMETRIES]
    for image in (*images, LONGEST.swap_colors()):
        assert reported_value(image) == Value(Result.LOSS, 206)


def test_the_longest_game_is_known_to_its_end(values):
    position, plies = LONGEST, 206
    while plies:
        rated = values.rate_moves(position)
        assert rated[0].value.plies == plies
        position, plies = position.successor(rated[0].move), plies - 1
    assert values.get(position) == Value(Result.LOSS, 0)


def test_known_values_are_those_of_the_book():
    with open_book() as book:
        pairs = [(book.get(position), value) for position, value in generate_known(results())]
    compared = [(known, value) for known, value in pairs if known is not None]
    assert len(compared) > 40
    assert all(known == value for known, value in compared)


def test_each_table_has_its_longest_games():
    table = next(each for each in results()["tables"] if each["name"] == "9-9")
    won, lost = (Position.from_fen(table[f"longest_{name}_fen"]) for name in ("win", "loss"))
    assert reported_value(won) == Value(Result.WIN, table["longest_win"])
    assert reported_value(lost) == Value(Result.LOSS, table["longest_loss"])


def test_other_rules_and_half_moves_are_not_known():
    assert reported_value(Position.start()) == DRAW
    assert reported_value(Position.start(Variant(flying=False))) is None
    assert reported_value(Position(0b111, 0b11 << 12, 6, 7, removing=True)) is None


@pytest.mark.parametrize(
    ("position", "source"),
    [
        (THREE_EACH, Source.TABLE),
        (FOUR_TO_THREE, Source.AHEAD),
        (Position.start(), Source.BOOK),
        (LONGEST, Source.RESULTS),
        (Position(0b11111, 0b11111 << 12), None),
    ],
)
def test_every_value_has_a_source(values, position, source):
    assert values.source(position) == source
    assert (values.get(position) is None) is (source is None)


def test_moves_have_sources_of_their_own(values):
    best, *others = values.rate_moves(LONGEST)
    assert (str(best.move), best.value, best.source) == ("f2", Value(Result.LOSS, 206), "results")
    assert {(each.value, each.source) for each in others} == {(None, None)}
    sources = {each.source for each in values.rate_moves(THREE_EACH)}
    assert sources == {Source.TABLE}


def test_results_without_figures_know_nothing():
    empty = {
        "empty_board": None,
        "openings": None,
        "first_mistakes": None,
        "longest_game": None,
        "tables": [],
    }
    assert list(generate_known(empty)) == []
