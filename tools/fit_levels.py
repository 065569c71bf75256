"""Fit the numbers of the players of a given strength to matches, and measure them.

    python tools/fit_levels.py [--rounds N] [--games N] [--jobs N] [--out FILE]
    python tools/fit_levels.py --measure 200 [--first N]

All players lie on one curve: who searches more also errs less. The weakest is fitted to meet EASY
as an equal; each of the others to score against the one before as its number says. A round is a
match; each place on the curve is corrected by less and less, so in the end it is the mean of what
all its matches say. Then neighbours play each other, and the levels their nearest neighbours.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from merels._files import whole_file
from merels.engine.players.expert import Search, StrengthPlayer
from merels.engine.players.levels import STRENGTHS, WEAKEST, Level, Player, Strength, read_strengths
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.matches.match import Match, PlayerFactory, Score, play_match
from merels.prospects.players import create_player

FIRST_LEVEL = "easy"
PLACED_LEVELS = ("easy", "normal", "hard")

FEWEST_NODES, MOST_NODES = 10, 10_000
WIDEST, NARROWEST = 400, 4
"""Both ends of the curve, 0 and 1: positions to search, and what halves the weight of a move."""

LENGTH = 1000.0
"""About how many points of strength the curve has from 0 to 1; more below, fewer above."""

LAST_PLACE = 4 / 3
"""100,000 positions: what a page can search while somebody waits."""

SCOUTING = 10
"""Games to find out which strengths are near a level."""

CHECK = 5000
"""The seed of the matches that measure; those that fit have smaller ones."""


def at_place(place: float) -> Strength:
    """Return the numbers at a place on the curve, which goes on beyond both ends.

    Where less than a hundredth of a man would halve a weight, only the best move is played.
    """
    halving = WIDEST * (NARROWEST / WIDEST) ** place
    return Strength(
        max(1, round(FEWEST_NODES * (MOST_NODES / FEWEST_NODES) ** place)),
        round(halving) if halving >= 1 else 0,
    )


def place_of(strength: Strength) -> float:
    """Return the place on the curve at which a player searches so many positions."""
    return math.log(strength.nodes / FEWEST_NODES) / math.log(MOST_NODES / FEWEST_NODES)


def name_of(strength: Strength) -> str:
    """Return a name for a player that has no number yet; `create` knows it."""
    return f"{strength.nodes}/{strength.halving}"


@cache
def shared_engine() -> Engine:
    """Return the engine of this process: players forget what it has learnt before every move."""
    return Engine(hash_mb=1)


def create(name: str, seed: int) -> Player:
    """Return the player of a name, or with the numbers in it."""
    if "/" not in name:
        return create_player(name, seed)
    nodes, halving = map(int, name.split("/"))
    level = Level(name, "", Limits(nodes=nodes), halving=halving)
    return StrengthPlayer(level, seed, Search(Limits(nodes=nodes), shared_engine()))


def play(
    a: str, b: str, games: int, seed: int, jobs: int, players: PlayerFactory = create
) -> Score:
    """Return the score of a match from openings of four random plies."""
    score = Score()
    for played in play_match(Match(a, b, games, seed=seed), jobs, players):
        score = score.plus(played)
    return score


def lead_of(score: Score) -> float:
    """Return the difference in Elo, finite even if one side has won all games."""
    padded = Score(score.wins + 1, score.draws, score.losses + 1)
    assert padded.elo is not None
    return padded.elo


def fit_place(
    opponent: str, lead: float, place: float, rounds: int, games: int, seed: int, jobs: int
) -> float:
    """Return where on the curve a player scores against an opponent as a lead in Elo says."""
    for number in range(1, rounds + 1):
        score = play(name_of(at_place(place)), opponent, games, seed + number, jobs)
        place = min(LAST_PLACE, place + (lead - lead_of(score)) / LENGTH / number)
        print(f"  {number}: {score.percentage:.1f} %, next {name_of(at_place(place))}", flush=True)
    return place


def fit(
    strengths: Mapping[int, Strength], first: int, rounds: int, games: int, jobs: int
) -> dict[int, Strength]:
    """Return the numbers of each strength, weakest first; those before ``first`` stay."""
    fitted = {number: each for number, each in strengths.items() if number < first}
    opponent, last, place = FIRST_LEVEL, first, 0.0
    if fitted:
        last = max(fitted)
        opponent, place = name_of(fitted[last]), place_of(fitted[last])
    for number in strengths:
        if number < first:
            continue
        print(f"elo:{number} against {opponent}", flush=True)
        begin = place + (number - last) / LENGTH
        place = fit_place(opponent, number - last, begin, rounds, games, number, jobs)
        fitted[number] = at_place(place)
        opponent, last = name_of(fitted[number]), number
    return fitted


def measure(strengths: dict[int, Strength], first: int, games: int, jobs: int) -> None:
    """Print how neighbours from ``first`` on, and the levels near them, score."""
    print("| A | B | wins | draws | losses | score | measured difference | expected |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    numbers = list(strengths)
    for low, high in pairwise(numbers):
        if high < first:
            continue
        score = play(name_of(strengths[high]), name_of(strengths[low]), games, CHECK + low, jobs)
        print_row(f"elo:{high}", f"elo:{low}", score, f"{high - low:+d}")
    for level in PLACED_LEVELS:
        place_level(level, strengths, games, jobs)


def place_level(level: str, strengths: Mapping[int, Strength], games: int, jobs: int) -> None:
    """Print the scores of a level against the strengths on both sides of it."""
    scouted = (
        number
        for number, each in strengths.items()
        if play(level, name_of(each), SCOUTING, CHECK, jobs).percentage < 50
    )
    above = next(scouted, max(strengths))
    places = []
    for number in nearest(list(strengths), above):
        score = play(level, name_of(strengths[number]), games, CHECK + number, jobs)
        print_row(level, f"elo:{number}", score, "")
        places.append(number + lead_of(score))
    print(f"{level}: {sum(places) / len(places):.0f}", flush=True)


def nearest(numbers: Sequence[int], above: int) -> list[int]:
    """Return the strength that a level loses to, and the one before it."""
    index = numbers.index(above)
    return list(numbers[max(0, index - 1) : index + 1])


def print_row(a: str, b: str, score: Score, expected: str) -> None:
    """Print a match as a row of a table."""
    elo = "" if score.elo is None else f"{score.elo:+.0f}"
    error = "" if score.elo_error is None else f" ± {score.elo_error:.0f}"
    counts = f"{score.wins} | {score.draws} | {score.losses} | {score.percentage:.1f} %"
    print(f"| {a} | {b} | {counts} | {elo}{error} | {expected} |", flush=True)


def write(strengths: dict[int, Strength], path: Path) -> None:
    """Write a file of strengths."""
    rows = [
        f'    "{number}": {{"nodes": {each.nodes}, "halving": {each.halving}}}'
        for number, each in strengths.items()
    ]
    text = '{\n  "strengths": {\n' + ",\n".join(rows) + "\n  }\n}\n"
    assert read_strengths(json.loads(text)) == strengths
    with whole_file(path) as file:
        file.write(text.encode())


def main(arguments: Iterable[str] | None = None) -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="matches for each strength")
    parser.add_argument("--games", type=int, default=40, help="games in each match of the fit")
    parser.add_argument("--measure", type=int, metavar="GAMES", help="only measure what there is")
    parser.add_argument(
        "--first", type=int, default=WEAKEST, help="leave those before this one alone"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="write the numbers to this file")
    options = parser.parse_args(None if arguments is None else list(arguments))
    if options.measure:
        measure(dict(STRENGTHS), options.first, options.measure, options.jobs)
        return
    fitted = fit(STRENGTHS, options.first, options.rounds, options.games, options.jobs)
    if options.out:
        write(fitted, options.out)


if __name__ == "__main__":
    main()
