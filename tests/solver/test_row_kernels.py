"""Rows: pairs of neighbours and mills, looked up for all men at once."""

from hypothesis import given
from hypothesis import strategies as st

from merels._jit import kernel
from merels.board.geometry import FULL, MILLS
from merels.solver.row_kernels import build_board, men_on, pairs_and_lines

BOARD = build_board()


@kernel
def look_up(mask, board):
    pairs, lines = pairs_and_lines(mask, board.links)
    return pairs, men_on(lines, board.mills)


@given(st.integers(0, FULL))
def test_pairs_with_one_man_and_men_in_mills(mask):
    pairs, in_mills = look_up(mask, BOARD)
    for number, pair in enumerate(BOARD.pairs.tolist()):
        assert pairs >> number & 1 == ((mask & pair).bit_count() == 1)
    together = 0
    for mill in MILLS:
        together |= mill if mask & mill == mill else 0
    assert in_mills == together
