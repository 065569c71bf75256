"""Measure how much sooner two threads reach the depth that one thread reaches.

    python benchmarks/threads.py [--positions N] [--seconds S]

Positions come from games between short searches, of all phases. One thread searches for some time;
then both one and two threads search to the depth that it reached, each with an empty table, in
turns. Prints both times for each position, and the median of their ratios.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from itertools import cycle

from merels import Engine, Game, Limits

SEED = 3
PLIES = (4, 8, 11, 14, 17, 20, 26, 34, 44, 60)
"""How far into a game the positions are taken."""

ROUNDS = 3


def play_on(engine: Engine, plies: int, chance: random.Random) -> Game:
    """Return a game of some plies: each move one of the three best of a short search."""
    game = Game()
    while game.ply < plies and game.outcome() is None:
        lines = engine.search(game, Limits(nodes=2000), lines=3).lines
        game.push(chance.choice(lines).move)
    if game.outcome() is not None:
        game.pop()
    return game


def time_depth(engine: Engine, game: Game, depth: int) -> float:
    """Return the seconds until a depth is reached with an empty table."""
    engine.new_game()
    begin = time.perf_counter()
    engine.search(game, Limits(depth=depth))
    return time.perf_counter() - begin


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5, help="for one thread")
    options = parser.parse_args(arguments)
    one, two = Engine(threads=1), Engine(threads=2)
    chance = random.Random(SEED)
    ratios: list[float] = []
    for plies in cycle(PLIES):
        if len(ratios) == options.positions:
            break
        game = play_on(one, plies, chance)
        one.new_game()
        analysis = one.search(game, Limits(seconds=options.seconds))
        if analysis.seconds < options.seconds / 2:  # soon decided: nothing to share
            continue
        depth = analysis.depth
        pairs = [
            (time_depth(one, game, depth), time_depth(two, game, depth)) for _ in range(ROUNDS)
        ]
        single, double = (min(times) for times in zip(*pairs, strict=True))
        ratios.append(double / single)
        print(f"{game.position.fen()}: depth {depth}, {single:.3f} s, {double:.3f} s")
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
