"""The board as verification kernels take it."""

import pytest

from merels import VARIANTS
from merels.solver.verify.layout import NO_MILL, board_of


@pytest.mark.parametrize("name", ["three", "nine", "twelve"])
def test_every_point_has_its_mills_and_nothing_besides(name):
    board = VARIANTS[name].board
    found = board_of(board, protected=False)
    assert not found.protected
    assert found.neighbours.tolist() == list(board.neighbours)
    for mills, through in zip(found.mills_through.tolist(), board.mills_through, strict=True):
        assert [mill for mill in mills if mill != NO_MILL] == list(through)
