"""Play in the console, against the computer or each other."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING

import merels
from merels import BLACK, LEVELS, NINE_MENS_MORRIS, WHITE, Player, Position, open_tablebase
from merels.cli.console.game import HUMAN, Commentary, ConsoleGame, GameFactory
from merels.cli.shared import options, output
from merels.cli.shared.view import COORDINATES
from merels.engine.players.levels import PERFECT, PERFECT_NAMES, find_level
from merels.errors import MissingTableError
from merels.rules.variant import spell_option

if TYPE_CHECKING:
    from merels.values.known_positions import ExactValues


def add_arguments(parser: argparse.ArgumentParser) -> None:
    players = (HUMAN, *LEVELS, *PERFECT_NAMES)
    for color, default in ((WHITE, HUMAN), (BLACK, "normal")):
        parser.add_argument(
            f"--{color.name.lower()}",
            choices=players,
            default=default,
            metavar="PLAYER",
            help=f"who plays {color}: {', '.join(players)} (default: {default})",
        )
    parser.add_argument("--fen", metavar="FEN", help="start position (default: the empty board)")
    options.add_variant(parser)
    options.add_tables(parser)
    options.add_number(parser, "--seed", "make the computer's choices repeatable", least=0)
    parser.add_argument(
        "--coordinates",
        choices=COORDINATES,
        default="console",
        help="row 1 at the top (console, the default), or at the bottom as in files (algebraic)",
    )
    parser.add_argument("--plain", action="store_true", help="no colour")
    parser.epilog = " ".join(f"{name.capitalize()}: {LEVELS[name].text}" for name in LEVELS)


def run(arguments: argparse.Namespace) -> None:
    """Play until the user quits."""
    from merels.cli.console.session import Session

    terminal, values = output.Terminal(plain=arguments.plain), None
    with ExitStack() as stack:
        levels = {arguments.white, arguments.black} - {HUMAN}
        if any(find_level(name).needs_engine for name in levels):
            output.require("engine")
            from merels.values.known_positions import ExactValues

            values = ExactValues(stack.enter_context(open_tablebase(arguments.tables)))
        hall = Hall(terminal, values)
        coordinates = COORDINATES[arguments.coordinates]
        begin = _prepare(arguments, hall)
        Session(terminal, begin, hall.create_advisor, coordinates, hall.commentary).run()


class Hall:
    """Creates the players; ``values`` are for expert and perfect, if they play."""

    def __init__(self, terminal: output.Terminal, values: ExactValues | None) -> None:
        self._terminal = terminal
        self._values = values
        self.commentary = Commentary(values)
        self._told = False
        self._warned = False

    def create_player(self, name: str, seed: int | None) -> Player:
        """Return a player; a perfect player notes on the terminal where it starts to search."""
        return merels.create_player(name, seed, self._values, on_unknown=self._tell_missing)

    def create_advisor(self) -> Player:
        """Return the player that gives hints: perfect if tables are open, otherwise hard."""
        return merels.create_player(
            "hard" if self._values is None else PERFECT,
            0,
            self._values,
            on_info=self.commentary.hear,
            on_unknown=self._tell_missing,
        )

    def warn(self, position: Position) -> None:
        """Say, once per session, how to get the tables that perfect play will need from here on."""
        from merels.values.layout.key import has_tables

        if self._warned or self.commentary.is_exact(position):
            return
        self._warned = True
        variant = position.variant
        where = f"everywhere: there are no tables of {variant.title}"
        if has_tables(variant):
            option = "" if variant == NINE_MENS_MORRIS else f" --variant {spell_option(variant)}"
            where = f"where tables are missing; to get them: merels solve --all{option}"
        self._terminal.tell(f"Perfect has to search {where}")

    def _tell_missing(self, position: Position) -> None:
        """Say, once per session, which table is missing for perfect play."""
        if self._values is None or self._told:
            return
        self._told = True
        try:
            self._values.tablebase.probe(position)
        except MissingTableError as error:
            self._terminal.tell(
                f"From here on the computer searches, because a table is missing: {error}"
            )


def _prepare(arguments: argparse.Namespace, hall: Hall) -> GameFactory:
    """Return a function that starts a game; each game makes its own choices, set by the seed."""
    numbers = count()

    def begin() -> ConsoleGame:
        first = 2 * next(numbers)
        players = {}
        for color in (WHITE, BLACK):
            name = getattr(arguments, color.name.lower())
            seed = None if arguments.seed is None else arguments.seed + first + color
            players[color] = None if name == HUMAN else hall.create_player(name, seed)
        game = options.parse_game(arguments.fen, arguments)
        names = {arguments.white, arguments.black} - {HUMAN}
        if any(find_level(name).is_perfect for name in names):
            hall.warn(game.position)
        return ConsoleGame(game, players)

    return begin
