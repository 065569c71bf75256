"""The static score of a position, as at the end of a searched line."""

from __future__ import annotations

from merels.board.boards import THREE_SQUARES
from merels.errors import IllegalMoveError
from merels.rules.outcome import position_outcome
from merels.rules.position import Position
from merels.rules.variant import Placing, Variant


def has_fitted_evaluation(variant: Variant) -> bool:
    """Whether the evaluation that has learned from exact values is for a variant.

    It knows nine men's board, and no men that move while others are in hand.
    """
    return variant.board == THREE_SQUARES and variant.placing is Placing.FIRST


def evaluate_position(position: Position) -> int:
    """Return the score for the side to move, in hundredths of a man.

    In mid-turn it is that of the best capture.

    >>> -1000 < evaluate_position(Position.start()) < 1000
    True

    Raises `IllegalMoveError` if the game is over, `MissingExtraError` without Numba.
    """
    outcome = position_outcome(position)
    if outcome is not None:
        raise IllegalMoveError(f"the game is over in {position.fen()!r}: {outcome.reason.value}")
    if position.removing:
        after = [position.successor(move) for move in position.generate_moves()]
        if any(position_outcome(each) is not None for each in after):
            raise IllegalMoveError(f"a removal ends the game in {position.fen()!r}")
        return max(-evaluate_position(each) for each in after)
    from merels.engine.evaluation.any_board import evaluate_any, pack_board
    from merels.engine.evaluation.kernels import evaluate
    from merels.engine.evaluation.weights import load_weights

    variant = position.variant
    if has_fitted_evaluation(variant):
        return int(evaluate(*position.sides, bool(variant.flying), load_weights(variant.men)))
    return int(evaluate_any(*position.sides, pack_board(variant)))
