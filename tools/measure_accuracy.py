"""How often the search keeps the exact value of a position, by phase.

    python tools/measure_accuracy.py --tables DIR [--positions N] [--nodes N] [--cases FILE]

Positions come from compiled games with many random moves; only those count in which some moves keep
the value and others give it away. The search has no tables. ``--cases`` keeps the positions in a
file, so that versions can be compared on the same ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sampling import Games, sample_games

from merels._files import whole_file
from merels.engine.evaluation.weights import PHASES, load_weights, phase_of
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.rules.position import Position
from merels.tables.tablebase import open_tablebase

CHANCE = 60  # random moves in 256
SEED = 4711  # not the seed of the fit


def make_cases(tables: Path, count: int) -> list[dict[str, Any]]:
    """Return positions with the moves that keep their value."""
    sampled = sample_games(Games(count, CHANCE, SEED), load_weights())
    order = np.random.default_rng(SEED).permutation(len(sampled.own))
    cases: list[dict[str, Any]] = []
    with open_tablebase(tables) as tablebase:
        for own, enemy, hand, other in zip(*sampled.take(order), strict=True):
            position = Position(int(own), int(enemy), int(hand), int(other))
            rated = tablebase.probe_moves(position)
            best = rated[0].value.result if rated else None
            keeping = [str(move) for move, value in rated if value.result is best]
            if len(keeping) < len(rated):
                cases.append({"fen": position.fen(), "result": str(best), "keeping": keeping})
            if len(cases) == count:
                break
    return cases


def load_cases(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the cases of a file, or new ones."""
    if options.cases and options.cases.exists():
        found: list[dict[str, Any]] = json.loads(options.cases.read_text())
        return found[: options.positions]
    cases = make_cases(options.tables, options.positions)
    if options.cases:
        with whole_file(options.cases) as file:
            file.write(json.dumps(cases).encode())
    return cases


def main(arguments: Sequence[str] | None = None) -> None:
    """Search every case and print the share of values kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--cases", type=Path, help="positions of an earlier run (.json)")
    options = parser.parse_args(arguments)

    cases = load_cases(options)
    engine = Engine(hash_mb=16)
    kept = {(phase, result): [0, 0] for phase in PHASES for result in ("win", "draw")}
    depths = 0
    for case in cases:
        game = Game.from_fen(case["fen"])
        engine.new_game()
        analysis = engine.search(game, Limits(nodes=options.nodes))
        depths += analysis.depth
        position, turn = game.position, game.turn
        phase = phase_of(position.in_hand(turn), position.total(turn), position.total(turn.other))
        counts = kept[phase, case["result"]]
        counts[0] += str(analysis.best.move) in case["keeping"]
        counts[1] += 1
    for (phase, result), (right, all_) in kept.items():
        print(f"{phase:8} {result:5} {right:5} of {all_:5}   {100 * right / max(1, all_):5.1f} %")
    right, all_ = (sum(numbers) for numbers in zip(*kept.values(), strict=True))
    print(f"kept in all {right} of {all_}: {100 * right / all_:.2f} %, depth {depths / all_:.1f}")


if __name__ == "__main__":
    main()
