"""Measure `merels.env.Vector`: random half-turns per second of processor time, on one core.

    python benchmarks/environments.py [--games N] [--steps N] [VARIANT ...]

Three figures for each variant: choosing and playing actions alone, with the mask of legal actions
after every half-turn, and with the mask and the observation.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import merels
from merels.env import Vector


def step(games: Vector) -> None:
    """Play a random half-turn in every game."""
    games.step(games.sample())


def step_with_mask(games: Vector) -> None:
    """Also find the legal actions."""
    step(games)
    games.legal_actions()


def step_with_view(games: Vector) -> None:
    """Also write the observations."""
    step_with_mask(games)
    games.observe()


def measure(play: Callable[[Vector], None], games: Vector, steps: int) -> float:
    """Return millions of half-turns per second of this thread's time."""
    play(games)  # compile
    begin = time.thread_time()
    for _ in range(steps):
        play(games)
    return steps * len(games) / (time.thread_time() - begin) / 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="default: all that ship")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args(arguments)

    print(f"{'':8} {'alone':>7} {'+ mask':>7} {'+ view':>7}  million half-turns per second")
    usual = [name for name, each in merels.VARIANTS.items() if each.is_usual]
    for name in options.variants or usual:
        games = Vector(options.games, name, seed=1)
        rates = [
            measure(play, games, options.steps) for play in (step, step_with_mask, step_with_view)
        ]
        print(f"{name:8}", *(f"{rate:7.3g}" for rate in rates), flush=True)


if __name__ == "__main__":
    main()
