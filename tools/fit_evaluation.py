"""Fit the evaluation's weights to exact values; report how well they fit positions left out.

    python tools/fit_evaluation.py --tables DIR [--games N] [--out FILE]

Positions come from compiled games with many random moves, their values from solved tables. The
weighted sum of a position's terms goes through tanh and is fitted to 1 for a win, -1 for a loss and
0 for a draw; distant wins count a little less. Rows of weights with few positions stay near those
of their phase. Every tenth position is left out of the fit.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sampling import Positions, sample_games

from merels._files import whole_file
from merels._jit import kernel
from merels.engine.evaluation.kernels import MEN, TERMS, evaluate
from merels.engine.evaluation.weights import PHASES, expand, load_weights, phase_of
from merels.rules.position import Position
from merels.tables.tablebase import Tablebase, open_tablebase

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]

CHANCE = 90  # random moves in 256
PULL = {"phase": 1e-3, "hand": 20.0, "row": 40.0}
"""How strongly weights are held to those of the larger group, in positions."""

FEWEST = 300
"""A row with fewer positions has no weights of its own."""

ROUNDS = 12


@kernel
def evaluate_all(
    own: Int64s,
    enemy: Int64s,
    own_in_hand: Int64s,
    enemy_in_hand: Int64s,
    weights: Int64s,
    out: Int64s,
) -> None:
    """Fill ``out`` with the values of many positions."""
    for i in range(len(own)):
        out[i] = evaluate(own[i], enemy[i], own_in_hand[i], enemy_in_hand[i], True, weights)


def find_terms(positions: Positions) -> Floats:
    """Return the terms of positions, each measured alone with weight 1, and the lead in men."""
    terms = np.empty((len(positions.own), TERMS + 1))
    for term in range(TERMS):
        weights = np.zeros((MEN**3, TERMS), dtype=np.int64)
        weights[:, term] = 1
        out = np.empty(len(positions.own), dtype=np.int64)
        evaluate_all(*positions, weights.ravel(), out)
        terms[:, term] = out
    own, enemy = count_men(positions)
    terms[:, TERMS] = own - enemy
    return terms


def count_men(positions: Positions) -> tuple[Int64s, Int64s]:
    """Return the men of both sides, board and hand together."""
    count = np.frompyfunc(int.bit_count, 1, 1)
    own = count(positions.own.astype(object)).astype(np.int64) + positions.own_in_hand
    enemy = count(positions.enemy.astype(object)).astype(np.int64) + positions.enemy_in_hand
    return own, enemy


def find_phases(positions: Positions) -> npt.NDArray[np.str_]:
    """Return the name of each position's phase."""
    men = zip(positions.own_in_hand, *count_men(positions), strict=True)
    return np.array([phase_of(*key) for key in men])


def find_targets(positions: Positions, tables: Tablebase) -> Floats:
    """Return the targets of the fit, from exact values."""
    targets = np.empty(len(positions.own))
    for i, row in enumerate(zip(*map(np.ndarray.tolist, positions), strict=True)):
        value = tables.probe(Position(*row))
        targets[i] = value.result * (0.75 + 0.25 * np.exp(-(value.plies or 0) / 30))
    return targets


def fit(terms: Floats, targets: Floats, prior: Floats, pull: float) -> Floats:
    """Return weights near ``prior`` whose sum, through tanh, is nearest to the targets."""
    weights = prior.copy()
    for _ in range(ROUNDS):
        guess = np.tanh(terms @ weights)
        slope = terms * (1 - guess**2)[:, None]
        left = slope.T @ slope + pull * np.eye(len(weights))
        right = slope.T @ (targets - guess) + pull * (prior - weights)
        weights = weights + np.linalg.solve(left, right)
    return weights


def fit_all(
    positions: Positions, terms: Floats, targets: Floats
) -> tuple[dict[str, Floats], dict[tuple[int, int, int], Floats]]:
    """Return the weights of phases and of rows; a row's constant includes the lead in men."""
    own, enemy = count_men(positions)
    hand, of_phase = positions.own_in_hand, find_phases(positions)
    phases, rows = {}, {}
    for phase in PHASES:
        here = of_phase == phase
        phases[phase] = fit(terms[here], targets[here], np.zeros(TERMS + 1), PULL["phase"])
        for in_hand in np.unique(hand[here]):
            group = here & (hand == in_hand)
            prior = fit(terms[group], targets[group], phases[phase], PULL["hand"])
            for men in np.unique(np.stack([own[group], enemy[group]], axis=1), axis=0):
                chosen = group & (own == men[0]) & (enemy == men[1])
                if chosen.sum() >= FEWEST:
                    row = fit(terms[chosen], targets[chosen], prior, PULL["row"])
                    row[0] += row[TERMS] * (men[0] - men[1])
                    rows[int(in_hand), int(men[0]), int(men[1])] = row[:TERMS]
    return phases, rows


def to_document(
    phases: dict[str, Floats], rows: dict[tuple[int, int, int], Floats]
) -> dict[str, Any]:
    """Return the data file: whole numbers; an extra man in the moving phase is worth 100."""
    scale = 100 / phases["moving"][TERMS]
    return {
        "scale": round(scale, 3),
        "phases": {
            name: np.rint(scale * weights).astype(int).tolist() for name, weights in phases.items()
        },
        "rows": {
            " ".join(map(str, key)): np.rint(scale * row).astype(int).tolist()
            for key, row in sorted(rows.items())
        },
    }


def write_document(document: dict[str, Any], path: Path) -> None:
    """Write the data file, one row per line."""

    def block(name: str) -> str:
        lines = ",\n".join(f'    "{key}": {json.dumps(row)}' for key, row in document[name].items())
        return f'  "{name}": {{\n{lines}\n  }}'

    text = f'{{\n  "scale": {document["scale"]},\n{block("phases")},\n{block("rows")}\n}}\n'
    with whole_file(path) as file:
        file.write(text.encode())


def report(name: str, guesses: Floats, targets: Floats) -> None:
    """Print how far guesses are from the targets, and how often they name the winner."""
    error = np.sqrt(np.mean((guesses - targets) ** 2))
    decided = targets != 0
    right = np.mean(np.sign(guesses[decided]) == np.sign(targets[decided]))
    print(f"{name:32} error {error:.4f}   winner named {100 * right:5.1f} %")


def load_samples(options: argparse.Namespace) -> tuple[Positions, Floats]:
    """Return positions with their targets, from the file of an earlier run if there is one."""
    if options.samples and options.samples.exists():
        with np.load(options.samples) as file:
            return Positions(*file["positions"]), file["targets"]
    positions = sample_games(options.games, CHANCE, options.seed, load_weights())
    with open_tablebase(options.tables) as tables:
        targets = find_targets(positions, tables)
    if options.samples:
        np.savez_compressed(options.samples, positions=np.array(positions), targets=targets)
    return positions, targets


def main(arguments: Sequence[str] | None = None) -> None:
    """Sample, fit, report, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder of solved tables, placing included")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="keep the positions in this file (.npz)")
    parser.add_argument("--out", type=Path, help="write the weights to this file")
    options = parser.parse_args(arguments)

    positions, targets = load_samples(options)
    terms = find_terms(positions)
    going = terms[:, 0] == 1  # not blocked
    positions, terms, targets = positions.take(going), terms[going], targets[going]
    kept = np.arange(len(targets)) % 10 == 0
    phases, rows = fit_all(positions.take(~kept), terms[~kept], targets[~kept])
    document = to_document(phases, rows)
    print(f"{len(targets):,} positions, {kept.sum():,} left out; {len(rows)} rows")

    tested, aims = positions.take(kept), targets[kept]
    own, enemy = count_men(tested)
    phases_tested = find_phases(tested)
    for phase in (*PHASES, "all"):
        here = (phases_tested == phase) | (phase == "all")
        part = tested.take(here)
        report(f"{phase}: always a draw", np.zeros(int(here.sum())), aims[here])
        difference = np.stack([np.ones(int(here.sum())), (own - enemy)[here]], axis=1).astype(float)
        guesses = np.tanh(difference @ fit(difference, aims[here], np.zeros(2), 0))
        report(f"{phase}: men alone", guesses, aims[here])
        values = np.empty(len(part.own), dtype=np.int64)
        evaluate_all(*part, expand(document), values)
        report(f"{phase}: fitted", np.tanh(values / document["scale"]), aims[here])
    if options.out:
        write_document(document, options.out)


if __name__ == "__main__":
    main()
