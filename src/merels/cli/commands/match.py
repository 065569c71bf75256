"""Play games between two players, colours in turn, and count the score."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from merels.cli.options import add_json, parse_count, parse_positive
from merels.cli.output import print_json

if TYPE_CHECKING:
    from merels.engine.match import Match, Score


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    players = "easy, normal, hard or random"
    parser.add_argument("a", metavar="A", help=f"the player whose games are counted: {players}")
    parser.add_argument("b", metavar="B", help=f"the opponent: {players}")
    parser.add_argument(
        "--games", type=parse_positive, default=100, metavar="N", help="how many (default: 100)"
    )
    parser.add_argument(
        "--openings",
        default="random:4",
        metavar="random:PLIES",
        help="how games begin; two games share each opening (default: random:4)",
    )
    parser.add_argument(
        "--max-plies",
        type=parse_positive,
        default=200,
        metavar="N",
        help="a game this long is drawn (default: 200)",
    )
    parser.add_argument(
        "--seed",
        type=parse_count,
        default=0,
        metavar="N",
        help="the same seed plays the same games (default: 0)",
    )
    parser.add_argument(
        "--jobs", type=parse_positive, default=1, metavar="N", help="processes (default: 1)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print."""
    from merels.engine.match import Match, parse_openings
    from merels.engine.players import create_player

    match = Match(
        a=create_player(arguments.a).name,
        b=create_player(arguments.b).name,
        games=arguments.games,
        opening_plies=parse_openings(arguments.openings),
        max_plies=arguments.max_plies,
        seed=arguments.seed,
    )
    score = _play(match, arguments.jobs)
    if arguments.json:
        print_json(
            {
                "games": score.games,
                "a": match.a,
                "b": match.b,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
            }
        )
    else:
        _print_table(match, score)
    return 0


def _play(match: Match, jobs: int) -> Score:
    from merels.engine.match import Score, play_match

    score = Score()
    shows_progress = sys.stderr.isatty()
    for played in play_match(match, jobs):
        score = score.plus(played)
        if shows_progress:
            print(
                f"\r{score.games} of {match.games} games: "
                f"+{score.wins} ={score.draws} -{score.losses}",
                end="",
                file=sys.stderr,
                flush=True,
            )
    if shows_progress:
        print(file=sys.stderr)
    return score


def _print_table(match: Match, score: Score) -> None:
    width = max(len(match.a), len(match.b))
    print(f"{'':{width}}  {'wins':>6} {'draws':>6} {'losses':>6}  {'score':>7}")
    for name, side in ((match.a, score), (match.b, score.flipped())):
        print(
            f"{name:{width}}  {side.wins:6} {side.draws:6} {side.losses:6}  "
            f"{side.percentage:5.1f} %"
        )
