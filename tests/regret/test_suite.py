"""The suite that ships: its form, its size, and that it tells players apart."""

from collections import Counter
from importlib.resources import files

import pytest
from solved import solved_folder

import merels
from merels.datasets.boards import boards_of
from merels.datasets.classes import find_classes
from merels.regret.suite import FILE, STRATA, load_suite, pack_suite, unpack_suite


@pytest.fixture(scope="module")
def suite():
    return load_suite()


def test_it_is_small_and_is_written_as_it_was_read(suite):
    data = files("merels.regret").joinpath(FILE).read_bytes()
    assert len(data) < 1_000_000
    assert unpack_suite(pack_suite(suite)) == suite


def test_every_stratum_has_as_many_cases_and_comes_up_in_games(suite):
    counts = Counter((case.phase, case.difficulty) for case in suite.cases)
    assert set(counts) == set(STRATA) == set(suite.frequencies)
    assert min(counts.values()) >= 100
    assert all(frequency > 0 for frequency in suite.frequencies.values())
    first = Counter((case.phase, case.difficulty) for case in suite.first(90).cases)
    assert set(first.values()) == {10}


def test_every_case_is_a_decision_and_no_class_occurs_twice(suite):
    assert all(len(case.scores) == len(case.position.legal_moves) for case in suite.cases)
    assert all(0 < len(case.keeping) < len(case.scores) for case in suite.cases)
    classes = find_classes(boards_of([case.position for case in suite.cases]))
    assert len(set(classes.tolist())) == len(suite.cases)


def test_values_are_those_of_tables_and_book(suite):
    """The whole game is not solved here; what small tables and the book know must agree."""
    checked = 0
    with merels.open_tablebase(solved_folder()) as tables:
        for case in suite.first(270).cases:
            if case.position.white_in_hand < 5 and sum(map(case.position.total, merels.Color)) > 7:
                continue  # neither the book nor these tables have its moves
            values = tables.get_moves(case.position)
            checked += sum(value is not None for _, value in values)
            assert all(value in (None, case.values[move]) for move, value in values)
    assert checked > 200


def test_random_play_keeps_the_value_as_often_as_its_moves_do(suite):
    part = suite.first(900)
    expected = sum(len(case.keeping) / len(case.scores) for case in part.cases) / 900
    player = merels.create_player("random", seed=5)
    report = merels.regret.measure(player.choose, part)
    assert report.kept.share == pytest.approx(expected, abs=2 * report.kept.error)


SMALL = pack_suite(load_suite().first(1))


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", SMALL[:-20], SMALL[:20] + bytes(40) + SMALL[60:]]
)
def test_a_damaged_file(data):
    with pytest.raises(merels.CorruptTableError, match="not a suite"):
        unpack_suite(data)
