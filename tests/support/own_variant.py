"""Variants of the tests' own."""

from pathlib import Path

from merels.rules.variant import describe, read_variant

FILE = Path(__file__).parents[1] / "data" / "crosses.toml"
CROSSES = read_variant(FILE)
"""On a board with 25 points and a line of every direction."""

LINE = describe(
    {
        "name": "line",
        "men": 3,
        "points": "a1 b1 c1 d1 e1 f1 a2 f2",
        "lines": ["a1 b1 c1", "d1 e1 f1", "b1 c1 d1"],
        "edges": ["a1 a2", "f1 f2"],
    }
)
"""On a board so small that it is solved at once."""
