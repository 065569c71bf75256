"""A board with a report next to it."""

import io

import pytest
from arrange import moving
from own_variant import CROSSES

from merels import VARIANTS, Position
from merels.cli.shared.boards import draw_report, report_column
from merels.cli.shared.terminal import Terminal


def draw(report, position=None):
    terminal = Terminal(plain=True, target=io.StringIO())
    position = position or moving("a7", "g1")
    return draw_report("White to move", "draw", position, report, terminal)


def test_coordinates_are_those_of_game_files():
    headline, _, *board = draw([])
    assert headline == "White to move: draw"
    assert [line[0] for line in board[:13:2]] == list("7654321")
    assert board[-1].split() == list("abcdefg")


@pytest.mark.parametrize("variant", [*VARIANTS.values(), CROSSES], ids=lambda each: each.name)
def test_a_report_starts_in_the_same_column_however_long_it_is(variant):
    report = ["one", "", *map(str, range(20))]
    _, _, *lines = draw(report, Position.start(variant))
    column = report_column(variant.board)
    assert [line[column:] for line in lines] == report
    assert all(line == line.rstrip() for line in lines)
    assert column == 4 * variant.board.columns + 5
