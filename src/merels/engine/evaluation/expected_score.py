"""What an estimate is worth in truth: the score that positions with this estimate have on average.

``tools/fit_expected_score.py`` fits the curves of ``expected_score.json`` to exact values. An
estimate equal to a curve's scale stands for 73 %; the larger its power, the flatter it is near 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import copysign, exp
from typing import Any, Final, Literal, TypeAlias

from merels.rules.position import Phase
from merels.rules.value import Value

DATA_FILE: Final = "expected_score.json"

Method: TypeAlias = Literal["search", "quick"]
"""How an estimate was found: by the compiled search, or by the short one of the level hard."""

Curves: TypeAlias = Mapping[Method, Mapping[Phase, "Curve"]]

_STEEPEST: Final = 50.0
"""Beyond this the exponential is as good as 0."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve from estimates to expected scores: it rises, and gives both sides the same chances.

    >>> Curve(scale=200, power=2).at(0), Curve(scale=200, power=2).at(-5000)
    (0.5, 0.0)
    """

    scale: float
    power: float

    def at(self, estimate: int) -> float:
        """Return the expected score, from 0 to 1."""
        steps = min((abs(estimate) / self.scale) ** self.power, _STEEPEST)
        return round(1 / (1 + exp(-copysign(steps, estimate))), 12)


def read_curves(document: dict[str, Any]) -> Curves:
    """Return the curves in a document of the data file's form."""
    return {
        method: {Phase(phase): Curve(**numbers) for phase, numbers in document[method].items()}
        for method in ("search", "quick")
    }


@cache
def load_curves() -> Curves:
    """Return the curves of the data file."""
    return read_curves(json.loads(files(__package__).joinpath(DATA_FILE).read_bytes()))


def expected_score(estimate: int | Value, phase: Phase, method: Method = "search") -> float:
    """Return the score to expect: 1 for a win, 1/2 for a draw, 0 for a loss.

    ``estimate`` is an engine's score in hundredths of a man for the side to move, whose ``phase``
    it is; positions with such a score have this result on average, under best play. The exact
    `Value` of a position needs no curve.

    >>> from merels import DRAW, Phase
    >>> expected_score(0, Phase.MOVING), expected_score(DRAW, Phase.MOVING)
    (0.5, 0.5)
    >>> expected_score(-300, Phase.MOVING) < 0.3 < 0.7 < expected_score(300, Phase.MOVING)
    True
    """
    if isinstance(estimate, Value):
        return (1 + estimate.result) / 2
    return load_curves()[method][phase].at(estimate)


def format_percent(score: float) -> str:
    """Return an expected score for people.

    Only what is certain is 0 or 100: an estimate stays between.

    >>> format_percent(0.5432), format_percent(0.9999)
    ('54 %', '99 %')
    """
    return f"{min(max(round(100 * score), 1), 99)} %"
