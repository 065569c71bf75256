"""Compare the speed of two versions: run ``merels bench`` of each by turns, as often as wanted.

    python benchmarks/side_by_side.py OLD NEW [--runs N] [--solver]

OLD and NEW are the ``merels`` commands of two environments. Prints the speed of NEW as a share of
OLD's for each part of the work, in the median of all pairs of runs: what else the machine does
disturbs both alike. Signatures that differ are named, for then the work was not the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

UNITS: Final = ("leaves", "nodes", "edges")
"""What is counted: of perft, of the search, of the solver."""


class Part(NamedTuple):
    """A part of the work: a count that is its signature, and its speed."""

    signature: int
    per_second: int


def measure(command: str, options: Sequence[str]) -> dict[str, Part]:
    """Return what ``merels bench`` of a command measures, by the name of the work."""
    arguments = [command, "bench", "--json", *options]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    parts = {}
    for name, report in json.loads(output).items():
        unit = next(unit for unit in UNITS if unit in report)
        parts[name] = Part(report[unit], report[f"{unit}_per_second"])
    return parts


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", metavar="OLD", help="the command to compare with")
    parser.add_argument("new", metavar="NEW", help="the command to compare")
    parser.add_argument("--runs", type=int, default=10, help="pairs of runs (default: 10)")
    parser.add_argument("--solver", action="store_true", help="compare solving, not searching")
    options = parser.parse_args(arguments)
    bench = ["--solver"] if options.solver else []
    pairs = [
        (measure(options.old, bench), measure(options.new, bench)) for _ in range(options.runs)
    ]
    for name in pairs[0][0]:
        ratios = [new[name].per_second / old[name].per_second for old, new in pairs]
        spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
        print(f"{name}: {median(ratios):.3f} of the old speed ({spread}, {len(ratios)} pairs)")
        counts = {each[name].signature for pair in pairs for each in pair}
        if len(counts) > 1:
            print(f"{name}: the signatures differ: {', '.join(map(str, sorted(counts)))}")


if __name__ == "__main__":
    main()
