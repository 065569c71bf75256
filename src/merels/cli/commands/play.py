"""Play in the console, against the computer or each other."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from merels import open_tablebase
from merels.cli.console.coordinates import COORDINATES
from merels.cli.extras import require
from merels.cli.options import add_flying, add_tables, parse_count, parse_variant
from merels.errors import MissingTableError
from merels.rules.color import BLACK, WHITE
from merels.rules.game import Game

if TYPE_CHECKING:
    from merels.cli.console.match import MatchFactory
    from merels.cli.console.terminal import Terminal
    from merels.engine.players.player import Player
    from merels.rules.position import Position
    from merels.tables.tablebase import Tablebase

EXPERT: Final = "expert"
PERFECT: Final = "perfect"
PLAYERS: Final = ("human", "easy", "normal", "hard", EXPERT, PERFECT)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    for color, default in ((WHITE, "human"), (BLACK, "normal")):
        parser.add_argument(
            f"--{color.name.lower()}",
            choices=PLAYERS,
            default=default,
            help=f"who plays {color} (default: {default})",
        )
    parser.add_argument("--fen", metavar="FEN", help="start position (default: the empty board)")
    add_flying(parser)
    add_tables(parser)
    parser.add_argument(
        "--seed", type=parse_count, metavar="N", help="make the computer's choices repeatable"
    )
    parser.add_argument(
        "--coordinates",
        choices=COORDINATES,
        default="console",
        help="row 1 at the top (console, the default), or at the bottom as in files (algebraic)",
    )
    parser.add_argument("--plain", action="store_true", help="no colour")


def run(arguments: argparse.Namespace) -> int:
    """Play until the user quits."""
    from merels.cli.console.session import Session
    from merels.cli.console.terminal import Terminal

    terminal = Terminal(plain=arguments.plain)
    with ExitStack() as stack:
        hall = Hall(terminal, None)
        if {arguments.white, arguments.black} & {EXPERT, PERFECT}:
            require("engine", "numba", "numpy", "platformdirs", "xxhash", "zstandard")
            hall = Hall(terminal, stack.enter_context(open_tablebase(arguments.tables)))
        coordinates = COORDINATES[arguments.coordinates]
        Session(terminal, _prepare(arguments, hall), hall.create_advisor, coordinates).run()
    return 0


class Hall:
    """Creates the players; ``tablebase`` is for the strong ones, if one plays."""

    def __init__(self, terminal: Terminal, tablebase: Tablebase | None) -> None:
        self._terminal = terminal
        self._tablebase = tablebase
        self._told = False

    def create_player(self, name: str, seed: int | None) -> Player:
        """Return a player; a perfect one tells the terminal where it is not."""
        from merels.engine.players.player import create_player

        if name == PERFECT:
            return self._create_perfect(seed)
        return create_player(name, seed, self._tablebase)

    def create_advisor(self) -> Player:
        """Return the player that gives hints: perfect if tables are open, otherwise hard."""
        return self._create_perfect(0) if self._tablebase else self.create_player("hard", 0)

    def _create_perfect(self, seed: int | None) -> Player:
        from merels.engine.players.perfect import PerfectPlayer
        from merels.engine.players.random import fresh_seed

        expert = self.create_player(EXPERT, seed)
        seed = fresh_seed() if seed is None else seed
        return PerfectPlayer(seed, self._tablebase, expert, self._tell_missing)

    def _tell_missing(self, position: Position) -> None:
        """Say, once per session, which table is missing for perfect play."""
        if self._tablebase is None or self._told:
            return
        self._told = True
        try:
            self._tablebase.probe(position)
        except MissingTableError as error:
            self._terminal.tell(
                f"From here on the computer searches, because a table is missing: {error}"
            )


def _prepare(arguments: argparse.Namespace, hall: Hall) -> MatchFactory:
    """Return a function that starts a match; each match makes its own choices, set by the seed."""
    from itertools import count

    from merels.cli.console.match import HUMAN, Match

    numbers = count()

    def begin() -> Match:
        first = 2 * next(numbers)
        players = {}
        for color in (WHITE, BLACK):
            name = getattr(arguments, color.name.lower())
            seed = None if arguments.seed is None else arguments.seed + first + color
            players[color] = None if name == HUMAN else hall.create_player(name, seed)
        return Match(_start_game(arguments), players)

    return begin


def _start_game(arguments: argparse.Namespace) -> Game:
    variant = parse_variant(arguments)
    if arguments.fen is None:
        return Game(variant=variant)
    return Game.from_fen(arguments.fen, variant=variant)
