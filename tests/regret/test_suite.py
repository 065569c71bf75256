"""Cases: what moves are worth, and what they give away."""

from collections import Counter
from importlib.resources import files

import pytest
from solved import solved_folder

import merels
from merels.datasets.classes import boards_of, find_classes
from merels.regret.suite import (
    FILE,
    STRATA,
    Case,
    difficulty_of,
    is_decision,
    load_suite,
    pack_suite,
    unpack_suite,
)

START = merels.Position.start()


def test_values_and_losses():
    scores = (0,) * 8 + (3,) * 8 + (6,) * 8
    case = Case(START, scores, "easy")
    moves = list(START.legal_moves)
    assert [str(case.values[moves[n]]) for n in (0, 8, 16)] == ["draw", "win in 3", "loss in 6"]
    assert [case.loss(moves[n]) for n in (0, 8, 16)] == [0.5, 0, 1]
    assert (case.keeping, case.at_stake, case.phase) == (moves[8:16], 1, "placing")
    assert case.game().position == START
    with pytest.raises(KeyError):
        case.loss(merels.Move.parse("d6-d5"))


@pytest.mark.parametrize(
    ("scores", "answer"),
    [((0, 2), True), ((1, 3), False), ((2, 4), False), ((1, 0), True), ((1, 2), True), ((), False)],
)
def test_decisions(scores, answer):
    assert is_decision(scores) is answer


def test_difficulties():
    shares = (1, 0.9, 0.899, 0.5, 0.499, 0)
    assert [difficulty_of(share)[0] for share in shares] == ["e", "e", "m", "m", "h", "h"]


# The suite that ships: its form, its size, and that it tells players apart.


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
