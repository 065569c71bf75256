"""Learn the evaluation's weights from exact values; report how well they fit positions left out.

    python tools/fit_evaluation.py --tables DIR [--variant NAME] [--games N] [--samples FILE]
                                   [--out FILE]

Positions come from compiled games with many random moves and from a turn or two beside them, their
values from solved tables. The network gives the logarithm of the odds of a position's expected
score; it learns by stochastic gradients, whose steps shrink with what a weight has already learned
(Adagrad).

Symmetric positions count as one, so that none is fitted and tested: those of one class in thirteen
are left out of the fit.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sampling import Games, Positions, sample_games

from merels._files import whole_file
from merels._jit import kernel, popcount
from merels._system import HIDDEN
from merels.board.board import FULL
from merels.engine.evaluation.kernels import (
    FEATURES,
    GROUPS,
    HIDDEN_BITS,
    LOST,
    MOST_IN_HAND,
    PHASES,
    STAGES,
    WeightArray,
    evaluate,
    features_of,
    load_weights,
    pack_weights,
    stage_of,
    tactic_of,
    unpack_weights,
)
from merels.engine.evaluation.patterns import joined_points
from merels.engine.evaluation.regions import number_states
from merels.engine.evaluation.static import WEIGHTS_FILES
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, Variant
from merels.values.tablebase import Tablebase, open_tablebase

Floats = npt.NDArray[np.float64]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SCALE = 250
"""Hundredths of a man for odds of e to 1: in the moving phase a man more is worth about 100."""

WAYS = (
    # Share of the games, random moves in 256, longest game in plies, descendants of a position,
    # how much worse than the best a move may be, random plies at the beginning.
    (0.04, 90, 120, 3, 0, 2),
    (0.03, 30, 120, 3, 0, 2),
    (0.06, 90, 20, 6, 0, 2),
    (0.07, 40, 20, 6, 0, 2),
    (0.20, 0, 20, 0, 60, 3),
    (0.20, 0, 27, 0, 120, 4),
    (0.20, 0, 27, 0, 200, 5),
    (0.14, 0, 27, 0, 300, 8),
    (0.06, 0, 100, 0, 120, 4),
)
"""Kinds of games: with many blunders, and such as good players might play."""

GAMES_AT_ONCE = 20_000

PACES = (1.0, 1.0, 1.0, 0.3, 0.3)
"""How fast each pass through the positions learns."""

STEP = 0.15
STEP_TOGETHER = 0.05
"""Steps of the weights, and of the rest of the network."""

ROW_SCALE = 512
"""Whole numbers for 1 in a row."""

HELD_OUT = 20  # of 256


class Samples(NamedTuple):
    """Positions with their scores in the tables."""

    positions: Positions
    scores: Bytes

    @property
    def truths(self) -> Floats:
        """The expected scores in truth: 1 for a win, 1/2 for a draw, 0 for a loss."""
        return np.where(self.scores == 0, 0.5, 1.0 - self.scores % 2)

    def take(self, chosen: npt.NDArray[np.generic]) -> Samples:
        """Return some of them."""
        return Samples(self.positions.take(chosen), self.scores[chosen])


def draw_positions(games: int, seed: int, variant: Variant = NINE_MENS_MORRIS) -> Positions:
    """Return the different positions of all kinds of games."""
    rows: list[Int64s] = []
    for number, (share, chance, *rest) in enumerate(WAYS):
        for first in range(0, round(share * games), GAMES_AT_ONCE):
            count = min(GAMES_AT_ONCE, round(share * games) - first)
            kind = Games(count, chance, (seed << 32) + (number << 24) + first, *rest)
            rows.append(np.array(sample_games(kind, variant)))
    return Positions(*np.unique(np.concatenate(rows, axis=1), axis=1))


def draw_samples(
    tables: Tablebase, games: int, seed: int, variant: Variant = NINE_MENS_MORRIS
) -> Samples:
    """Return positions with their values, without those in which no move is possible."""
    positions = draw_positions(games, seed, variant)
    print(f"{len(positions.own):,} positions drawn", flush=True)
    scores = tables.probe_many(
        positions.own,
        positions.enemy,
        variant,
        own_in_hand=positions.own_in_hand,
        enemy_in_hand=positions.enemy_in_hand,
    )
    samples = Samples(positions, scores.astype(np.uint8))
    return samples.take(evaluate_all(positions, load_weights(variant), variant) != LOST)


def load_samples(options: argparse.Namespace) -> Samples:
    """Return the samples of an earlier run's file, or new ones, which are kept there."""
    if options.samples and options.samples.exists():
        with np.load(options.samples) as file:
            return Samples(Positions(*file["positions"]), file["scores"])
    with open_tablebase(options.tables) as tables:
        samples = draw_samples(tables, options.games, options.seed, VARIANTS[options.variant])
    if options.samples:
        with whole_file(options.samples) as file:
            np.savez(file, positions=np.array(samples.positions), scores=samples.scores)
    return samples


def is_held_out(positions: Positions) -> npt.NDArray[np.bool_]:
    """Return which positions are left out of the fit, by a hash of the position."""
    keys = positions.own | positions.enemy << 24
    hashes: Int64s = keys * np.int64(-7046029254386353131) >> 40
    return (hashes & 0xFF) < HELD_OUT


@kernel
def write_values(
    own: Int64s,
    enemy: Int64s,
    own_hand: Int64s,
    enemy_hand: Int64s,
    weights: WeightArray,
    joined: int,
    out: Int64s,
) -> None:
    """Fill ``out`` with the values of positions."""
    for i in range(len(own)):
        out[i] = evaluate(own[i], enemy[i], own_hand[i], enemy_hand[i], True, weights, joined)


def evaluate_all(
    positions: Positions, weights: WeightArray, variant: Variant = NINE_MENS_MORRIS
) -> Int64s:
    """Return the values of positions."""
    out = np.empty(len(positions.own), dtype=np.int64)
    write_values(*positions, weights, joined_points(variant.board), out)
    return out


@kernel
def write_stages(
    own: Int64s, enemy: Int64s, own_hand: Int64s, enemy_hand: Int64s, out: Int64s
) -> None:
    """Fill ``out`` with the stages of positions."""
    for i in range(len(own)):
        out[i] = stage_of(own_hand[i] + enemy_hand[i], popcount(own[i]), popcount(enemy[i]))


def find_stages(positions: Positions) -> Int64s:
    """Return the stage of each position."""
    out = np.empty(len(positions.own), dtype=np.int64)
    write_stages(*positions, out)
    return out


@kernel
def write_features(
    own: Int64s,
    enemy: Int64s,
    own_hand: Int64s,
    enemy_hand: Int64s,
    weights: WeightArray,
    joined: int,
    out: Int32s,
) -> None:
    """Fill ``out`` with the features of positions, a row each."""
    for i in range(len(own)):
        ours, theirs = popcount(own[i]) == 3, popcount(enemy[i]) == 3
        tactic = tactic_of(
            own[i],
            enemy[i],
            FULL & ~(own[i] | enemy[i]),
            own_hand[i] > 0 or ours,
            enemy_hand[i] > 0 or theirs,
            joined,
        )
        features = features_of(own[i], enemy[i], tactic, weights)
        for place in range(len(features)):
            out[i, place] = features[place]


def find_features(positions: Positions, variant: Variant = NINE_MENS_MORRIS) -> Int32s:
    """Return the features of each position."""
    out = np.empty((len(positions.own), 12), dtype=np.int32)
    write_features(*positions, number_states(), joined_points(variant.board), out)
    return out


class Network(NamedTuple):
    """The weights while they are learned, and for each how much it has learned."""

    weights: Floats
    rows: Floats
    bias: Floats
    out: Floats
    weights_learned: Floats
    rows_learned: Floats
    bias_learned: Floats
    out_learned: Floats


def create_network(seed: int) -> Network:
    """Return a network that knows nothing; rows are random, so that they learn different things."""
    chance = np.random.default_rng(seed)
    out = np.repeat(chance.normal(0, 0.3, (GROUPS, HIDDEN)), [MOST_IN_HAND, STAGES - 18], axis=0)
    return Network(
        weights=np.zeros((STAGES, FEATURES)),
        rows=chance.normal(0, 0.1, (GROUPS, FEATURES, HIDDEN)),
        bias=np.zeros((STAGES, HIDDEN)),
        out=out,
        weights_learned=np.ones((STAGES, FEATURES)),
        rows_learned=np.full((GROUPS, FEATURES), 0.05),
        bias_learned=np.ones((STAGES, HIDDEN)),
        out_learned=np.ones((STAGES, HIDDEN)),
    )


@kernel
def learn(
    features: Int32s,
    stages: Int64s,
    truths: Floats,
    order: Int64s,
    net: Network,
    pace: float,
) -> None:
    """Go through the positions once and take a step towards each truth."""
    sums = np.empty(HIDDEN)
    for i in order:
        stage = stages[i]
        rows = net.rows[0 if stage < MOST_IN_HAND else 1]
        rows_learned = net.rows_learned[0 if stage < MOST_IN_HAND else 1]
        total = 0.0
        sums[:] = net.bias[stage]
        for feature in features[i]:
            total += net.weights[stage, feature]
            for j in range(HIDDEN):
                sums[j] += rows[feature, j]
        for j in range(HIDDEN):
            total += net.out[stage, j] * max(sums[j], 0.0)
        slope = 1 / (1 + np.exp(-total)) - truths[i]

        steepness = 0.0
        for j in range(HIDDEN):
            if sums[j] <= 0:
                sums[j] = 0.0
                continue
            step, inner = slope * sums[j], slope * net.out[stage, j]
            net.out_learned[stage, j] += step * step
            net.out[stage, j] -= pace * STEP_TOGETHER * step / np.sqrt(net.out_learned[stage, j])
            net.bias_learned[stage, j] += inner * inner
            net.bias[stage, j] -= pace * STEP_TOGETHER * inner / np.sqrt(net.bias_learned[stage, j])
            sums[j] = inner
            steepness += inner * inner / HIDDEN
        for feature in features[i]:
            net.weights_learned[stage, feature] += slope * slope
            net.weights[stage, feature] -= (
                pace * STEP * slope / np.sqrt(net.weights_learned[stage, feature])
            )
            rows_learned[feature] += steepness
            step = pace * STEP_TOGETHER / np.sqrt(rows_learned[feature])
            for j in range(HIDDEN):
                rows[feature, j] -= step * sums[j]


def fit(samples: Samples, seed: int, variant: Variant = NINE_MENS_MORRIS) -> WeightArray:
    """Return the learned numbers of the array of weights."""
    chance = np.random.default_rng(seed)
    net = create_network(seed)
    features = find_features(samples.positions, variant)
    stages = find_stages(samples.positions)
    for pace in PACES:
        learn(features, stages, samples.truths, chance.permutation(len(stages)), net, pace)
    return round_off(net)


def round_off(net: Network) -> WeightArray:
    """Return the network in whole numbers, in the order of the array of weights."""
    parts = (
        SCALE * net.weights,
        ROW_SCALE * net.rows,
        ROW_SCALE * net.bias,
        SCALE * (1 << HIDDEN_BITS) / ROW_SCALE * net.out,
    )
    numbers = np.concatenate([np.rint(part).ravel() for part in parts])
    rounded: WeightArray = np.clip(numbers, -(2**15), 2**15 - 1).astype(np.int16)
    return rounded


def find_phases(positions: Positions, stages: Int64s) -> npt.NDArray[np.str_]:
    """Return the name of each position's phase."""
    moving = (stages - MOST_IN_HAND) // 7, (stages - MOST_IN_HAND) % 7
    flying = (moving[0] == 0) | (moving[1] == 0)
    return np.where(stages < MOST_IN_HAND, PHASES[0], np.where(flying, PHASES[2], PHASES[1]))


def report(name: str, odds: Floats, truths: Floats) -> None:
    """Print a row: how far the expected scores are from the truth, and who is named the winner."""
    guesses, aims = np.tanh(odds / 2), 2 * truths - 1
    error = np.sqrt(np.mean((guesses - aims) ** 2))
    none = np.sqrt(np.mean(aims**2))
    decided = aims != 0
    right = np.mean(np.sign(guesses[decided]) == np.sign(aims[decided]))
    print(f"| {name} | {len(odds):,} | {none:.3f} | {error:.3f} | {100 * right:.1f} % |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Sample, fit, report, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder of solved tables, placing included")
    parser.add_argument("--variant", choices=list(WEIGHTS_FILES), default="nine")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="keep the positions in this file (.npz)")
    parser.add_argument("--out", type=Path, help="write the weights to this file")
    options = parser.parse_args(arguments)

    samples, variant = load_samples(options), VARIANTS[options.variant]
    kept = is_held_out(samples.positions)
    data = pack_weights(fit(samples.take(~kept), options.seed, variant))
    print(f"{len(kept):,} positions, {kept.sum():,} left out; {len(data):,} bytes of weights\n")

    tested = samples.take(kept)
    odds = evaluate_all(tested.positions, unpack_weights(data), variant) / SCALE
    phases = find_phases(tested.positions, find_stages(tested.positions))
    print("| phase | left out | error of always a draw | error | winner named |")
    print("|---|---:|---:|---:|---:|")
    for phase in (*PHASES, "all"):
        here = (phases == phase) | (phase == "all")
        report(phase, odds[here], tested.truths[here])
    if options.out:
        with whole_file(options.out) as file:
            file.write(data)


if __name__ == "__main__":
    main()
