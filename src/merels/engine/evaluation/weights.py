"""Weights of the compiled evaluation, read from ``weights.json``.

``tools/fit_evaluation.py`` writes that file. A row of weights is for one number of men in hand and
of all men of both sides; if the file has none, those of the phase are used, whose last number is
what each man more than the enemy's is worth.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from merels.board.index.ranking import Int64s
from merels.engine.evaluation.kernels import MEN, TERMS

DATA_FILE: Final = "weights.json"
PHASES: Final = ("placing", "moving", "flying")


def phase_of(own_in_hand: int, own_men: int, enemy_men: int) -> str:
    """Return the phase of a position, given the mover's men in hand and all men of both sides.

    >>> phase_of(1, 9, 9), phase_of(0, 9, 4), phase_of(0, 3, 7)
    ('placing', 'moving', 'flying')
    """
    if own_in_hand:
        return "placing"
    return "flying" if min(own_men, enemy_men) <= 3 else "moving"


def expand(document: dict[str, Any]) -> Int64s:
    """Return the weights of a document as the kernels take them, in the order of `row_of`."""
    rows = np.empty((MEN, MEN, MEN, TERMS), dtype=np.int64)
    for in_hand, own, enemy in np.ndindex(MEN, MEN, MEN):
        *weights, man = document["phases"][phase_of(in_hand, own, enemy)]
        weights[0] += man * (own - enemy)
        rows[in_hand, own, enemy] = document["rows"].get(f"{in_hand} {own} {enemy}", weights)
    rows.flags.writeable = False
    return rows.ravel()


@cache
def load_weights() -> Int64s:
    """Return the weights of the data file."""
    return expand(json.loads(files(__package__).joinpath(DATA_FILE).read_bytes()))
