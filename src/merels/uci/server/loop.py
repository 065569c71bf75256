"""Output of the protocol: whole lines, from any thread."""

from __future__ import annotations

import os
import select
import stat
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TextIO

from merels import _version
from merels.engine.players.levels import PLAYER_NAMES, find_level
from merels.engine.search.limits import Limits
from merels.errors import MerelsError, NotationError, quote
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, variant
from merels.uci.server import options, reports
from merels.uci.server.chooser import Chooser, ChosenMove, Parts

if TYPE_CHECKING:
    from merels.engine.search.searcher import Info


class Output:
    """Writes whole lines and flushes them.

    Once the reader has gone (``closed``), lines are silently dropped. None stands for standard
    output that was closed before the program began.
    """

    def __init__(self, target: TextIO | None) -> None:
        self._target = target
        self._lock = threading.Lock()
        self.closed = target is None

    def watch(self, on_close: Callable[[], None]) -> None:
        """Call ``on_close``, on a thread, when the reader goes; a search may write nothing.

        Only where the system says so: on pipes and sockets of POSIX systems.
        """
        if self._target is None or not hasattr(select, "poll"):
            return
        try:
            mode = os.fstat(self._target.fileno()).st_mode
        except (OSError, ValueError):  # not a file of the system
            return
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            return
        poll = select.poll()
        poll.register(self._target.fileno(), 0)  # which leaves only errors and the end

        def wait() -> None:
            poll.poll()
            self.closed = True
            on_close()

        threading.Thread(target=wait, name="output", daemon=True).start()

    def say(self, *lines: str) -> None:
        """Write lines in one piece, so that no other line comes between them."""
        with self._lock:
            if self.closed or self._target is None:
                return
            try:
                self._target.write("".join(f"{line}\n" for line in lines))
                self._target.flush()
            except (OSError, ValueError):  # a broken pipe, or a stream that was closed
                self.closed = True

    def note(self, text: str) -> None:
        """Write a remark for people on one line."""
        self.say(f"info string {' '.join(text.split())}")


# Work on a thread beside the protocol's loop.


class Task:
    """Work on a thread of its own, stopped by an event."""

    def __init__(self, work: Callable[[threading.Event], None]) -> None:
        self.stop = threading.Event()
        self._thread = threading.Thread(target=work, args=(self.stop,), name="thinking")
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the work is still running."""
        return self._thread.is_alive()

    def finish(self) -> None:
        """Stop the work and wait for it."""
        self.stop.set()
        self._thread.join()


# The protocol: lines in, lines out. ``docs/protocol.md`` describes it.

LONGEST_LINE: Final = 1 << 20
"""Characters of the longest line; longer lines are ignored."""

NO_MOVE: Final = "none"


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn whose first action has been sent: the position after it, and the capture to come."""

    position: Position
    removal: Move
    infos: tuple[str, ...]


class Protocol:
    """The engine's side of the protocol, one line at a time.

    Each ``go`` is answered with exactly one ``bestmove``, whichever lines come in between. No line
    can raise an error. ``variant_text`` is the variant to begin with; see `merels.variant`.
    """

    def __init__(
        self, parts: Parts, output: Output, variant_text: str = NINE_MENS_MORRIS.name
    ) -> None:
        self._output = output
        self._evaluate_position = parts.evaluate
        self._chooser = Chooser(parts, output.note)
        self._options = options.build_options(
            PLAYER_NAMES, lambda name: find_level(name).name, output.note, variant_text
        )
        self._settings = replace(options.DEFAULTS, chosen=variant(variant_text))
        self._game = options.new_game(self._settings)
        self._task: Task | None = None
        self._begun: Begun | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._identify,
            "isready": self._get_ready,
            "ucinewgame": self._begin_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "d": self._draw,
            "eval": self._evaluate,
            "perft": self._perft,
        }

    @property
    def is_loading(self) -> bool:
        """Whether compiled code is being loaded on another thread."""
        return self._chooser.is_loading

    def handle(self, line: str) -> bool:
        """Handle one line; return False after ``quit``."""
        name, _, arguments = line.strip().partition(" ")
        if not name:
            return True
        if name == "quit":
            return False
        command = self._commands.get(name)
        if command is None:
            known = ", ".join([*self._commands, "quit"])
            self._output.note(f"{quote(name, 40)} is not a command; commands are {known}")
            return True
        try:
            command(arguments)
        except (MerelsError, OSError) as error:
            self._output.note(f"{name}: {error}")
        return True

    def close(self) -> None:
        """Stop what is running, wait for its answer, and close the tables."""
        self._finish_task()
        self._chooser.close()

    # Commands.

    def _identify(self, _arguments: str) -> None:
        self._output.say(
            f"id name Merels {_version.__version__}",
            "id author the Merels developers",
            *(option.declare() for option in self._options),
            "uciok",
        )

    def _get_ready(self, _arguments: str) -> None:
        if self._task is None or not self._task.is_running:
            self._chooser.wait_until_ready(self._settings)
        self._output.say("readyok")

    def _begin_game(self, _arguments: str) -> None:
        self._finish_task()
        self._begun = None
        self._game = options.new_game(self._settings)
        self._chooser.new_game()

    def _set_option(self, arguments: str) -> None:
        settings = options.change_settings(self._settings, self._options, arguments)
        before, self._settings = self._settings, settings
        self._begun = None
        if (settings.variant, settings.draw_rules) == (before.variant, before.draw_rules):
            return
        try:
            self._game = options.with_rules(self._game, settings)
        except MerelsError as error:
            self._output.note(f"the position keeps its rules until another is set up: {error}")

    def _set_position(self, arguments: str) -> None:
        self._game = options.parse_setup(arguments, self._settings)
        self._chooser.prepare(self._settings)  # a go is likely to follow

    def _go(self, arguments: str) -> None:
        self._finish_task()
        game, settings = self._game, self._settings
        command = options.parse_go(arguments, game.turn)
        for problem in command.problems:
            self._output.note(problem)
        self._task = Task(lambda stop: self._think(game, command.limits, settings, stop))

    def _stop(self, _arguments: str) -> None:
        if self._task is not None:
            self._task.stop.set()

    def _draw(self, _arguments: str) -> None:
        self._output.say(*reports.draw_position(self._game))

    def _evaluate(self, _arguments: str) -> None:
        game = self._game
        tables = self._chooser.open_tables(self._settings.tables)
        ends = game.outcome() is None and reports.can_end_at_once(game.position)
        score = None if ends else self._evaluate_position(game.position)
        self._output.say(*reports.describe_evaluation(game, score, tables))

    def _perft(self, arguments: str) -> None:
        text = arguments.strip()
        if not (text.isascii() and text.isdigit() and 0 < len(text) <= 2 and int(text) > 0):
            raise NotationError(f"{text!r} is not a depth; write perft and a number from 1 to 99")
        self._finish_task()
        position, depth = self._game.position, int(text)
        self._task = Task(lambda stop: self._count(position, depth, stop))

    # Beside the loop.

    def _finish_task(self) -> None:
        if self._task is not None:
            self._task.finish()
            self._task = None

    def _think(
        self, game: Game, limits: Limits, settings: options.EngineSettings, stop: threading.Event
    ) -> None:
        """Answer one ``go``."""
        if game.outcome() is not None:
            self._output.say(f"bestmove {NO_MOVE}")
            return
        begun = self._begun
        if begun is not None and begun.position == game.position and not limits.infinite:
            self._output.say(*begun.infos, f"bestmove {begun.removal}")
            return
        begin = time.monotonic()
        said: tuple[str, ...] = ()

        def report(info: Info) -> None:
            nonlocal said
            said = tuple(reports.generate_infos(info))
            self._output.say(*said)
            if self._output.closed:
                stop.set()

        choice = self._chooser.choose(game, limits, settings, report, stop)
        if limits.infinite:
            stop.wait()
        infos = _describe(choice, time.monotonic() - begin)
        self._begun = _begin_turn(game.position, choice)
        action = game.position.tokens(choice.move)[0]
        self._output.say(*(infos if infos != said else ()), f"bestmove {action}")

    def _count(self, position: Position, depth: int, stop: threading.Event) -> None:
        try:
            for line in reports.generate_perft(position, depth, stop):
                self._output.say(line)
        except MerelsError as error:
            self._output.note(f"perft: {error}")


def _describe(choice: ChosenMove, seconds: float) -> tuple[str, ...]:
    """Return the ``info`` lines of a choice."""
    if choice.analysis is not None:
        return tuple(reports.generate_infos(choice.analysis))
    return (f"info time {round(1000 * seconds)} pv {reports.format_line((choice.move,))}",)


def _begin_turn(position: Position, choice: ChosenMove) -> Begun | None:
    """Return the capture to send after the first action of a turn, if there is one."""
    move, analysis = choice.move, choice.analysis
    if move.target is None or move.captured is None:
        return None
    removal = Move.parse(position.tokens(move)[1], position.board)
    infos: tuple[str, ...] = ()
    if analysis is not None:
        line = replace(analysis.best, move=removal, pv=(removal, *analysis.best.pv[1:]))
        infos = tuple(reports.generate_infos(replace(analysis, lines=(line,))))
    return Begun(position.before_removal(move.with_captures()), removal, infos)


def run(protocol: Protocol, output: Output, source: TextIO) -> None:
    """Handle lines until ``quit``, the end of input, or until nobody reads the answers."""
    try:
        for line in _generate_lines(source, output):
            if not protocol.handle(line) or output.closed:
                break
    finally:
        protocol.close()


def _generate_lines(source: TextIO, output: Output) -> Iterator[str]:
    """Yield lines in bounded memory."""
    while line := source.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            while line and not line.endswith("\n"):
                line = source.readline(LONGEST_LINE)
            output.note(f"ignored a line of more than {LONGEST_LINE} characters")
            continue
        yield line
