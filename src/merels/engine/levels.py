"""The levels of the computer player: depths, widths and weights, read from ``levels.json``.

That file is the only place of these numbers; the browser game reads it too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

DATA_FILE: Final = "levels.json"


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks ahead, how many turns it considers, and which of them it plays.

    ``choice``: ``"best"`` plays the turn with the best value, ``"any"`` any of those considered.
    """

    depth: int
    width: int
    choice: Literal["any", "best"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign is worth in one phase; `merels.engine.evaluation` explains them."""

    men: int
    mills: int
    twos: int
    steps: int
    blocked: int
    strike: int
    threat: int
    fork: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the data file says."""

    levels: dict[str, Level]
    win: int
    """The value of a won game, less one for each ply until then; above any sum of weights."""
    repetition: int
    """What a turn loses in value for each time that the position after it has occurred before."""
    placing: Weights
    moving: Weights
    flying: Weights


def read_settings(document: dict[str, Any]) -> Settings:
    """Return the settings in a document of the data file's form."""
    return Settings(
        levels={name: Level(**level) for name, level in document["levels"].items()},
        win=document["win"],
        repetition=document["repetition"],
        **{phase: Weights(**weights) for phase, weights in document["weights"].items()},
    )


@cache
def load_settings() -> Settings:
    """Return the settings of the data file.

    >>> [(level.depth, level.width) for level in load_settings().levels.values()]
    [(1, 8), (2, 8), (3, 6)]
    """
    return read_settings(json.loads(files(__package__).joinpath(DATA_FILE).read_bytes()))
