"""Weights of the compiled evaluation."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from merels.engine.compiled.evaluation import MEN, TERMS
from merels.engine.levels import load_levels


@cache
def load_weights() -> npt.NDArray[np.int64]:
    """Return the weights as the kernels take them: a row for each number of men."""
    level = load_levels()["hard"]
    rows = np.zeros((MEN, MEN, MEN, TERMS), dtype=np.int64)
    for in_hand in range(MEN):
        for own in range(MEN):
            for enemy in range(MEN):
                if in_hand:
                    w = level.placing
                else:
                    w = level.flying if min(own, enemy) <= 3 else level.moving
                standing = [0, w.mills, w.twos, 0, w.double, 0, w.steps, -w.blocked, 0]
                rows[in_hand, own, enemy] = [
                    w.men * (own - enemy),
                    *standing,
                    *(-weight for weight in standing),
                    w.strike,
                    -w.threat,
                    -w.unstoppable,
                ]
    rows.flags.writeable = False
    return rows.ravel()
