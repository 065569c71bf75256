"""Play at the console, against the computer or each other."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from merels.cli.options import add_flying, parse_count, parse_variant
from merels.rules.color import BLACK, WHITE
from merels.rules.game import Game

if TYPE_CHECKING:
    from merels.cli.console.match import MatchFactory
    from merels.engine.players import Player

PLAYERS: Final = ("human", "easy", "normal", "hard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    for color, default in ((WHITE, "human"), (BLACK, "normal")):
        parser.add_argument(
            f"--{color.name.lower()}",
            choices=PLAYERS,
            default=default,
            help=f"who plays {color} (default: {default})",
        )
    parser.add_argument("--fen", metavar="FEN", help="start here (default: the empty board)")
    add_flying(parser)
    parser.add_argument(
        "--seed", type=parse_count, metavar="N", help="let the computer repeat its choices"
    )
    parser.add_argument("--plain", action="store_true", help="no colour")


def run(arguments: argparse.Namespace) -> int:
    """Play until somebody leaves."""
    from merels.cli.console.session import Session
    from merels.cli.console.terminal import Terminal

    begin = _prepare(arguments)
    Session(Terminal(plain=arguments.plain), begin, _create_advisor).run()
    return 0


def _prepare(arguments: argparse.Namespace) -> MatchFactory:
    """Return what begins a match; each one has its own choices, repeatable with a seed."""
    from itertools import count

    from merels.cli.console.match import HUMAN, Match
    from merels.engine.players import create_player

    numbers = count()

    def begin() -> Match:
        first = 2 * next(numbers)
        players = {}
        for color in (WHITE, BLACK):
            name = getattr(arguments, color.name.lower())
            seed = None if arguments.seed is None else arguments.seed + first + color
            players[color] = None if name == HUMAN else create_player(name, seed)
        return Match(_start_game(arguments), players)

    return begin


def _start_game(arguments: argparse.Namespace) -> Game:
    variant = parse_variant(arguments)
    if arguments.fen is None:
        return Game(variant=variant)
    return Game.from_fen(arguments.fen, variant=variant)


def _create_advisor() -> Player:
    from merels.engine.players import create_player

    return create_player("hard", seed=0)
