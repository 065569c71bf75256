"""Vectors of estimates: grades of moves, expected scores and chances."""

from __future__ import annotations

from collections.abc import Iterator

from merels.engine.evaluation.static import expected_score
from merels.engine.fallible.player import load_fallible_players
from merels.matches.annotation import MoveEstimate, blame
from merels.rules.position import Phase
from merels.rules.value import DRAW, UNKNOWN_DOCUMENT, Result, Value
from merels.rules.variant import VARIANTS
from vectors.packing import Document


def sample_estimates() -> Iterator[MoveEstimate]:
    """Yield scores around the limits between grades, and values of every kind."""
    for score in (-900, -500, -280, -100, -40, -39, 0, 20, 80, 139, 140, 300, 500, 900):
        yield MoveEstimate(score)
    yield MoveEstimate(0, DRAW)
    for result, lengths in ((Result.WIN, (1, 9, 19, 21)), (Result.LOSS, (2, 18, 28, 30))):
        for plies in (*lengths, None):
            yield MoveEstimate(0, Value(result, plies))


def describe_grades() -> Document:
    """Return estimates and, for each pair before and after a move, the glyph."""
    estimates = list(sample_estimates())
    known = [each.value.document() if each.value else UNKNOWN_DOCUMENT for each in estimates]
    return {
        "estimates": [
            [each.score, *value.values()] for each, value in zip(estimates, known, strict=True)
        ],
        "glyphs": [[blame(before, after) for after in estimates] for before in estimates],
    }


def describe_expected_scores() -> Document:
    """Return estimates by search and the expected score of each in percent.

    They are those of each phase, on nine men's board, on another, and by other rules.
    """
    estimates = [0, *(sign * 2**power for power in range(15) for sign in (1, -1))]

    def percent(estimate: int, phase: Phase, name: str) -> float:
        return round(100 * expected_score(estimate, phase, variant=VARIANTS[name]), 6)

    return {
        "estimates": estimates,
        "scores": {
            f"{name} {phase.value}": [percent(estimate, phase, name) for estimate in estimates]
            for name in ("nine", "twelve", "shax")
            for phase in Phase
        },
    }


def describe_chances() -> Document:
    """Return scores of drawn moves and, for each person, what each promises in percent.

    Without a mistake in the next reply; first while men are placed, then while they move.
    """
    scores = [0, *(sign * 4**power for power in range(8) for sign in (1, -1))]
    return {
        "scores": scores,
        "chances": {
            name: [
                [round(100 * person.expect_draw(0, 1, score, in_hand), 6) for score in scores]
                for in_hand in (2, 0)
            ]
            for name, person in load_fallible_players().items()
        },
    }
