"""Weights of the compiled evaluation: a file for each variant that it has learned from.

``tools/fit_evaluation.py`` writes these files: the whole numbers of 16 bits that follow the classes
in the array of `kernels`, compressed with zlib, first all low bytes, then all high bytes.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from merels.engine.evaluation.kernels import LENGTH, WeightArray
from merels.engine.evaluation.regions import STATES, number_states
from merels.engine.evaluation.static import WEIGHTS_FILES, fitted_to
from merels.rules.variant import NINE_MENS_MORRIS, Variant

PHASES: Final = ("placing", "moving", "flying")


def phase_of(own_in_hand: int, own_men: int, enemy_men: int) -> str:
    """Return the phase of a position, given the mover's men in hand and all men of both sides.

    >>> phase_of(1, 9, 9), phase_of(0, 9, 4), phase_of(0, 3, 7)
    ('placing', 'moving', 'flying')
    """
    if own_in_hand:
        return "placing"
    return "flying" if min(own_men, enemy_men) <= 3 else "moving"


def pack_weights(learned: WeightArray) -> bytes:
    """Return the file of the numbers that follow the classes."""
    data = learned.astype("<i2").tobytes()
    return zlib.compress(data[::2] + data[1::2], 9)


def unpack_weights(data: bytes) -> WeightArray:
    """Return the array of weights that the kernels take."""
    low, high = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(2, LENGTH - STATES)
    learned = (low | high.astype(np.uint16) << 8).view(np.int16)
    weights = np.concatenate([number_states(), learned])
    weights.flags.writeable = False
    return weights


def load_weights(variant: Variant = NINE_MENS_MORRIS) -> WeightArray:
    """Return the weights for a variant; nine men's for one without a fitted evaluation."""
    return _read_weights(WEIGHTS_FILES[fitted_to(variant) or "nine"])


def get_weights(variant: Variant) -> WeightArray | None:
    """Return the weights for a variant, or None if it is evaluated by `any_board`."""
    return None if fitted_to(variant) is None else load_weights(variant)


@cache
def _read_weights(file: str) -> WeightArray:
    return unpack_weights(files(__package__).joinpath(file).read_bytes())
