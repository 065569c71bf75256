"""The compiled evaluation, term by term."""

import numpy as np

from merels import Position
from merels.engine.evaluation.kernels import MEN, TERMS, evaluate


def test_one_term_alone_gives_its_count():
    """How the fit finds the terms of a position."""
    position = Position(white=0b111 | 1 << 12 | 1 << 20, black=0b11 << 13 | 0b11 << 22)
    counts = []
    for term in range(TERMS):
        weights = np.zeros((MEN**3, TERMS), dtype=np.int64)
        weights[:, term] = 1
        args = (position.own, position.enemy, 0, 0, True, weights.ravel())
        counts.append(evaluate(*args))
    assert counts[0] == 1
    assert counts[2] == 1  # White's mill
    assert counts[11] == 0  # Black has none
