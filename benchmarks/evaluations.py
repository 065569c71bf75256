"""Which of two evaluations plays better, everything else being equal.

    python benchmarks/evaluations.py A B [--variant NAME] [--games N] [--nodes N | --movetime MS]

An evaluation is

- ``fitted``: the one that ships for the variant and has learned from exact values,
- ``terms``: that of any board,
- a file that ``tools/fit_evaluation.py`` has written, for boards of three squares.

Neither side has a book or tables. Every opening is played twice, colours reversed. Errors are half
an interval of 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import pstdev
from typing import Final

from merels.cli.shared.options import add_number, add_variant, parse_variant
from merels.cli.shared.output import StatusLine
from merels.engine.evaluation.kernels import WeightArray, get_weights, unpack_weights
from merels.engine.evaluation.static import fitted_to
from merels.engine.players.expert import ExpertPlayer, Search
from merels.engine.players.levels import Player
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import SearchThreads, WeightsOf
from merels.matches.match import CONFIDENCE, Match, Score, play_match
from merels.rules.variant import Variant, spell

FITTED: Final = "fitted"
TERMS: Final = "terms"
HASH_MB: Final = 16


class EngineWithWeights(Engine):
    """An engine that searches with other weights than those that ship."""

    def __init__(self, weights_of: WeightsOf) -> None:
        super().__init__(HASH_MB)
        self._search_threads = SearchThreads(HASH_MB, 1, weights_of)


def parse_evaluation(text: str) -> str:
    """Return an evaluation as it is written."""
    if text in (FITTED, TERMS) or Path(text).is_file():
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is not {FITTED}, {TERMS} or a file of weights")


def weights_named(name: str, variant: Variant) -> WeightArray | None:
    """Return the weights of an evaluation, None for the terms."""
    if name == TERMS:
        return None
    return get_weights(variant) if name == FITTED else unpack_weights(Path(name).read_bytes())


@cache
def load_engine(name: str, side: str) -> Engine:
    """Return the engine of an evaluation; each side has one, with a table of its own."""
    return EngineWithWeights(lambda variant: weights_named(name, variant))


@dataclass(frozen=True, slots=True)
class Players:
    """Creates the players of a match, named by side and evaluation."""

    limits: Limits

    def __call__(self, name: str, seed: int) -> Player:
        """Return a player with a fresh engine; ``seed`` has no part in its choices."""
        side, _, evaluation = name.partition(" ")
        engine = load_engine(evaluation, side)
        engine.new_game()
        return ExpertPlayer(Search(self.limits, shared=engine))


def describe(score: Score) -> str:
    """Return games, wins, draws, losses, the share of the points and the difference in Elo."""
    counts = f"{score.games} | {score.wins} | {score.draws} | {score.losses}"
    points = [1.0] * score.wins + [0.5] * score.draws + [0.0] * score.losses
    error = 100 * CONFIDENCE * pstdev(points) / sqrt(score.games)
    elo = "-" if score.elo is None else f"{score.elo:+.0f}"
    if score.elo is not None and score.elo_error is not None:
        elo += f" ± {score.elo_error:.0f}"
    return f"{counts} | {score.percentage:.1f} ± {error:.1f} % | {elo}"


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("a", type=parse_evaluation, metavar="A")
    parser.add_argument("b", type=parse_evaluation, metavar="B")
    add_variant(parser)
    add_number(parser, "--games", "games", default=400)
    add_number(parser, "--nodes", "positions per move", default=2000)
    add_number(parser, "--movetime", "milliseconds per move, instead", metavar="MS")
    add_number(parser, "--plies", "random plies of an opening", least=0, default=4)
    add_number(parser, "--seed", "of the openings", least=0, default=0)
    options = parser.parse_args(arguments)
    options.rules = parse_variant(options)
    if FITTED in (options.a, options.b) and fitted_to(options.rules) is None:
        parser.error(f"no evaluation is fitted to {options.rules.title}")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    options = parse_arguments(arguments)
    limits = Limits(nodes=options.nodes)
    if options.movetime is not None:
        limits = Limits(seconds=options.movetime / 1000)
    names = f"a {options.a}", f"b {options.b}"
    match = Match(
        *names,
        games=options.games,
        opening_plies=options.plies,
        seed=options.seed,
        variant=options.rules,
    )
    score = Score()
    with StatusLine() as status:
        for played in play_match(match, 1, Players(limits)):
            score = score.plus(played)
            status.show(describe(score))
    print("| variant | A | B | games | wins | draws | losses | score | Elo |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    print(f"| {spell(options.rules)} | {options.a} | {options.b} | {describe(score)} |")


if __name__ == "__main__":
    main()
