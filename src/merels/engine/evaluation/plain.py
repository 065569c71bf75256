"""The static value of a position: a whole number, as the side to move sees it.

The weights depend on the phase of the game: placing while a side has men in hand, flying where a
side has three men left and may fly, else moving. Counted as own less enemy's:

- men, on the board and in hand;
- mills that stand;
- twos: empty points that would complete a mill;
- steps along the lines to empty points, and blocked men, which count against their side;
- double: a man can open one mill and close another, and so closes one with every move.

A side that flies has no steps, no blocked men and no double. Then there is what is about to happen;
a closing is a point where a side can close a mill with its next move:

- strike: the side to move has a closing;
- threat: the other side has a closing;
- unstoppable: it has two, or one that the side to move cannot occupy.
"""

from __future__ import annotations

from merels.board.masks import Mask
from merels.engine.evaluation.patterns import Patterns, find_patterns
from merels.engine.players.levels import LevelNumbers, Weights
from merels.rules.generator import has_too_few, may_fly
from merels.rules.variant import FullBoard, Variant


def evaluate(
    own: Mask,
    enemy: Mask,
    own_in_hand: int,
    enemy_in_hand: int,
    variant: Variant,
    level: LevelNumbers,
) -> int:
    """Return the value of a position for the side to move.

    A finished game is worth ``level.win`` to the winner, and 0 if it is drawn.
    """
    if has_too_few(own, own_in_hand):
        return -level.win
    if has_too_few(enemy, enemy_in_hand):
        return level.win
    board = variant.board
    own_flies = may_fly(own, own_in_hand, variant.flying)
    enemy_flies = may_fly(enemy, enemy_in_hand, variant.flying)
    ours, theirs = find_patterns(own, enemy, board), find_patterns(enemy, own, board)
    if not (ours.steps or own_in_hand or own_flies):
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
