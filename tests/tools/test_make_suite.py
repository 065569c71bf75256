"""Making the suite, from a small game that stands in for the whole one."""

from collections import Counter
from dataclasses import replace

import make_suite
from small_opening import THREE_MEN, solved_opening

import merels
from merels.datasets.classes import boards_of, find_classes
from merels.regret.suite import Suite, load_suite


def test_cases_from_games_are_checked_and_counted():
    people = ("beginner", "club", "master")
    orders = [make_suite.Order(solved_opening(), name, 30, 2, THREE_MEN) for name in people]
    suite = make_suite.make_suite(orders, each=6)
    with merels.open_tablebase(solved_opening()) as tables:
        assert list(make_suite.find_faults(suite, tables)) == []
        first = suite.cases[0]
        wrong = replace(first, scores=(first.scores[0] + 2, *first.scores[1:]))
        assert len(list(make_suite.find_faults(Suite([wrong], {}, 1), tables))) == 1
    counts = Counter((case.phase, case.difficulty) for case in suite.cases)
    assert max(counts.values()) == 6
    assert suite.games == 90
    assert all((suite.frequencies[stratum] > 0) for stratum in counts)
    classes = find_classes(boards_of([case.position for case in suite.cases]), THREE_MEN)
    assert len(set(classes.tolist())) == len(suite.cases)
    turns = {case.position.turn for case in suite.cases}
    assert turns == {merels.WHITE, merels.BLACK}
    assert len(list(make_suite.describe(suite))) == 9


def test_a_suite_that_contradicts_the_tables_is_refused(
    open_made_up, monkeypatch, tmp_path, capsys
):
    path = tmp_path / "suite.json.gz"
    path.write_bytes(make_suite.pack_suite(load_suite().first(9)))
    monkeypatch.setattr(make_suite, "open_tablebase", open_made_up)
    assert make_suite.main(["--check", "--out", str(path)]) == 1
    assert "the tables give other values" in capsys.readouterr().out
