"""A board next to a report."""

import io

from arrange import moving

from merels.cli.boards import REPORT_COLUMN, draw_algebraic_board, put_beside
from merels.cli.console.terminal import Terminal


def test_files_and_ranks_are_those_of_game_files():
    board = draw_algebraic_board(moving("a7", "g1"), Terminal(plain=True, target=io.StringIO()))
    assert [line[0] for line in board[:13:2]] == list("7654321")
    assert board[-1].split() == list("abcdefg")


def test_every_line_of_a_report_begins_in_the_same_column():
    board = ["x" * (REPORT_COLUMN - 4)] * 2
    lines = put_beside(board, ["one", "", "three"])
    assert [line[REPORT_COLUMN:] for line in lines] == ["one", "", "three"]
    assert all(line == line.rstrip() for line in lines)
