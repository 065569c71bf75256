"""Measure what chances cost: as looks ahead when they are asked for, and as tables of their own.

    python benchmarks/chances.py --tables DIR [--men 10] [--person club]

Tables of chances would be computed by sweeps over all positions: the moves of each, how often the
person plays them, and the mean of what they lead to. One such sweep is timed on random positions of
the moving tables of up to so many men, a table's share of them following its size; the blocks that
they need are read beforehand, as a sweep in order reads each once.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from probe import SEED, draw_masks

from merels import Position, open_tablebase
from merels.board.index.ranking import Int64s
from merels.engine.fallible.kernels import sum_replies
from merels.engine.fallible.player import FALLIBLE_NAMES, find_fallible_player
from merels.prospects.chances import chances
from merels.prospects.look import Look, look_against
from merels.values.folder import default_folder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_moving_tables
from merels.values.tablebase import Tablebase

POSITIONS = 20_000
LOOKS = 15
SWEEPS = 50
"""After so many, a discount of 0.98 a turn leaves a third of the first error."""
TURNS = (1, 2)


def time_sweep(look: Look, key: TableKey, own: Int64s, enemy: Int64s) -> tuple[float, float, float]:
    """Return the processor time of finding moves, weighing them, and summing up."""
    look.expand(key, own, enemy)
    begin = time.process_time()
    found = look.expand(key, own, enemy)
    expanded = time.process_time()
    weights = look.weigh(key, found)
    weighed = time.process_time()
    expected, chances = look.foresee(key, found), np.empty(len(own))
    sum_replies(found.ends, found.scores, weights, expected, look.person.discount, chances)
    return expanded - begin, weighed - expanded, time.process_time() - weighed


def time_look(tables: Tablebase, position: Position, person: str, turns: int) -> float:
    """Return the processor time of a look with warm tables."""
    chances(tables, position, person, turns)
    begin = time.process_time()
    chances(tables, position, person, turns)
    return time.process_time() - begin


def draw_positions(keys: Sequence[TableKey], count: int) -> list[Position]:
    """Return random positions, a table's share following its size."""
    chosen = random.Random(SEED).choices(keys, [key.index.size for key in keys], k=count)
    drawn = [(key, draw_masks(key, number + 1)) for number, key in enumerate(chosen)]
    return [key.position(int(own[-1]), int(enemy[-1])) for key, (own, enemy) in drawn]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder (default: that of merels solve)")
    parser.add_argument("--men", type=int, default=10, help="of both sides (default: 10)")
    parser.add_argument("--person", choices=FALLIBLE_NAMES, default="club")
    options = parser.parse_args(arguments)
    keys = all_moving_tables(men=options.men)
    total = sum(key.index.size for key in keys)
    with open_tablebase(options.tables or default_folder()) as tables:
        look = look_against(tables, find_fallible_player(options.person))
        time_sweep(look, keys[0], *draw_masks(keys[0], 10))  # loads the compiled code
        parts, measured = np.zeros(3), 0
        for key in keys:
            count = max(1, POSITIONS * key.index.size // total)
            parts += time_sweep(look, key, *draw_masks(key, count))
            measured += count
        moves, weights, sums = 1e6 * parts / measured
        each = moves + weights + sums
        print(
            f"one sweep: {each:.1f} microseconds a position: moves and values {moves:.1f}, "
            f"weights {weights:.1f}, sums {sums:.1f} ({measured:,} positions)\n"
            f"{SWEEPS} sweeps over {total:,} positions: {SWEEPS * total * each / 3.6e9:.1f} hours"
        )
        positions = draw_positions(keys, LOOKS)
        for turns in TURNS:
            taken = sorted(1e3 * time_look(tables, p, options.person, turns) for p in positions)
            print(
                f"look of {turns} turn{'s' if turns > 1 else ''}: {taken[len(taken) // 2]:.1f} ms, "
                f"{taken[0]:.1f} to {taken[-1]:.1f} ({len(taken)} positions)"
            )


if __name__ == "__main__":
    main()
