"""A board with a report next to it."""

import io

from arrange import moving

from merels.cli.boards import REPORT_COLUMN, draw_report
from merels.cli.console.terminal import Terminal


def draw(report):
    terminal = Terminal(plain=True, target=io.StringIO())
    return draw_report("White to move", "draw", moving("a7", "g1"), report, terminal)


def test_coordinates_are_those_of_game_files():
    headline, _, *board = draw([])
    assert headline == "White to move: draw"
    assert [line[0] for line in board[:13:2]] == list("7654321")
    assert board[-1].split() == list("abcdefg")


def test_a_report_starts_in_the_same_column_however_long_it_is():
    report = ["one", "", *map(str, range(20))]
    _, _, *lines = draw(report)
    assert [line[REPORT_COLUMN:] for line in lines] == report
    assert all(line == line.rstrip() for line in lines)
