"""The computer's levels: names, needs and limits, and the numbers of the plain levels.

Only ``levels.json`` has these facts, and only ``strengths.json`` the numbers of ``elo:N``; the
browser game reads files generated from both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Protocol

from merels.engine.evaluation.plain import LEVELS_DOCUMENT
from merels.engine.fallible.player import FALLIBLE_NAMES, MASTER
from merels.engine.search.limits import Limits
from merels.errors import NotationError, advise
from merels.rules.game import Game
from merels.rules.move import Move

EXPERT: Final = "expert"
PERFECT: Final = "perfect"
RANDOM: Final = "random"

FEWEST: Final = "fewest"
DRAW_RULES: Final = (*FALLIBLE_NAMES, FEWEST)
"""How perfect play chooses among draws: by the mistakes that a fallible player is likely to make,
or by the fewest replies that hold."""
PERFECT_NAMES: Final = tuple(f"{PERFECT}:{rule}" for rule in DRAW_RULES)


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player.

    >>> LEVELS["hard"].needs_engine, LEVELS["expert"].limits.seconds
    (False, 1.0)
    """

    name: str
    text: str
    """What playing against it is like, in a sentence."""
    limits: Limits | None = None
    """How long it searches for a move, unless its creator says otherwise; None if it needs no
    compiled search."""
    asks_oracle: bool = False
    """Whether it plays by exact values where an oracle has them."""
    draw_rule: str | None = None
    """How perfect play chooses among draws: a fallible player whose mistakes it hopes for, or
    `FEWEST`."""
    halving: int = 0
    """A move that scores this much below the best is chosen half as often; 0 for only the best."""

    @property
    def is_perfect(self) -> bool:
        """Whether it plays perfectly wherever it has exact values."""
        return self.draw_rule is not None

    @property
    def needs_engine(self) -> bool:
        """Whether it needs the compiled search; other players answer within milliseconds."""
        return self.limits is not None


def read_levels(document: dict[str, Any]) -> dict[str, Level]:
    """Return the levels in a document of the data file's form, weakest first."""
    return {
        name: Level(name, entry["text"])
        if "depth" in entry
        else Level(
            name,
            entry["text"],
            Limits(seconds=entry["seconds"]),
            asks_oracle=True,
            draw_rule=MASTER if name == PERFECT else None,
        )
        for name, entry in document["levels"].items()
    }


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(read_levels(LEVELS_DOCUMENT))
"""The levels by name, weakest first."""

PLAYER_NAMES: Final = (*LEVELS, RANDOM)
"""All players but the players of a given strength."""

STRENGTH: Final = "elo:"
STRENGTHS_FILE: Final = "strengths.json"


@dataclass(frozen=True, slots=True)
class Strength:
    """How a player of a given strength searches and errs."""

    nodes: int
    """How many positions it searches for a move; at least one move ahead."""
    halving: int
    """See `Level`."""


def read_strengths(document: dict[str, Any]) -> dict[int, Strength]:
    """Return the measured strengths in a document of the file's form, weakest first."""
    return {int(number): Strength(**entry) for number, entry in document["strengths"].items()}


STRENGTHS: Final[Mapping[int, Strength]] = MappingProxyType(
    read_strengths(json.loads(files(__package__).joinpath(STRENGTHS_FILE).read_bytes()))
)
"""Strengths that matches have measured, weakest first; ``tools/fit_levels.py`` fits them."""

WEAKEST: Final = min(STRENGTHS)
STRONGEST: Final = 2300
"""The range of numbers, on a scale where easy is 300: see ``docs/strength.md``."""


def find_level(name: str) -> Level:
    """Describe the player called ``name``, in upper or lower case.

    Besides the levels, ``random``, ``elo:N`` for a strength, and ``perfect:RULE``.

    >>> find_level("Hard").name, find_level("elo:1200").text
    ('hard', 'Plays at about 1200 Elo, where easy has 300.')

    Raises `NotationError` if there is no such player.
    """
    lowered = name.lower()
    if lowered in LEVELS:
        return LEVELS[lowered]
    if lowered == RANDOM:
        return Level(RANDOM, "Plays any legal move.")
    if lowered in PERFECT_NAMES:
        rule = lowered.removeprefix(f"{PERFECT}:")
        return replace(LEVELS[PERFECT], name=lowered, draw_rule=rule)
    if lowered.startswith(STRENGTH):
        strength = parse_strength(lowered)
        numbers, measured = interpolate(strength), min(strength, max(STRENGTHS))
        text = f"Plays at about {measured} Elo, where easy has 300."
        limits = Limits(nodes=numbers.nodes)
        return Level(f"{STRENGTH}{strength}", text, limits, halving=numbers.halving)
    known = ", ".join((*PLAYER_NAMES, f"{STRENGTH}N", *PERFECT_NAMES))
    raise NotationError(
        f"{name!r} is not a player", advise(name, PLAYER_NAMES, f"players are {known}")
    )


def parse_strength(text: str) -> int:
    """Return the number in ``elo:N``.

    >>> parse_strength("elo:1200")
    1200

    Raises `NotationError`.
    """
    found = re.fullmatch(STRENGTH + "([0-9]{1,5})", text, re.ASCII)
    strength = int(found[1]) if found else -1
    if not WEAKEST <= strength <= STRONGEST:
        raise NotationError(
            f"{text!r} is not a strength; write {STRENGTH}N with N from {WEAKEST} to {STRONGEST}"
        )
    return strength


def interpolate(strength: int) -> Strength:
    """Return the numbers of a strength, interpolated between the nearest measured strengths.

    Numbers above all measured strengths play as the strongest. All in whole numbers, so that every
    implementation finds the same strength.
    """
    strength = min(strength, max(STRENGTHS))
    below = max(each for each in STRENGTHS if each <= strength)
    above = min(each for each in STRENGTHS if each >= strength)
    if below == above:
        return STRENGTHS[strength]
    low, high = STRENGTHS[below], STRENGTHS[above]

    def between(start: int, end: int) -> int:
        return (start * (above - strength) + end * (strength - below)) // (above - below)

    return Strength(between(low.nodes, high.nodes), between(low.halving, high.halving))


# What every player can do.


class Player(Protocol):
    """Anyone who chooses moves."""

    @property
    def name(self) -> str:
        """The player's name."""

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture; raise `IllegalMoveError` if there is none."""
