"""How often the search keeps the exact value of a position, by phase.

    python tools/measure_accuracy.py --tables DIR [--positions N] [--nodes N] [--cases FILE]

Positions come from compiled games with many random moves; only those count in which some moves keep
the value and others give it away. The search has no tables; with ``--book`` it has the book that
ships, as Expert does. ``--seed`` draws other positions, ``--phase`` only those of a phase, and
``--cases`` keeps them in a file, so that versions can be compared on the same ones. ``--threads``
share the nodes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from sampling import Games, sample_games

from merels._files import whole_file
from merels.engine.evaluation.kernels import PHASES, phase_of
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.values.tablebase import Tablebase, open_book, open_tablebase

CHANCE = 60  # random moves in 256
SEED = 4711  # not the seed of the fit
BATCH = 2000  # positions looked up together: tables are read block by block

Rating: TypeAlias = tuple[Move, Result]


def phase_in(position: Position) -> str:
    """Return the phase of a position for the side to move."""
    mine, other = position.turn, position.turn.other
    return phase_of(position.in_hand(mine), position.total(mine), position.total(other))


def draw_positions(count: int, seed: int, phase: str | None) -> list[Position]:
    """Return positions of games, in random order."""
    sampled = sample_games(Games(count, CHANCE, seed))
    order = np.random.default_rng(seed).permutation(len(sampled.own))
    drawn = zip(*(column.tolist() for column in sampled.take(order)), strict=True)
    positions = (Position(*numbers) for numbers in drawn)
    return [each for each in positions if phase in (None, phase_in(each))]


def rate_moves(tablebase: Tablebase, positions: Sequence[Position]) -> Iterator[list[Rating]]:
    """Yield, for each position, the results of its moves for the side that plays them."""
    moves = [list(each.generate_moves()) for each in positions]
    after = [
        each.successor(move).sides
        for each, some in zip(positions, moves, strict=True)
        for move in some
    ]
    own, enemy, own_in_hand, enemy_in_hand = np.array(after, dtype=np.int64).T
    scores = tablebase.probe_many(own, enemy, own_in_hand=own_in_hand, enemy_in_hand=enemy_in_hand)
    values = iter(scores.tolist())
    for some in moves:
        yield [(move, Value.from_score(next(values)).before_move().result) for move in some]


def make_cases(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return positions with the moves that keep their value."""
    positions = draw_positions(options.positions, options.seed, options.phase)
    cases: list[dict[str, Any]] = []
    with open_tablebase(options.tables) as tablebase:
        for first in range(0, len(positions), BATCH):
            some = positions[first : first + BATCH]
            for position, rated in zip(some, rate_moves(tablebase, some), strict=True):
                best = max((result for _, result in rated), default=None)
                keeping = [str(move) for move, result in rated if result is best]
                if len(keeping) < len(rated):
                    cases.append({"fen": position.fen(), "result": str(best), "keeping": keeping})
            if len(cases) >= options.positions:
                break
    return cases[: options.positions]


def load_cases(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the cases of a file, or new ones."""
    if options.cases and options.cases.exists():
        found: list[dict[str, Any]] = json.loads(options.cases.read_text())
        return found[: options.positions]
    cases = make_cases(options)
    if options.cases:
        with whole_file(options.cases) as file:
            file.write(json.dumps(cases).encode())
    return cases


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--seed", type=int, default=SEED, help="of the games (default: %(default)s)"
    )
    parser.add_argument("--phase", choices=PHASES, help="only positions of this phase")
    parser.add_argument("--book", action="store_true", help="search with the book that ships")
    parser.add_argument("--cases", type=Path, help="positions of an earlier run (.json)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Search every case and print the share of values kept."""
    options = parse_arguments(arguments)
    cases = load_cases(options)
    kept = {(phase, result): [0, 0] for phase in PHASES for result in ("win", "draw")}
    depths = 0
    with open_book() if options.book else nullcontext() as book:
        engine = Engine(hash_mb=16, threads=options.threads, oracle=book)
        for case in cases:
            game = Game.from_fen(case["fen"])
            engine.new_game()
            analysis = engine.search(game, Limits(nodes=options.nodes))
            depths += analysis.depth
            counts = kept[phase_in(game.position), case["result"]]
            counts[0] += str(analysis.best.move) in case["keeping"]
            counts[1] += 1
    for (phase, result), (right, all_) in kept.items():
        print(f"{phase:8} {result:5} {right:5} of {all_:5}   {100 * right / max(1, all_):5.1f} %")
    right, all_ = (sum(numbers) for numbers in zip(*kept.values(), strict=True))
    print(f"kept in all {right} of {all_}: {100 * right / all_:.2f} %, depth {depths / all_:.1f}")


if __name__ == "__main__":
    main()
