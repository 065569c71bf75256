"""Play a match between two players, alternating colours, and report the score."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from merels.cli.shared.options import (
    add_json,
    add_number,
    add_thinking,
    add_variant,
    parse_folder,
    parse_variant,
    spell_variant,
)
from merels.cli.shared.output import INTERRUPTED, StatusLine, print_report
from merels.engine.players.levels import PLAYER_NAMES

if TYPE_CHECKING:
    from merels.cli.shared.matches import Lineup, MatchReport
    from merels.matches.match import Forfeit, Match

NO_LIMIT = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    players = ", ".join((*PLAYER_NAMES, "elo:N, uci:COMMAND or py:module:callable"))
    parser.add_argument("a", metavar="A", help=f"the player to score: {players}")
    parser.add_argument("b", metavar="B", help="the opponent, named the same way")
    add_variant(parser)
    add_number(parser, "--games", "games", default=100)
    parser.add_argument(
        "--openings",
        default="random:4",
        metavar="random:PLIES|FILE",
        help="how games start: random plies, or the openings in a .pgn file or a text file with "
        "one per line; two games share each opening (default: random:4)",
    )
    add_thinking(parser, "it loses the game")
    for side in "ab":
        parser.add_argument(
            f"--option-{side}",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=f"set an option of engine {side.upper()}; repeatable",
        )
    draw = "declare a draw after N plies (default: only the rules end a game)"
    add_number(parser, "--max-plies", draw)
    parser.add_argument(
        "--tables",
        type=parse_folder,
        metavar="DIR",
        help="end games once all men are placed and a table in this folder has the result",
    )
    seed = (
        "the same seed gives the same openings and, for levels that do not search by the clock, "
        "the same games"
    )
    add_number(parser, "--seed", seed, least=0, default=0)
    add_number(parser, "--jobs", "processes", default=1)
    parser.add_argument("--pgn", metavar="FILE", help="append the games to this file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print; return 1 if a player has crashed, `INTERRUPTED` after Ctrl-C."""
    from merels.cli.shared.matches import (
        Lineup,
        MatchReport,
        closing_players,
        parse_contestant,
        parse_terms,
    )

    terms, limits = parse_terms(arguments)
    terms = replace(terms, variant=parse_variant(arguments), variant_text=spell_variant(arguments))
    with closing_players():
        match = _plan(arguments)
        contestants = {
            "a": parse_contestant(arguments.a, arguments.option_a, terms),
            "b": parse_contestant(arguments.b, arguments.option_b, terms),
        }
        if arguments.pgn is not None:
            with open(arguments.pgn, "ab"):  # noqa: PTH123 - fail before the first game
                pass
        lineup = Lineup(contestants, terms, limits, arguments.tables)
        report = MatchReport(contestants["a"], contestants["b"], match.games, arguments.pgn)
        status = _play(match, lineup, report, arguments)
    print_report(arguments, report.to_json(), report.draw())
    return status


def _plan(arguments: argparse.Namespace) -> Match:
    from merels.matches.match import Match
    from merels.matches.openings import parse_openings, read_openings

    plies, variant = parse_openings(arguments.openings), parse_variant(arguments)
    return Match(
        a="a",
        b="b",
        games=arguments.games,
        opening_plies=plies or 0,
        openings=read_openings(arguments.openings, variant) if plies is None else (),
        max_plies=arguments.max_plies or NO_LIMIT,
        seed=arguments.seed,
        variant=variant,
    )


def _play(match: Match, lineup: Lineup, report: MatchReport, arguments: argparse.Namespace) -> int:
    """Play all games, or until Ctrl-C; show the score so far in a terminal."""
    from merels.cli.shared.matches import judge
    from merels.matches.match import play_match

    judging = None if arguments.tables is None else partial(judge, arguments.tables)
    begin = time.monotonic()
    shown: set[str] = set()
    with StatusLine() as status:
        try:
            for played in play_match(match, arguments.jobs, lineup, judging):
                report.add(played, time.monotonic() - begin)
                if played.forfeit is not None:
                    status.print(_describe_fault(played.index, played.forfeit, shown))
                status.show(report.progress())
        except KeyboardInterrupt:
            status.print(f"merels: interrupted; the score of {report.progress()}")
            return INTERRUPTED
    return 1 if report.has_crashes else 0


def _describe_fault(index: int, forfeit: Forfeit, shown: set[str]) -> str:
    """Return a fault in words, after its traceback if that has not been ``shown`` yet."""
    message = f"merels: game {index + 1}: {forfeit.message}"
    if not forfeit.details or forfeit.details in shown:
        return message
    shown.add(forfeit.details)
    return f"{forfeit.details}{message}"
