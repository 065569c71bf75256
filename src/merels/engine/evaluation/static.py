"""The static score of a position, as at the end of a searched line."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from merels.board.boards import THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS
from merels.errors import IllegalMoveError
from merels.rules.outcome import position_outcome
from merels.rules.position import Position
from merels.rules.variant import Placing, Variant

WEIGHTS_FILES: Final = MappingProxyType(
    {"nine": "weights.bin", "ten": "weights-ten.bin", "twelve": "weights-twelve.bin"}
)
"""By what `fitted_to` returns."""

USUAL_MEN: Final = 9
"""With more men a side the board is fuller, and a pattern is worth something else."""


def fitted_to(variant: Variant) -> str | None:
    """Return the variant from whose exact values the evaluation has learned, or None.

    It knows boards of three squares, and no men that move while others are in hand: in Lasker's
    game the weights of nine and ten score 38.2 ± 6.1 % and 31.2 ± 6.0 % against `any_board`.

    >>> from merels import VARIANTS
    >>> [fitted_to(VARIANTS[name]) for name in ("six", "nine", "ten", "eleven", "lasker")]
    [None, 'nine', 'ten', 'twelve', None]
    """
    if variant.placing is not Placing.FIRST:
        return None
    if variant.board == THREE_SQUARES_WITH_DIAGONALS:
        return "twelve"
    if variant.board == THREE_SQUARES:
        return "nine" if variant.men <= USUAL_MEN else "ten"
    return None


def has_fitted_evaluation(variant: Variant) -> bool:
    """Whether the evaluation that has learned from exact values is for a variant."""
    return fitted_to(variant) is not None


def evaluate_position(position: Position) -> int:
    """Return the score for the side to move, in hundredths of a man.

    In mid-turn it is the score of the best capture, and on the empty board the score of the best
    placing: what the evaluation has learned is about men on the board.

    >>> -50 < evaluate_position(Position.start()) < 50
    True

    Raises `IllegalMoveError` if the game is over, `MissingExtraError` without Numba.
    """
    outcome = position_outcome(position)
    if outcome is not None:
        raise IllegalMoveError(f"the game is over in {position.fen()!r}: {outcome.reason.value}")
    if position.removing or not position.white | position.black:
        after = [position.successor(move) for move in position.generate_moves()]
        if any(position_outcome(each) is not None for each in after):
            raise IllegalMoveError(f"a removal ends the game in {position.fen()!r}")
        return max(-evaluate_position(each) for each in after)
    from merels.engine.evaluation.any_board import evaluate_any, pack_board
    from merels.engine.evaluation.kernels import evaluate
    from merels.engine.evaluation.patterns import joined_points
    from merels.engine.evaluation.weights import load_weights

    variant = position.variant
    if not has_fitted_evaluation(variant):
        return int(evaluate_any(*position.sides, pack_board(variant)))
    weights, joined = load_weights(variant), joined_points(variant.board)
    return int(evaluate(*position.sides, bool(variant.flying), weights, joined))
