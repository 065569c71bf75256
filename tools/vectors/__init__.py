"""Test vectors: what Python's rules and players answer, for other implementations to reproduce.

Everything comes from the portable random generator, so the vectors are the same on every machine.
A position is a list: white men, black men, white in hand, black in hand, side to move, whether in
mid-turn, whether three men fly (the last three 0 or 1). Moves are algebraic text or, in long lists,
three letters: origin, target and captured man, `a` for none, `b` for point 0, `c` for point 1 and
so on; a pass is three times `a`.
"""

from __future__ import annotations

from vectors.estimates import describe_chances, describe_expected_scores, describe_grades
from vectors.family import describe_family
from vectors.packing import Document, camel_case, describe_variant
from vectors.players import describe_choices, describe_evaluations, describe_random
from vectors.reviews import describe_reasons, describe_reviews
from vectors.rules import describe_games, describe_perft
from vectors.searches import describe_searches, describe_static_values, describe_strengths
from vectors.tables import describe_tables
from vectors.unusual import describe_unusual

__all__ = ["camel_case", "describe_all", "describe_variant"]


def describe_all() -> dict[str, Document]:
    """Return every document by the name of its file."""
    return {
        "random.json": describe_random(),
        "perft.json": describe_perft(),
        "games.json": describe_games(),
        "family.json": describe_family(),
        "unusual.json": describe_unusual(),
        "evaluations.json": describe_evaluations(),
        "choices.json": describe_choices(),
        "static-values.json": describe_static_values(),
        "searches.json": describe_searches(),
        "strengths.json": describe_strengths(),
        "grades.json": describe_grades(),
        "expected-score.json": describe_expected_scores(),
        "chances.json": describe_chances(),
        "reasons.json": describe_reasons(),
        "reviews.json": describe_reviews(),
        "tables.json": describe_tables(),
    }
