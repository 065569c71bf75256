"""The static score of a position, as at the end of a searched line, and what a score is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import exp
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from merels.board.board import THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS
from merels.errors import IllegalMoveError
from merels.rules.outcome import position_outcome
from merels.rules.position import Phase, Position
from merels.rules.value import Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, Blocked, Placing, Variant

WEIGHTS_FILES: Final = MappingProxyType(
    {"nine": "weights.bin", "ten": "weights-ten.bin", "twelve": "weights-twelve.bin"}
)
"""The keys are what `fitted_to` returns."""

USUAL_MEN: Final = 9
"""With more men a side the board is fuller, and a pattern has a different worth."""


def fitted_to(variant: Variant) -> str | None:
    """Return the variant from whose exact values the evaluation has learned, or None.

    It knows boards of three squares where men are placed first: in Lasker's game the weights of
    nine and ten score 38.2 ± 6.1 % and 31.2 ± 6.0 % against `any_board`.

    >>> from merels import VARIANTS
    >>> [fitted_to(VARIANTS[name]) for name in ("six", "nine", "ten", "eleven", "lasker")]
    [None, 'nine', 'ten', 'twelve', None]
    """
    if variant.placing is not Placing.FIRST or not _captures_as_usual(variant):
        return None
    if variant.board == THREE_SQUARES_WITH_DIAGONALS:
        return "twelve"
    if variant.board == THREE_SQUARES:
        return "nine" if variant.men <= USUAL_MEN else "ten"
    return None


def _captures_as_usual(variant: Variant) -> bool:
    """Whether a variant differs from a usual variant at most in its return ban."""
    return variant.is_usual or replace(variant, return_ban=False).is_usual


def evaluate_position(position: Position) -> int:
    """Return the score for the side to move, in hundredths of a man.

    In mid-turn it is the score of the best capture, and on the empty board the score of the best
    placing: the evaluation has learned only about men on the board.

    >>> -50 < evaluate_position(Position.start()) < 50
    True

    Raises `IllegalMoveError` if the game is over, `MissingExtraError` without Numba.
    """
    outcome = position_outcome(position)
    if outcome is not None:
        raise IllegalMoveError(f"the game is over in {position.fen()!r}: {outcome.reason.value}")
    if position.takings:
        return _evaluate_any(position)
    if position.removing or not position.white | position.black:
        after = [position.successor(move) for move in position.generate_moves()]
        if any(position_outcome(each) is not None for each in after):
            raise IllegalMoveError(f"a removal ends the game in {position.fen()!r}")
        return max(-evaluate_position(each) for each in after)
    from merels.engine.evaluation.kernels import evaluate, load_weights
    from merels.engine.evaluation.patterns import joined_points

    variant = position.variant
    if fitted_to(variant) is None:
        return _evaluate_any(position)
    weights, joined = load_weights(variant), joined_points(variant.board)
    return int(evaluate(*position.sides, bool(variant.flying), weights, joined))


def _evaluate_any(position: Position) -> int:
    from merels.engine.evaluation.any_board import evaluate_any, pack_board, weigh_terms

    # A side that takes, or that may pass, is not lost if it cannot move.
    may_be_blocked = position.variant.is_usual or position.variant.blocked is Blocked.LOSS
    evaluated = evaluate_any if may_be_blocked and not position.takings else weigh_terms
    return int(evaluated(*position.sides, pack_board(position.variant)))


# What an estimate means: how often positions with this estimate are won and drawn.
#
# ``tools/fit_expected_score.py`` fits the curves of ``expected_score.json`` to exact values. An
# estimate as large as a curve's margin is won as often as not; the scale says how quickly the odds
# change. Boards without a fitted evaluation have curves of their own, fitted to the results of
# games.

DATA_FILE: Final = "expected_score.json"
OTHER_BOARDS_FILE: Final = "any_board.json"

Method: TypeAlias = Literal["search", "quick"]
"""How an estimate was found: by the compiled search, or by the short search of the level hard."""

_RESULTS: Final = (Result.WIN, Result.DRAW, Result.LOSS)

Curves: TypeAlias = Mapping[Method, Mapping[Phase, "Curve"]]

_STEEPEST: Final = 50.0
"""Beyond this the exponential is practically 0."""


def logistic(x: float) -> float:
    """Return the logistic function of a number: 0 far below 0, 1 far above."""
    return 1 / (1 + exp(-max(-_STEEPEST, min(x, _STEEPEST))))


class Odds(NamedTuple):
    """Probabilities of the results under best play; together they are 1."""

    win: float
    draw: float
    loss: float

    @property
    def score(self) -> float:
        """The expected score: 1 for a win, 1/2 for a draw."""
        return 0.5 + (self.win - self.loss) / 2


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve from estimates to the odds of results; it gives both sides the same chances.

    >>> odds = Curve(margin=200, scale=50).at(0)
    >>> odds.win == odds.loss < odds.draw, odds.score
    (True, 0.5)
    """

    margin: float
    scale: float

    def at(self, estimate: int) -> Odds:
        """Return the odds of an estimate."""
        win, loss = self._chance(estimate), self._chance(-estimate)
        return Odds(win, 1 - win - loss, loss)

    def _chance(self, estimate: int) -> float:
        """Return the probability that the side with this estimate wins."""
        return round(logistic((estimate - self.margin) / self.scale), 12)


def read_curves(document: dict[str, Any]) -> Curves:
    """Return the curves of one variant in the data file."""
    return {
        method: {Phase(phase): Curve(**numbers) for phase, numbers in document[method].items()}
        for method in ("search", "quick")
    }


@cache
def load_curves(fitted: str = "nine") -> Curves:
    """Return the curves for an evaluation, named as by `fitted_to`; by default for nine men."""
    documents = json.loads(files(__package__).joinpath(DATA_FILE).read_bytes())
    return read_curves(documents.get(fitted, documents["nine"]))


@cache
def load_curves_of_other_boards() -> Mapping[Phase, Curve]:
    """Return the curves for estimates by `any_board`."""
    document = json.loads(files(__package__).joinpath(OTHER_BOARDS_FILE).read_bytes())
    return {Phase(phase): Curve(**each) for phase, each in document["expected_score"].items()}


def find_curves(variant: Variant, method: Method = "search") -> Mapping[Phase, Curve]:
    """Return the curves for estimates of a variant's positions."""
    fitted = fitted_to(variant)
    return load_curves_of_other_boards() if fitted is None else load_curves(fitted)[method]


def result_odds(
    estimate: int | Value,
    phase: Phase,
    method: Method = "search",
    variant: Variant = NINE_MENS_MORRIS,
) -> Odds:
    """Return the odds of a win, a draw and a loss.

    ``estimate`` is an engine's score in hundredths of a man for the side to move, whose ``phase``
    it is. The odds say how often positions with this score have each result under best play. The
    exact `Value` of a position needs no curve. Where the evaluation has not learned from exact
    values, the odds come from games that the search plays against itself, whatever the ``method``.

    >>> from merels import DRAW, Phase
    >>> result_odds(DRAW, Phase.MOVING)
    Odds(win=0.0, draw=1.0, loss=0.0)
    >>> result_odds(0, Phase.PLACING).draw > 0.5
    True
    """
    if isinstance(estimate, Value):
        return Odds(*(float(estimate.result is result) for result in _RESULTS))
    return find_curves(variant, method)[phase].at(estimate)


def expected_score(
    estimate: int | Value,
    phase: Phase,
    method: Method = "search",
    variant: Variant = NINE_MENS_MORRIS,
) -> float:
    """Return the score to expect, by `result_odds`: 1 for a win, 1/2 for a draw, 0 for a loss.

    >>> from merels import DRAW, Phase
    >>> expected_score(0, Phase.MOVING), expected_score(DRAW, Phase.MOVING)
    (0.5, 0.5)
    >>> expected_score(-500, Phase.MOVING) < 0.3 < 0.7 < expected_score(500, Phase.MOVING)
    True
    """
    return result_odds(estimate, phase, method, variant).score


def format_percent(score: float) -> str:
    """Return an expected score for people.

    Only a certain result is 0 or 100: an estimate stays between.

    >>> format_percent(0.5432), format_percent(0.9999)
    ('54 %', '99 %')
    """
    return f"{min(max(round(100 * score), 1), 99)} %"
