"""Play a match between two players, alternating colours, and report the score."""

from __future__ import annotations

import argparse

from merels.cli.shared import options
from merels.engine.players.levels import PLAYER_NAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    players = ", ".join((*PLAYER_NAMES, "elo:N, uci:COMMAND or py:module:callable"))
    parser.add_argument("a", metavar="A", help=f"the player to score: {players}")
    parser.add_argument("b", metavar="B", help="the opponent, named the same way")
    options.add_variant(parser)
    options.add_number(parser, "--games", "games", default=100)
    parser.add_argument(
        "--openings",
        default="random:4",
        metavar="random:PLIES|FILE",
        help="how games start: random plies, or the openings in a .pgn file or a text file with "
        "one per line; two games share each opening (default: random:4)",
    )
    options.add_thinking(parser, "it loses the game")
    for side in "ab":
        parser.add_argument(
            f"--option-{side}",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=f"set an option of engine {side.upper()}; repeatable",
        )
    draw = "declare a draw after N plies (default: only the rules end a game)"
    options.add_number(parser, "--max-plies", draw)
    parser.add_argument(
        "--tables",
        type=options.parse_folder,
        metavar="DIR",
        help="end games once all men are placed and a table in this folder has the result",
    )
    seed = (
        "the same seed gives the same openings and, for levels that do not search by the clock, "
        "the same games"
    )
    options.add_number(parser, "--seed", seed, least=0, default=0)
    options.add_number(parser, "--jobs", "processes", default=1)
    parser.add_argument("--pgn", metavar="FILE", help="append the games to this file")
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print; return 1 if a player has crashed, `INTERRUPTED` after Ctrl-C."""
    from merels.cli.shared.matches import play

    return play(arguments)
