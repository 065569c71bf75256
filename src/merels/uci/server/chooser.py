"""Choose the engine's moves, by search or by a level; load the search in the background."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, Protocol

from merels._code_cache import watching
from merels.engine.evaluation.plain import QUICK
from merels.engine.players.levels import Player, find_level
from merels.engine.search.limits import TICK, Limits, SearchTimer
from merels.engine.search.root import TimedOracle
from merels.errors import MerelsError
from merels.prospects.chances import with_chances
from merels.prospects.players import create_player
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Oracle
from merels.uci.server.options import EngineSettings

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, OnInfo, Searcher

SECONDS_BETWEEN_NOTES: Final = 2.0
"""How often the progress of compiling is noted."""

_QUICK_SECONDS: Final = 0.04
"""How much of a move's time is kept back for the quick level."""


class Tables(Oracle, Protocol):
    """An oracle that can be closed."""

    def close(self) -> None:
        """Close all files."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The functions that the protocol needs.

    ``create_engine(hash_mb, threads, oracle)``; ``open_tables(path)``, where None is the default
    folder; ``evaluate(position)``, the static score for the side to move in hundredths of a man.
    ``seed`` makes the levels repeat their choices.
    """

    create_engine: Callable[[int, int, Oracle | None], Searcher]
    open_tables: Callable[[str | None], Tables | None]
    evaluate: Callable[[Position], int]
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move and, if it was searched for, what the search found."""

    move: Move
    analysis: Analysis | None = None


class Chooser:
    """Chooses moves as the settings say.

    Loading compiled code takes a second, and half a minute when it is compiled for the first time.
    So the search is loaded on a thread of its own. A move that is due before then is the best move
    by the tables, or else chosen by a quick level: time is kept from the first second on.
    """

    def __init__(self, parts: Parts, note: Callable[[str], None]) -> None:
        self._parts = parts
        self._note = note
        self._opened: dict[str | None, Tables | None] = {}
        self._opening = Lock()
        self._players: dict[str, Player] = {}
        self._wanted: tuple[int, int, str | None, bool] | None = None
        self._loading: Future[Searcher] = Future()

    @property
    def is_loading(self) -> bool:
        """Whether the search is being loaded."""
        return self._wanted is not None and not self._loading.done()

    def prepare(self, settings: EngineSettings) -> None:
        """Start loading the search for these settings, unless that is done."""
        is_usual = settings.variant.is_usual
        wanted = settings.hash_mb, settings.threads, settings.tables, is_usual
        if not find_level(settings.level).needs_engine or wanted == self._wanted:
            return
        self._wanted = wanted
        loading: Future[Searcher] = Future()
        self._loading = loading

        def load() -> None:
            try:
                oracle = self.open_tables(settings.tables)
                if oracle is not None:
                    oracle.get(Position.start(settings.variant))  # the first probe takes longest
                with watching(self._note_seldom()):
                    engine = self._parts.create_engine(settings.hash_mb, settings.threads, oracle)
                    if not is_usual:  # it has other kernels, which the first search compiles
                        start = Game(variant=settings.variant)
                        engine.search(start, Limits(depth=1), 1, None, None)
                loading.set_result(engine)
            except BaseException as error:
                loading.set_exception(error)

        Thread(target=load, name="loading", daemon=True).start()

    def wait_until_ready(self, settings: EngineSettings) -> None:
        """Wait until the search is loaded, or has failed to load."""
        self.prepare(settings)
        if self._wanted is not None:
            self._loading.exception()

    def open_tables(self, path: str | None) -> Tables | None:
        """Return the tables of a folder, or None if it has none; open each folder once."""
        with self._opening:
            if path not in self._opened:
                try:
                    self._opened[path] = self._parts.open_tables(path)
                except (MerelsError, OSError) as error:
                    self._opened[path] = None
                    if path is not None:
                        self._note(str(error))
            return self._opened[path]

    def new_game(self) -> None:
        """Forget what earlier searches have learnt."""
        self._players.clear()
        if self._wanted is not None and self._loading.done() and not self._loading.exception():
            self._loading.result().new_game()

    def close(self) -> None:
        """Close the tables."""
        for tables in self._opened.values():
            if tables is not None:
                tables.close()
        self._opened.clear()

    # Choosing.

    def choose(
        self, game: Game, limits: Limits, settings: EngineSettings, on_info: OnInfo, stop: Event
    ) -> ChosenMove:
        """Choose a legal move; the game must not be over. Errors are noted, not raised."""
        try:
            level = find_level(settings.level)
            if not level.needs_engine:
                return self._ask(level.name, game)
            timer = SearchTimer(limits.budget, stop)
            known = self._look_up(game, limits, settings) if level.asks_oracle else None
            if known is not None:
                return ChosenMove(known.best.move, known)
            searcher = self._wait_for_search(limits, settings, stop)
            if searcher is None:
                self._note(f"the search is still loading; level {QUICK} chooses")
                return self._ask(QUICK, game)
            if not level.asks_oracle:
                return self._ask(level.name, game)
            search = _RunningSearch(searcher, timer, settings.lines)
            tables = self.open_tables(settings.tables)
            # Values of the moves are looked up even when time is up; only a stop cuts the look-up
            # short.
            oracle = None if tables is None else TimedOracle(with_chances(tables), stop.is_set)
            player = create_player(
                level.name, None, oracle, limits, engine=search, stop=stop, on_info=on_info
            )
            move, found = player.choose(game), search.analysis
            return ChosenMove(
                move, found if found is not None and found.best.move == move else None
            )
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}; level {QUICK} chooses")
            return self._ask(QUICK, game)

    def _look_up(self, game: Game, limits: Limits, settings: EngineSettings) -> Analysis | None:
        """Return the tables' answer if time is limited and the search is still loading."""
        self.prepare(settings)
        if self._loading.done() or limits.budget is None or limits.infinite:
            return None
        from merels.engine.search.searcher import look_up

        tables = self.open_tables(settings.tables)
        return None if tables is None else look_up(game, tables, settings.lines)

    def _note_seldom(self) -> Callable[[str], None]:
        """Return a function that passes on a line only now and then."""
        due = 0.0

        def note(text: str) -> None:
            nonlocal due
            if text and time.monotonic() >= due:
                due = time.monotonic() + SECONDS_BETWEEN_NOTES
                self._note(text)

        return note

    def _wait_for_search(
        self, limits: Limits, settings: EngineSettings, stop: Event
    ) -> Searcher | None:
        """Return the search, or None if time is up or ``stop`` is set before it is ready."""
        self.prepare(settings)
        loading, budget = self._loading, limits.budget
        timer = SearchTimer(None if budget is None else budget - _QUICK_SECONDS, stop)
        while not loading.done() and not timer.is_over():
            stop.wait(TICK)
        return loading.result() if loading.done() else None

    def _ask(self, level: str, game: Game) -> ChosenMove:
        """Let the player of a level choose; it is the same throughout a game."""
        if level not in self._players:
            self._players[level] = create_player(level, self._parts.seed)
        return ChosenMove(self._players[level].choose(game))


class _RunningSearch:
    """A search whose time is already running; remembers its result."""

    def __init__(self, searcher: Searcher, timer: SearchTimer, lines: int) -> None:
        self._searcher = searcher
        self._timer = timer
        self._lines = lines
        self.analysis: Analysis | None = None
        self.new_game = searcher.new_game

    def search(
        self, game: Game, limits: Limits, lines: int, on_info: OnInfo | None, stop: Event | None
    ) -> Analysis:
        left = limits.after(self._timer.seconds)
        self.analysis = self._searcher.search(game, left, max(lines, self._lines), on_info, stop)
        return self.analysis
