"""Fit the curves from estimates to expected scores, and report how reliable they are.

    python tools/fit_expected_score.py --tables DIR [--variant NAME] [--positions N] [--nodes N]
                                       [--out FILE]

Positions come from compiled games with many random moves, the same number of each phase; their
results come from solved tables, the estimates from a search without tables and from the short
search of the level hard. Estimates that are proved wins or losses need no curve and are left out,
and so are positions whose table is missing. Every fourth position is kept for the report, a table
in Markdown. The curves of other variants in the file stay as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt
from sampling import Games, sample_games

from merels._files import whole_file
from merels.engine.evaluation.plain import NUMBERS
from merels.engine.evaluation.static import WEIGHTS_FILES, Curve, Method
from merels.engine.players.plain import Minimax
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.rules.position import Phase, Position
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, Variant
from merels.values.tablebase import Tablebase, open_tablebase

Floats = npt.NDArray[np.float64]

CHANCE = 60  # random moves in 256
SEED = 2024
GAMES = 400  # sampled at a time
MOST_ROUNDS = 40
HELD_OUT = 4  # one position in so many

BUCKETS = (0, 5, 20, 40, 60, 80, 95, 100)
"""Limits of the report's rows, in percent."""

PROVED = 100
"""Scores this close to a win of the level hard are proved; the console shows them as such."""


class Sample(NamedTuple):
    """A position's phase, the estimates of it by method, None if proved, and its score in truth."""

    phase: Phase
    estimates: dict[Method, int | None]
    truth: float


def generate_positions(
    games: int, rounds: int, variant: Variant = NINE_MENS_MORRIS
) -> Iterator[Position]:
    """Yield positions of random games in random order, without an end of the game."""
    chance = np.random.default_rng(SEED)
    for number in range(rounds):
        sampled = sample_games(Games(games, CHANCE, SEED + number), variant)
        shuffled = sampled.take(chance.permutation(len(sampled.own)))
        for own, enemy, *hands in zip(*(column.tolist() for column in shuffled), strict=True):
            position = Position(own, enemy, hands[0], hands[1], variant=variant)
            if position.legal_moves:
                yield position


def draw_samples(
    tables: Tablebase, count: int, nodes: int, games: int, variant: Variant = NINE_MENS_MORRIS
) -> list[Sample]:
    """Return ``count`` samples of each phase, or fewer if the games have no more."""
    engine = Engine(hash_mb=16)
    found: dict[Phase, list[Sample]] = {phase: [] for phase in Phase}
    for position in generate_positions(games, MOST_ROUNDS, variant):
        phase = position.phase()
        if len(found[phase]) == count:
            continue
        value = tables.get(position)
        if value is not None:
            estimates: dict[Method, int | None] = {
                "search": search(engine, position, nodes),
                "quick": look_quickly(position),
            }
            found[phase].append(Sample(phase, estimates, (1 + value.result) / 2))
        if all(len(samples) == count for samples in found.values()):
            break
    return [sample for samples in found.values() for sample in samples]


def search(engine: Engine, position: Position, nodes: int) -> int | None:
    """Return the engine's score, None if it is proved."""
    engine.new_game()
    best = engine.search(Game(position), Limits(nodes=nodes)).best
    return None if best.value is not None else best.score


def look_quickly(position: Position) -> int | None:
    """Return the score of the level hard, None if it is proved; the console shows it."""
    numbers = NUMBERS["hard"]
    minimax = Minimax(numbers, position.variant)
    candidates = minimax.candidates(position.sides)
    score = max(minimax.values(candidates, [0] * len(candidates)))
    return None if numbers.win - abs(score) <= PROVED else score


def fit_curve(estimates: Floats, truths: Floats) -> Curve:
    """Return the curve under which the truths are most likely, by finer and finer grids."""
    best, width = np.array([150.0, np.log(100.0)]), np.array([200.0, 1.5])
    for _ in range(14):
        grid = [best + width * (x / 4, y / 4) for x in range(-4, 5) for y in range(-4, 5)]
        grid = [point for point in grid if point[0] >= 0]
        best = min(grid, key=lambda point: surprise(estimates, truths, *point))
        width = width * 0.65
    return Curve(round(float(best[0]), 1), round(float(np.exp(best[1])), 1))


def surprise(estimates: Floats, truths: Floats, margin: float, log_scale: float) -> float:
    """Return the mean of minus the logarithm of each truth's probability."""
    scale = np.exp(log_scale)
    win, loss = (
        1 / (1 + np.exp(-np.clip((sign * estimates - margin) / scale, -50, 50))) for sign in (1, -1)
    )
    odds = np.where(truths == 1, win, np.where(truths == 0, loss, 1 - win - loss))
    return float(-np.mean(np.log(np.maximum(odds, 1e-9))))


def choose(
    samples: list[Sample], method: Method, phase: Phase, *, held_out: bool
) -> tuple[Floats, Floats]:
    """Return the estimates and truths of a phase, for the fit or for the report."""
    pairs = [
        (sample.estimates[method], sample.truth)
        for number, sample in enumerate(samples)
        if sample.phase is phase
        and sample.estimates[method] is not None
        and (number % HELD_OUT == 0) is held_out
    ]
    columns = np.array(pairs, dtype=float).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def report(curve: Curve, estimates: Floats, truths: Floats, method: Method, phase: Phase) -> None:
    """Print a row of the table for each bucket: predicted and actual score, and share of draws."""
    odds = [curve.at(int(estimate)) for estimate in estimates]
    predicted = np.array([100 * each.score for each in odds])
    draws = np.array([100 * each.draw for each in odds])
    for least, most in pairwise(BUCKETS):
        here = (predicted >= least) & ((predicted < most) | (most == BUCKETS[-1]))
        if here.any():
            drawn = 100 * np.mean(truths[here] == 0.5)
            print(
                f"| {method} | {phase.value} | {least}–{most} % | {here.sum():,} "
                f"| {predicted[here].mean():.1f} % | {100 * truths[here].mean():.1f} % "
                f"| {draws[here].mean():.1f} % | {drawn:.1f} % |"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Sample, fit, report, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder of solved tables")
    parser.add_argument("--variant", choices=list(WEIGHTS_FILES), default="nine")
    parser.add_argument("--positions", type=int, default=6000, help="of each phase")
    parser.add_argument("--nodes", type=int, default=10_000, help="per search")
    parser.add_argument("--games", type=int, default=GAMES, help="sampled at a time")
    parser.add_argument("--out", type=Path, help="write the curves to this file")
    options = parser.parse_args(arguments)

    with open_tablebase(options.tables) as tables:
        samples = draw_samples(
            tables, options.positions, options.nodes, options.games, VARIANTS[options.variant]
        )
    document: dict[str, Any] = {}
    print("| estimate | phase | expected | positions | predicted | actual | draws | actual |")
    print("|---|---|---|---:|---:|---:|---:|---:|")
    for method in get_args(Method):
        document[method] = {}
        for phase in Phase:
            curve = fit_curve(*choose(samples, method, phase, held_out=False))
            document[method][phase.value] = {"margin": curve.margin, "scale": curve.scale}
            report(curve, *choose(samples, method, phase, held_out=True), method, phase)
    print(f"{len(samples):,} positions; {json.dumps(document)}")
    if options.out:
        others = json.loads(options.out.read_bytes()) if options.out.exists() else {}
        with whole_file(options.out) as file:
            file.write((json.dumps(others | {options.variant: document}, indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
