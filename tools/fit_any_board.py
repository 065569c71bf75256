"""Fit the general evaluation, and the curves of its scores, to the results of games.

    python tools/fit_any_board.py [--games N] [--nodes N] [--positions FILE] [--curves] [--out FILE]

The engine plays each variant of `PLAYED` against itself, from random openings and with a few random
moves. For each phase, a logistic regression finds the weights of the terms under which the results
are most likely, for all variants together and for each that has no evaluation fitted to exact
values; they are scaled so that a man is worth 100 while men move. The curves from scores to results
are fitted as in ``fit_expected_score.py``. They are for the weights that the games were played
with: once new weights ship, run it again with ``--curves``, which leaves the weights as they are.
``--positions`` keeps the positions, or takes them from an earlier run, so that another fit needs no
games.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from fit_expected_score import fit_curve

from merels._files import whole_file
from merels._jit import kernel
from merels.board.index.ranking import Int64s
from merels.engine import evaluation
from merels.engine.evaluation.any_board import (
    ANY,
    DATA_FILE,
    TERMS,
    TermWeights,
    find_terms,
    pack_board,
    phase_of,
)
from merels.engine.evaluation.kernels import PHASES
from merels.engine.evaluation.static import fitted_to
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.rules.value import Result
from merels.rules.variant import Variant, variant

Floats = npt.NDArray[np.float64]

PLAYED: Final = ("twelve", "lasker")
"""Different games; nine men's and ten men's have long had an evaluation of their own."""
OPENINGS: Final = range(2, 9)
"""Random plies at the start of a game."""
RANDOM_MOVES: Final = 0.04
LONGEST: Final = 200
ENOUGH: Final = 300
"""Positions of a phase; with fewer there is nothing to fit."""
RIDGE: Final = 1e-3
"""Keeps the weights of terms finite that hardly ever differ."""

# Columns of a position.
VARIANT, OWN, ENEMY, OWN_IN_HAND, ENEMY_IN_HAND, SCORE, RESULT = range(7)
"""Score and result are those of the side to move; a proved score is left out, as `PROVED`."""
PROVED: Final = 1 << 20


def play_games(games: int, nodes: int) -> Int64s:
    """Return the positions of games of every variant, each played in a process of its own."""
    with ProcessPoolExecutor(len(PLAYED), multiprocessing.get_context("spawn")) as pool:
        played = list(pool.map(partial(play_variant, games, nodes), PLAYED))
    return np.concatenate([np.insert(rows, VARIANT, i, axis=1) for i, rows in enumerate(played)])


def play_variant(games: int, nodes: int, name: str) -> Int64s:
    """Return the positions of games of one variant, without the variant's number."""
    engine, chance, game = Engine(hash_mb=8, threads=1), random.Random(name), variant(name)
    rows = [row for _ in range(games) for row in play_game(game, engine, nodes, chance)]
    return np.array(rows, dtype=np.int64)


def play_game(
    played: Variant, engine: Engine, nodes: int, chance: random.Random
) -> Iterator[list[int]]:
    """Yield the positions of one game, once its result is known.

    It ends when it is decided, by the rules or by a proof; one that goes on too long is a draw.
    """
    game = Game(variant=played)
    for _ in range(min(chance.choice(OPENINGS), played.men)):
        game.push(chance.choice(list(game.legal_moves)))
    engine.new_game()
    seen, winner = [], None
    while game.outcome() is None and len(game.history) < LONGEST:
        best = engine.search(game, Limits(nodes=nodes)).best
        seen.append((game.position, PROVED if best.value else best.score))
        if best.value is not None and best.value.result is not Result.DRAW:
            winner = game.turn if best.value.result is Result.WIN else game.turn.other
            break
        is_random = chance.random() < RANDOM_MOVES
        game.push(chance.choice(list(game.legal_moves)) if is_random else best.move)
    outcome = game.outcome()
    if outcome is not None:
        winner = outcome.winner
    for position, score in seen:
        result = 0 if winner is None else (1 if winner is position.turn else -1)
        yield [*position.sides, score, result]


@kernel
def write_terms(positions: Int64s, board: Int64s, terms: Int64s, phases: Int64s) -> None:
    """Fill in the terms and the phase of each position."""
    for i in range(len(positions)):
        own, enemy, own_in_hand, enemy_in_hand = positions[i]
        phases[i] = phase_of(own, enemy, own_in_hand, enemy_in_hand, board)
        found = find_terms(own, enemy, own_in_hand, enemy_in_hand, board)
        for term in range(TERMS):
            terms[i, term] = found[term]


def find_all_terms(rows: Int64s) -> tuple[Floats, Int64s]:
    """Return the terms of each position, and its phase."""
    terms = np.zeros((len(rows), TERMS), dtype=np.int64)
    phases = np.zeros(len(rows), dtype=np.int64)
    for number, name in enumerate(PLAYED):
        here = np.flatnonzero(rows[:, VARIANT] == number)
        found, phase = terms[here], phases[here]
        positions = np.ascontiguousarray(rows[here, OWN:SCORE])
        write_terms(positions, pack_board(variant(name)), found, phase)
        terms[here], phases[here] = found, phase
    return terms.astype(np.float64), phases


def fit_weights(terms: Floats, results: Floats) -> Floats:
    """Return the weights under which the results, -1 to 1, are most likely, in logits."""
    wins = (results + 1) / 2
    weights = np.zeros(terms.shape[1])
    for _ in range(40):
        odds = 1 / (1 + np.exp(-terms @ weights))
        slope = terms.T @ (odds - wins) / len(wins) + RIDGE * weights
        curve = (terms * (odds * (1 - odds))[:, None]).T @ terms / len(wins)
        step = np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def fit(rows: Int64s, *, curves_only: bool = False) -> dict[str, Any]:
    """Return the document of the data file, with new weights or those that ship."""
    terms, phases = find_all_terms(rows)
    weights = read_weights() if curves_only else fit_all_weights(rows, terms, phases)
    return {"weights": weights, "expected_score": fit_curves(rows, phases)}


def read_weights() -> dict[str, Any]:
    """Return the weights that ship."""
    file = files(evaluation).joinpath(DATA_FILE)
    return cast("dict[str, Any]", json.loads(file.read_bytes())["weights"])


def fit_all_weights(rows: Int64s, terms: Floats, phases: Int64s) -> dict[str, Any]:
    """Return the weights of all variants together, and of each that needs its own."""
    results = rows[:, RESULT].astype(np.float64)
    weights = {ANY: fit_phases(terms, results, phases, np.ones(len(rows), dtype=bool))}
    for number, name in enumerate(PLAYED):
        if fitted_to(variant(name)) is None:
            weights[name] = fit_phases(terms, results, phases, rows[:, VARIANT] == number)
    return weights


def fit_curves(rows: Int64s, phases: Int64s) -> dict[str, Any]:
    """Return the curves from scores to results, by phase."""
    curves = {}
    for number, phase in enumerate(PHASES):
        known = rows[(phases == number) & (rows[:, SCORE] != PROVED)].astype(np.float64)
        curve = fit_curve(known[:, SCORE], (known[:, RESULT] + 1) / 2)
        curves[phase] = {"margin": curve.margin, "scale": curve.scale}
    return curves


def fit_phases(
    terms: Floats, results: Floats, phases: Int64s, here: npt.NDArray[np.bool_]
) -> dict[str, dict[str, int]]:
    """Return the weights of each phase; where there is no flying, those of moving stand in."""
    logits: list[Floats] = []
    for number in range(len(PHASES)):
        chosen = here & (phases == number)
        enough = np.count_nonzero(chosen) >= ENOUGH
        logits.append(fit_weights(terms[chosen], results[chosen]) if enough else logits[-1])
    worth = 100 / logits[PHASES.index("moving")][TermWeights._fields.index("men")]
    return {
        phase: {
            term: round(float(worth * each))
            for term, each in zip(TermWeights._fields, weights, strict=True)
        }
        for phase, weights in zip(PHASES, logits, strict=True)
    }


def format_document(document: dict[str, Any]) -> str:
    """Return the text of the data file, what belongs to a phase in one line.

    >>> print(format_document({"expected_score": {"moving": {"margin": 1.0}}}), end="")
    {
      "expected_score": {
        "moving": {"margin": 1.0}
      }
    }
    """

    def is_line(value: Any) -> bool:
        return not any(isinstance(each, dict) for each in value.values())

    def lay_out(value: dict[str, Any], margin: str) -> str:
        if is_line(value):
            return json.dumps(value)
        inner = margin + "  "
        lines = [f'{inner}"{name}": {lay_out(each, inner)}' for name, each in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"

    return lay_out(document, "") + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="of each variant")
    parser.add_argument("--nodes", type=int, default=5000, help="per search")
    parser.add_argument("--positions", type=Path, help="keep the positions in this .npy file")
    parser.add_argument("--curves", action="store_true", help="fit the curves alone")
    parser.add_argument("--out", type=Path, help="write weights and curves to this file")
    options = parser.parse_args(arguments)
    if options.positions and options.positions.exists():
        rows = np.load(options.positions)
    else:
        rows = play_games(options.games, options.nodes)
        if options.positions:
            np.save(options.positions, rows)
    text = format_document(fit(rows, curves_only=options.curves))
    print(f"{len(rows):,} positions\n{text}", end="")
    if options.out:
        with whole_file(options.out) as file:
            file.write(text.encode())


if __name__ == "__main__":
    main()
