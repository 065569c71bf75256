"""The levels of the computer player: depths, widths and weights, read from ``levels.json``.

That file is the only place of these numbers; the browser game reads it too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

DATA_FILE: Final = "levels.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign is worth in one phase; `merels.engine.evaluation.plain` explains them."""

    men: int
    mills: int
    twos: int
    steps: int
    blocked: int
    double: int
    strike: int
    threat: int
    unstoppable: int


@dataclass(frozen=True, slots=True)
class Level:
    """How a level looks ahead, chooses and judges."""

    depth: int
    """How many turns it looks ahead."""
    width: int
    """How many turns it considers in each position."""
    margin: int
    """How much worse than the best a turn may be that it plays; it draws lots among these."""
    win: int
    """The value of a won game, less one for each ply until then; above any sum of weights."""
    repetition: int
    """What a turn loses for each time that the position after it has occurred before."""
    placing: Weights
    moving: Weights
    flying: Weights


def read_levels(document: dict[str, Any]) -> dict[str, Level]:
    """Return the levels in a document of the data file's form, weakest first.

    A level names its set of weights, which several levels may share.
    """
    weights = {
        name: {phase: Weights(**numbers) for phase, numbers in phases.items()}
        for name, phases in document["weights"].items()
    }
    return {
        name: Level(
            depth=level["depth"],
            width=level["width"],
            margin=level["margin"],
            win=document["win"],
            repetition=document["repetition"],
            **weights[level["weights"]],
        )
        for name, level in document["levels"].items()
    }


@cache
def load_levels() -> dict[str, Level]:
    """Return the levels of the data file, weakest first.

    >>> {name: (level.depth, level.width) for name, level in load_levels().items()}
    {'easy': (1, 8), 'normal': (2, 8), 'hard': (3, 6)}
    """
    return read_levels(json.loads(files(__package__).joinpath(DATA_FILE).read_bytes()))
