"""Measure probing: one position warm, one position cold, and arrays of positions.

    python benchmarks/probe.py --tables DIR --table 6,3

Positions are random ones of the table. Warm: their blocks are in the cache. Cold: nothing is
cached, so every probe reads, checks and decodes a block (the file itself may be in the system's
memory).
"""

from __future__ import annotations

import argparse
import timeit
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from merels import Position, open_tablebase
from merels.board.index.ranking import Int64s
from merels.values.folder import default_folder
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase

SEED = 1
SINGLE = 20_000
COLD = 500
MANY = 2_000_000
ROUNDS = 3


def draw_masks(key: TableKey, count: int) -> tuple[Int64s, Int64s]:
    """Return random positions of a table as masks: own men, enemy's men."""
    chance = np.random.default_rng(SEED)
    own, enemy = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    for first in range(0, count, 100_000):
        rows = slice(first, min(first + 100_000, count))
        points = chance.random((rows.stop - first, 24)).argsort(axis=1)
        bits = np.left_shift(1, points)
        own[rows] = bits[:, : key.own].sum(axis=1)
        enemy[rows] = bits[:, key.own : key.total].sum(axis=1)
    return own, enemy


def time_best(work: Callable[[], object]) -> float:
    """Return the seconds that ``work`` takes, the best of three rounds."""
    return min(timeit.repeat(work, number=1, repeat=ROUNDS))


def time_probes(tablebase: Tablebase, positions: list[Position]) -> float:
    """Return the seconds that one probe takes."""
    return time_best(lambda: [tablebase.probe(each) for each in positions]) / len(positions)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder (default: that of merels solve)")
    parser.add_argument("--table", default="4,3", help="own and enemy's men (default: 4,3)")
    options = parser.parse_args(arguments)
    folder, key = options.tables or default_folder(), TableKey.parse(options.table)

    own, enemy = draw_masks(key, MANY)
    pairs = zip(own[:SINGLE].tolist(), enemy[:SINGLE].tolist(), strict=True)
    positions = [key.position(*masks) for masks in pairs]
    with open_tablebase(folder, cache_bytes=4 << 30) as tablebase:
        tablebase.probe_many(own, enemy, key.variant)  # compile, and fill the cache
        time_probes(tablebase, positions)
        print(f"warm probe: {time_probes(tablebase, positions) * 1e6:.1f} microseconds")
        many = MANY / time_best(lambda: tablebase.probe_many(own, enemy, key.variant))
    with open_tablebase(folder, cache_bytes=0) as tablebase:
        cold = time_probes(tablebase, positions[:COLD])
        print(f"cold probe: {cold * 1e6:.0f} microseconds")
    print(f"arrays: {many / 1e6:.1f} million positions per second")


if __name__ == "__main__":
    main()
