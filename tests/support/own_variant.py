"""A variant of the tests' own: a board with 25 points and a line of every direction."""

from pathlib import Path

from merels.rules.variants import read_variant

FILE = Path(__file__).parents[1] / "data" / "crosses.toml"
CROSSES = read_variant(FILE)
