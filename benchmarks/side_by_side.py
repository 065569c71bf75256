"""Compare the speed of two versions: run ``merels bench`` of each by turns, as often as wanted.

    python benchmarks/side_by_side.py OLD NEW [--runs N] [--solver] [--together]

OLD and NEW are the ``merels`` commands of two environments. Prints the speed of NEW as a share of
OLD's for each part of the work, in the median of all pairs of runs: what else the machine does
disturbs both alike, most of all with ``--together``. Then both run at once, each on a processor of
its own, which they exchange from pair to pair (Linux). Signatures that differ are named, for then
the work was not the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from statistics import median
from typing import Final, NamedTuple, TypeAlias

UNITS: Final = ("leaves", "nodes", "edges")
"""What is counted: of perft, of the search, of the solver."""


class Part(NamedTuple):
    """A part of the work: a count that is its signature, and its speed."""

    signature: int
    per_second: int


Pair: TypeAlias = tuple[dict[str, Part], dict[str, Part]]
"""What the old and the new command measured."""


def measure(command: str, options: Sequence[str], processor: int | None = None) -> dict[str, Part]:
    """Return what ``merels bench`` of a command measures, by the name of the work."""
    pinned = [] if processor is None else ["taskset", "--cpu-list", str(processor)]
    arguments = [*pinned, command, "bench", "--json", *options]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    parts = {}
    for name, report in json.loads(output).items():
        unit = next(unit for unit in UNITS if unit in report)
        parts[name] = Part(report[unit], report[f"{unit}_per_second"])
    return parts


def measure_both(commands: Sequence[str], options: Sequence[str], first: int) -> Pair:
    """Return what both commands measure at once, the first on this processor of 0 and 1."""
    with ThreadPoolExecutor(2) as pool:
        old, new = pool.map(measure, commands, repeat(options), (first, 1 - first))
    return old, new


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", metavar="OLD", help="the command to compare with")
    parser.add_argument("new", metavar="NEW", help="the command to compare")
    parser.add_argument("--runs", type=int, default=10, help="pairs of runs (default: 10)")
    parser.add_argument("--solver", action="store_true", help="compare solving, not searching")
    parser.add_argument("--together", action="store_true", help="run both at once, pinned")
    options = parser.parse_args(arguments)
    bench = ["--solver"] if options.solver else []
    commands = options.old, options.new
    pairs = [
        measure_both(commands, bench, run % 2)
        if options.together
        else (measure(options.old, bench), measure(options.new, bench))
        for run in range(options.runs)
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
