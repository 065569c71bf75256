"""Who chooses the engine's turns: the search, or a level; made ready beside the protocol."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from merels.engine.oracle import Oracle, TimedOracle
from merels.engine.players.expert import EXPERT
from merels.engine.players.levels import load_levels
from merels.engine.players.player import PERFECT, RANDOM, Player
from merels.engine.players.random import fresh_seed
from merels.engine.search.limits import Limits, Timer
from merels.errors import MerelsError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.uci.server.options import Settings

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Info

QUICK: Final = "hard"
"""The level that answers where the search cannot: it needs no compiled code and a few hundredths
of a second."""

_QUICK_SECONDS: Final = 0.04
"""What is kept back of a turn's time for that level."""

_TICK: Final = 0.005


class Searcher(Protocol):
    """The search, as `merels.engine.search.searcher.Engine` offers it."""

    def new_game(self) -> None:
        """Forget what earlier searches have found."""

    def search(
        self,
        game: Game,
        limits: Limits,
        lines: int = 1,
        on_info: Callable[[Info], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Search the game's current position."""


class Tables(Oracle, Protocol):
    """Verdicts that can be closed."""

    def close(self) -> None:
        """Close all files."""


@dataclass(frozen=True, slots=True)
class Parts:
    """How the mind comes by what it needs.

    ``create_engine(hash_mb, threads, oracle)``; ``create_player(name)``, which raises
    `NotationError` for a name it does not know; ``open_tables(path)``, where None is the default
    folder; ``evaluate(position)``, the static value for the side to move in hundredths of a man.
    """

    create_engine: Callable[[int, int, Oracle | None], Searcher]
    create_player: Callable[[str], Player]
    open_tables: Callable[[str | None], Tables | None]
    evaluate: Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn and, where it was searched for, what was found."""

    move: Move
    analysis: Analysis | None = None


class Mind:
    """Thinks as the settings say.

    Loading compiled code takes a second, and much longer when it is compiled for the first time.
    So the search is made ready on a thread of its own, and a turn that is due before then is chosen
    by a quick level: time is kept from the first second on.
    """

    def __init__(self, parts: Parts, note: Callable[[str], None]) -> None:
        self._parts = parts
        self._note = note
        self._opened: dict[str | None, Tables | None] = {}
        self._players: dict[str, Player] = {}
        self._wanted: tuple[int, int, str | None] | None = None
        self._loading: Future[Searcher] = Future()

    @property
    def is_loading(self) -> bool:
        """Whether the search is being made ready."""
        return self._wanted is not None and not self._loading.done()

    def prepare(self, settings: Settings) -> None:
        """Begin to make the search ready, unless it is, for these settings."""
        wanted = settings.hash_mb, settings.threads, settings.tables
        if not _needs_search(settings.level) or wanted == self._wanted:
            return
        self._wanted = wanted
        loading: Future[Searcher] = Future()
        self._loading = loading

        def load() -> None:
            try:
                oracle = self.open_tables(settings.tables)
                if oracle is not None:
                    oracle.get(Position.start(settings.variant))  # the first question takes longest
                loading.set_result(
                    self._parts.create_engine(settings.hash_mb, settings.threads, oracle)
                )
            except BaseException as error:
                loading.set_exception(error)

        threading.Thread(target=load, name="loading", daemon=True).start()

    def wait_until_ready(self, settings: Settings) -> None:
        """Return when the search is ready, or has failed to be; turns then take no extra time."""
        self.prepare(settings)
        if self._wanted is not None:
            self._loading.exception()

    def open_tables(self, path: str | None) -> Tables | None:
        """Return the tables of a folder, None where there are none; each is opened once."""
        if path not in self._opened:
            try:
                self._opened[path] = self._parts.open_tables(path)
            except (MerelsError, OSError) as error:
                self._opened[path] = None
                if path is not None:
                    self._note(str(error))
        return self._opened[path]

    def new_game(self) -> None:
        """Forget what earlier searches have found."""
        self._players.clear()
        if self._wanted is not None and self._loading.done() and not self._loading.exception():
            self._loading.result().new_game()

    def close(self) -> None:
        """Close the tables."""
        for tables in self._opened.values():
            if tables is not None:
                tables.close()
        self._opened.clear()

    # Thinking.

    def think(
        self,
        game: Game,
        limits: Limits,
        settings: Settings,
        on_info: Callable[[Info], None],
        stop: threading.Event,
    ) -> Choice:
        """Choose a legal turn; the game must not be over. Whatever fails is noted."""
        try:
            if not _needs_search(settings.level):
                return Choice(self._player(settings.level).choose(game))
            timer = Timer(limits.budget, stop)
            searcher = self._wait_for_search(limits, settings, stop)
            if searcher is None:
                self._note(f"the search is still loading; level {QUICK} chooses")
                return self._choose_quickly(game)
            search = _Search(searcher, timer, limits, settings.lines, on_info, stop)
            if settings.level == EXPERT:
                return Choice(search.choose(game), search.analysis)
            if settings.level == PERFECT:
                return self._choose_perfectly(game, search, settings)
            return Choice(self._player(settings.level).choose(game))
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}; level {QUICK} chooses")
            return self._choose_quickly(game)

    def _wait_for_search(
        self, limits: Limits, settings: Settings, stop: threading.Event
    ) -> Searcher | None:
        """Return the search, None where time is up or thinking is stopped before it is ready."""
        self.prepare(settings)
        loading, budget = self._loading, limits.budget
        end = None if budget is None else time.monotonic() + budget - _QUICK_SECONDS
        while not loading.done():
            if stop.wait(_TICK) or (end is not None and time.monotonic() >= end):
                break
        return loading.result() if loading.done() else None

    def _player(self, level: str) -> Player:
        """Return the player of a level; it is the same throughout a game."""
        if level not in self._players:
            self._players[level] = self._parts.create_player(level)
        return self._players[level]

    def _choose_perfectly(self, game: Game, search: _Search, settings: Settings) -> Choice:
        from merels.engine.players.perfect import PerfectPlayer

        tables = self.open_tables(settings.tables)
        oracle = None if tables is None else TimedOracle(tables, search.timer.is_over)
        move = PerfectPlayer(fresh_seed(), oracle, search).choose(game)
        found = search.analysis
        return Choice(move, found if found is not None and found.best.move == move else None)

    def _choose_quickly(self, game: Game) -> Choice:
        return Choice(self._player(QUICK).choose(game))


class _Search:
    """One search within its limits, whose time already runs, as a player."""

    name = EXPERT

    def __init__(
        self,
        searcher: Searcher,
        timer: Timer,
        limits: Limits,
        lines: int,
        on_info: Callable[[Info], None],
        stop: threading.Event,
    ) -> None:
        self._searcher = searcher
        self.timer = timer
        self._limits = limits
        self._arguments = lines, on_info, stop
        self.analysis: Analysis | None = None

    def choose(self, game: Game) -> Move:
        limits = _less(self._limits, self.timer.seconds)
        self.analysis = self._searcher.search(game, limits, *self._arguments)
        return self.analysis.best.move


def _needs_search(level: str) -> bool:
    return level not in load_levels() and level != RANDOM


def _less(limits: Limits, seconds: float) -> Limits:
    """Return what is left of the limits after some seconds."""
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - seconds))
    if limits.clock is not None:
        left = max(0.0, limits.clock.remaining - seconds)
        limits = replace(limits, clock=replace(limits.clock, remaining=left))
    return limits
