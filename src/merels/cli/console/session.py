"""The main loop of the console game: show the board, ask, answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from merels import Color, Move, Player
from merels.cli.console import commands
from merels.cli.console.commands import COMMANDS, HELP_INDENT, list_help, parse_command, parse_turn
from merels.cli.console.game import Commentary, ConsoleGame, GameFactory
from merels.cli.shared import view
from merels.cli.shared.output import Terminal
from merels.cli.shared.view import CONSOLE, Coordinates
from merels.errors import IllegalMoveError, MerelsError, NotationError
from merels.rules import unusual
from merels.rules.pgn.model import format_variant

PAUSE: Final = 0.2
"""Seconds between the moves of two computers, in a terminal."""


class Session:
    """One session at the console, one game after another.

    ``begin`` starts a game; ``advise`` returns the player that gives hints; ``commentary`` says
    what they are worth.
    """

    def __init__(
        self,
        terminal: Terminal,
        begin: GameFactory,
        advise: Callable[[], Player],
        coordinates: Coordinates = CONSOLE,
        commentary: Commentary | None = None,
    ) -> None:
        self._terminal = terminal
        self._begin = begin
        self._advise = advise
        self._any_coordinates = coordinates
        self._commentary = commentary or Commentary(None)
        self._current = begin()
        self._going = True
        self._shown = False
        self._commands: dict[str, Callable[[str], None]] = {
            command.name: getattr(self, f"_{command.name}") for command in COMMANDS
        }

    def run(self) -> None:
        """Play until the user quits or the input ends."""
        title = format_variant(self._current.game.variant)
        self._terminal.tell(f"{title}. Type help for moves and commands.")
        while self._going:
            player = self._current.player_to_move()
            if player is None:
                self._take_line()
            else:
                self._let_play(player)

    @property
    def _coordinates(self) -> Coordinates:
        """The coordinates of the board, which changes if a game of another variant is loaded."""
        return self._any_coordinates.on(self._current.game.variant.board)

    # The computer's move, and a line typed by a human.

    def _let_play(self, player: Player) -> None:
        if self._current.watched:
            self._show()
            self._terminal.pause(PAUSE)
        self._play(player.choose(self._current.game))

    def _take_line(self) -> None:
        self._show()
        line = self._terminal.ask(self._prompt())
        if line is None:
            self._end_input()
            return
        try:
            self._answer(line)
        except MerelsError as error:
            self._terminal.tell(_as_sentence(str(error)))

    def _answer(self, line: str) -> None:
        command = parse_command(line)
        if command is not None:
            self._commands[command[0].name](command[1])
        elif self._current.outcome is not None:
            raise IllegalMoveError(f"the game is over; type {self._ways_on()}")
        else:
            self._play(parse_turn(line, self._current.game.position, self._coordinates))

    def _play(self, move: Move) -> None:
        turn = self._current.play(move, self._coordinates.names)
        if turn is None:
            self._ask_capture()
        else:
            before = self._current.game.positions[-2]
            self._change(view.describe_move(before, turn, self._coordinates))

    def _end_input(self) -> None:
        self._going = False
        if self._terminal.interactive:
            self._terminal.tell("Goodbye.")
        elif self._current.outcome is None:
            self._terminal.tell("The input ended before the game did.")

    # Showing the game.

    def _prompt(self) -> str:
        current = self._current
        if current.outcome is not None:
            return "> "
        return f"{current.game.turn}{' captures' if current.game.is_mid_turn else ''}> "

    def _change(self, news: str) -> None:
        """Say what happened, and have the board drawn again before the next question."""
        self._terminal.tell(news)
        self._shown = False

    def _show(self) -> None:
        """Draw the board unless it is already on screen."""
        if self._shown:
            return
        self._shown = True
        current, paint = self._current, self._terminal.paint
        outcome = current.outcome
        headline = (
            view.draw_headline(current.game.position) if outcome is None else "The game is over"
        )
        lines = [
            "",
            *view.draw_status(current.game.position, headline, self._titles(), paint),
            "",
            *view.draw_board(
                current.game.position, current.game.last_move, paint, self._coordinates
            ),
            "",
        ]
        self._terminal.say("\n".join(lines))
        if outcome is not None:
            rules, position = current.game.draw_rules, current.game.position
            ending = view.describe_outcome(outcome, rules, position)
            self._terminal.tell(ending)
            if self._terminal.interactive:
                self._terminal.tell(f"Type {self._ways_on()}.")
        elif current.game.is_mid_turn:
            self._ask_capture()

    def _titles(self) -> dict[Color, str]:
        """Return the players' names; for perfect play also whether it is exact here."""
        current = self._current
        if current.outcome is not None:
            return current.names
        describe, position = self._commentary.describe_player, current.game.position
        return {color: describe(name, position) for color, name in current.names.items()}

    def _ways_on(self) -> str:
        """Return what the user can type when the game is over."""
        return "new or quit" if self._current.watched else "new, undo or quit"

    def _ask_capture(self) -> None:
        position = self._current.game.position
        men = view.name_points(
            unusual.takeable(position.enemy, position.variant), self._coordinates
        )
        self._terminal.tell(f"{position.turn} closes a mill. Capture which man? {men}")

    # Commands: a method for each name in `COMMANDS`.

    def _help(self, _: str) -> None:
        for line in list_help(self._coordinates):
            self._terminal.tell(line, HELP_INDENT)

    def _undo(self, _: str) -> None:
        if self._current.game.pending is not None:  # never drawn, so the screen is right
            self._terminal.tell(self._current.undo())
        else:
            self._change(self._current.undo())

    def _redo(self, _: str) -> None:
        self._change(self._current.redo())

    def _hint(self, _: str) -> None:
        current = self._current
        if current.outcome is not None:
            raise IllegalMoveError("the game is over; there is no move to suggest")
        move = self._advise().choose(current.game)
        worth = self._commentary.describe_hint(current.game, move)
        self._terminal.tell(f"Hint: {self._coordinates.format(move)}{worth and f', {worth}'}")

    def _moves(self, _: str) -> None:
        if self._current.outcome is not None:
            raise IllegalMoveError("the game is over; there are no moves")
        for line in view.list_moves(self._current.game.position, self._coordinates):
            self._terminal.tell(line, indent="   ")

    def _save(self, file: str) -> None:
        exists = commands.exists(file)
        if exists and self._terminal.interactive and not self._confirm(f"Replace {file!r}?"):
            self._terminal.tell("Not saved.")
            return
        commands.save(file, self._current)
        self._terminal.tell(f"{'Replaced' if exists else 'Saved'} {file!r}.")

    def _load(self, text: str) -> None:
        file, number = commands.split_number(text)
        before = self._current.game.variant
        games = [] if number is not None else commands.list_games(file, before)
        if len(games) > 1:
            number = self._choose_game(file, games) if self._terminal.interactive else 1
        game = commands.load(file, number or 1, before)
        self._current = ConsoleGame(game, self._current.players)
        source = repr(file) if number is None else f"game {number} of {file!r}"
        title = "" if game.variant == before else f": {format_variant(game.variant)}"
        self._change(f"Loaded {source}{title}.")

    def _choose_game(self, file: str, games: list[str]) -> int:
        """List the games of a file and ask which to load."""
        listed = games[: commands.MOST_LISTED]
        count = len(games) if listed == games else f"more than {len(listed)}"
        self._terminal.tell(f"{file!r} contains {count} games:")
        for number, line in enumerate(listed, start=1):
            self._terminal.tell(f"{number:>3}  {line}", indent=" " * 5)
        answer = (self._terminal.ask("Load which game? ") or "").strip()
        if not re.fullmatch("[0-9]{1,9}", answer):
            raise NotationError("no game was chosen; the current game continues")
        return int(answer)

    def _resign(self, _: str) -> None:
        side = self._current.game.turn
        self._current.resign()
        self._change(f"{side} resigns.")

    def _new(self, _: str) -> None:
        self._current = self._begin()
        self._change("New game.")

    def _quit(self, _: str) -> None:
        self._going = False
        self._terminal.tell("Goodbye.")

    def _confirm(self, question: str) -> bool:
        answer = self._terminal.ask(f"{question} (y/n) ")
        return answer is not None and answer.strip().lower() in ("y", "yes")


def _as_sentence(text: str) -> str:
    """Return an error message as a sentence on one line.

    >>> _as_sentence("the man on G7 is White's")
    "The man on G7 is White's."
    """
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}."
