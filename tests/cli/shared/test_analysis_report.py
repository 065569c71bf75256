"""An analysis as text and as JSON, without a search."""

import pytest
from scripted_search import make_info, make_line

from merels import DRAW, Game, Move, Phase, Result, Value, expected_score, open_tablebase
from merels.cli.shared.analysis_report import (
    analysis_to_json,
    describe_work,
    draw_analysis,
    draw_progress,
)
from merels.cli.shared.output import Terminal
from merels.engine.evaluation.static import format_percent
from merels.values.known_positions import ExactValues

D6 = make_info(3, [make_line(Move.parse("d6"), 120)])


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_long_lines_of_play_are_broken_between_moves(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    pv = tuple(Move.parse("a1-a4xg7") for _ in range(12))
    info = make_info(3, [make_line(pv[0], 120, pv=pv)])
    drawn = draw_analysis(Game(), info, Terminal())
    assert sum(line.count("a1-a4xg7") for line in drawn) == 12
    assert all(len(line) <= max(int(columns), 57) for line in drawn)


def test_the_value_is_in_the_headline():
    percent = format_percent(expected_score(120, Phase.PLACING))
    drawn = draw_analysis(Game(), D6, Terminal(plain=True))
    assert drawn[0] == f"White to move (placing): {percent} (estimate by search)"
    assert "depth 3, 100 nodes in 0.50 s" in drawn[2]


def test_an_exact_answer_needs_no_search():
    win = make_line(Move.parse("d6"), value=Value(Result.WIN, 1))
    info = make_info(0, [win], nodes=0)
    assert draw_analysis(Game(), info, Terminal(plain=True))[0].endswith(
        ": win in 1 ply (proved by search)"
    )
    assert describe_work(info) == "exact, without a search, in 0.50 s"


def test_an_exact_answer_names_its_source():
    with open_tablebase() as tablebase:
        values = ExactValues(tablebase)
        info = make_info(0, [make_line(Move.parse("d6"), value=DRAW)], nodes=0)
        drawn = draw_analysis(Game(), info, Terminal(plain=True), values)
        assert drawn[0].endswith(": draw (from the book)")
        assert analysis_to_json(Game(), info, values)["lines"][0]["source"] == "book"
    assert analysis_to_json(Game(), D6)["lines"][0]["source"] == "search"


def test_progress_fits_on_one_line():
    percent = format_percent(expected_score(120, Phase.PLACING))
    assert draw_progress(D6, Game().position) == f"depth 3  {percent}  d6"


def test_a_finished_game_has_no_lines():
    game = Game()
    game.resign()
    assert analysis_to_json(game, None)["lines"] == []
    assert (
        draw_analysis(game, None, Terminal(plain=True))[0] == "The game is over: 0-1, resignation"
    )
