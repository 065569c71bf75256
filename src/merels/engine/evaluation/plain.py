"""The static value by which plain levels play: a whole number, as the side to move sees it.

The weights depend on the phase of the game: placing while a side has men in hand, flying where a
side has three men left and may fly, else moving. Counted as own less enemy's:

- men, on the board and in hand;
- mills that stand;
- twos: empty points that would complete a mill;
- steps along the lines to empty points, and blocked men, which count against their side;
- double: a man can open one mill and close another, and so closes one with every move.

A side that flies has no steps, no blocked men and no double. Then come the mills that are about to
close; a closing is a point where a side can close a mill with its next move:

- strike: the side to move has a closing;
- threat: the other side has a closing;
- unstoppable: the other side has two closings, or a closing that the side to move cannot occupy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from merels.board.board import Mask
from merels.engine.evaluation.patterns import Patterns, find_patterns
from merels.rules.generator import has_too_few, may_fly
from merels.rules.variant import FullBoard, Variant

DATA_FILE: Final = "levels.json"

QUICK: Final = "hard"
"""The level that answers if the search cannot: it needs no compiled code and a few hundredths of a
second."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature is worth in one phase."""

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
class LevelNumbers:
    """How a plain level looks ahead, chooses and evaluates."""

    depth: int
    """How many moves it looks ahead."""
    width: int
    """How many moves it considers in each position."""
    margin: int
    """How far below the best value a chosen move may be; the choice within it is random."""
    win: int
    """The score of a won game, less one for each ply until then; above any sum of weights."""
    repetition: int
    """The penalty of a move for each time that the position after it has occurred before."""
    placing: Weights
    moving: Weights
    flying: Weights


def read_numbers(document: dict[str, Any]) -> dict[str, LevelNumbers]:
    """Return the numbers of the plain levels in a document of the data file's form.

    A level names its set of weights, which several levels may share.
    """
    weights = {
        name: {phase: Weights(**numbers) for phase, numbers in phases.items()}
        for name, phases in document["weights"].items()
    }
    return {
        name: LevelNumbers(
            depth=entry["depth"],
            width=entry["width"],
            margin=entry["margin"],
            win=document["win"],
            repetition=document["repetition"],
            **weights[entry["weights"]],
        )
        for name, entry in document["levels"].items()
        if "depth" in entry
    }


LEVELS_DOCUMENT: Final = json.loads(files("merels.engine").joinpath(DATA_FILE).read_bytes())

NUMBERS: Final[Mapping[str, LevelNumbers]] = MappingProxyType(read_numbers(LEVELS_DOCUMENT))
"""The numbers of the levels that need no compiled search, weakest first.

Hard alone has the sharp weights, the best of about forty trials of hard against hard: if both
levels had them, hard would score 61.5 % against normal, and 76.5 % if both had the plain weights.
Easy has a margin because eight candidates are nearly all moves with few men left: without a margin,
easy scored 40.5 % against the random player.
"""


def evaluate(
    own: Mask,
    enemy: Mask,
    own_in_hand: int,
    enemy_in_hand: int,
    variant: Variant,
    level: LevelNumbers,
    *,
    ends_if_blocked: bool = True,
) -> int:
    """Return the value of a position for the side to move.

    A finished game is worth ``level.win`` to the winner, and 0 if it is drawn. With
    ``ends_if_blocked`` a game is finished if the side to move cannot move.
    """
    if has_too_few(own, own_in_hand):
        return -level.win
    if has_too_few(enemy, enemy_in_hand):
        return level.win
    board = variant.board
    own_flies = may_fly(own, own_in_hand, variant.flying)
    enemy_flies = may_fly(enemy, enemy_in_hand, variant.flying)
    ours, theirs = find_patterns(own, enemy, board), find_patterns(enemy, own, board)
    if ends_if_blocked and not (ours.steps or own_in_hand or own_flies):
        is_drawn = own | enemy == board.full and variant.full_board is FullBoard.DRAW
        return 0 if is_drawn else -level.win
    if own_in_hand or enemy_in_hand:
        weights = level.placing
    elif own_flies or enemy_flies:
        weights = level.flying
    else:
        weights = level.moving
    return (
        _standing(own.bit_count() + own_in_hand, ours, own_flies, weights)
        - _standing(enemy.bit_count() + enemy_in_hand, theirs, enemy_flies, weights)
        + _urgency(
            ours.twos if own_in_hand or own_flies else ours.closings,
            theirs.twos if enemy_in_hand or enemy_flies else theirs.closings,
            board.full if own_in_hand or own_flies else ours.reach,
            weights,
        )
    )


def _standing(men: int, patterns: Patterns, flies: bool, weights: Weights) -> int:
    """Return what one side's men are worth, no matter who is to move."""
    value = (
        weights.men * men
        + weights.mills * patterns.mills
        + weights.twos * patterns.twos.bit_count()
    )
    if not flies:
        value += weights.steps * patterns.steps - weights.blocked * patterns.blocked
        if patterns.doubles:
            value += weights.double
    return value


def _urgency(closings: Mask, enemy_closings: Mask, reach: Mask, weights: Weights) -> int:
    """Return the value of the mills that either side can close with its next move."""
    value = weights.strike if closings else 0
    if enemy_closings:
        value -= weights.threat
        if enemy_closings & enemy_closings - 1 or enemy_closings & ~reach:
            value -= weights.unstoppable
    return value
