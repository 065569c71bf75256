"""Who chooses the engine's turns: the search, or a level; made ready beside the protocol."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from merels.engine.limits import Limits
from merels.engine.oracle import Oracle
from merels.engine.players import Player
from merels.errors import MerelsError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.uci.options import EXPERT, Settings

if TYPE_CHECKING:
    from merels.engine.searcher import Analysis, Info

QUICK: Final = "hard"
"""The level that answers where the search cannot: it needs no compiled code and a few hundredths
of a second."""

_QUICK_SECONDS: Final = 0.04
"""What is kept back of a turn's time for that level."""

_TICK: Final = 0.005


class Searcher(Protocol):
    """The search, as `merels.engine.searcher.Engine` offers it."""

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

    ``create_engine(hash_mb, threads, oracle)``; ``create_player(name, oracle)``, which raises
    `NotationError` for a name it does not know; ``open_tables(path)``, where None is the default
    folder; ``evaluate(position)``, the static value for the side to move in hundredths of a man.
    """

    create_engine: Callable[[int, int, Oracle | None], Searcher]
    create_player: Callable[[str, Oracle | None], Player]
    open_tables: Callable[[str | None], Tables | None]
    evaluate: Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn and, where it was searched for, what was found."""

    move: Move
    analysis: Analysis | None = None


class Mind:
    """Thinks as the settings say.

    Loading compiled code takes a second, and minutes of a slow machine when it is compiled for the
    first time. So the search is made ready on a thread of its own, and a turn that is due before
    then is chosen by a quick level: time is kept from the first second on.
    """

    def __init__(self, parts: Parts, note: Callable[[str], None]) -> None:
        self._parts = parts
        self._note = note
        self._opened: dict[str | None, Tables | None] = {}
        self._wanted: tuple[int, int, str | None] | None = None
        self._loading: Future[Searcher] = Future()

    @property
    def is_loading(self) -> bool:
        """Whether the search is being made ready."""
        return self._wanted is not None and not self._loading.done()

    def prepare(self, settings: Settings) -> None:
        """Begin to make the search ready, unless it is, for these settings."""
        wanted = settings.hash_mb, settings.threads, settings.tables
        if settings.level != EXPERT or wanted == self._wanted:
            return
        self._wanted = wanted
        self._loading = loading = Future()

        def load() -> None:
            try:
                oracle = self.open_tables(settings.tables)
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
            if settings.level == EXPERT:
                return self._search(game, limits, settings, on_info, stop)
            oracle = self.open_tables(settings.tables)
            return Choice(self._parts.create_player(settings.level, oracle).choose(game))
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}; level {QUICK} chooses")
            return self._choose_quickly(game)

    def _search(
        self,
        game: Game,
        limits: Limits,
        settings: Settings,
        on_info: Callable[[Info], None],
        stop: threading.Event,
    ) -> Choice:
        self.prepare(settings)
        begin = time.monotonic()
        if not self._wait(self._loading, limits.budget, stop):
            self._note(f"the search is still loading; level {QUICK} chooses")
            return self._choose_quickly(game)
        limits = _less(limits, time.monotonic() - begin)
        analysis = self._loading.result().search(
            game, limits, lines=settings.lines, on_info=on_info, stop=stop
        )
        return Choice(analysis.best.move, analysis)

    @staticmethod
    def _wait(loading: Future[Searcher], seconds: float | None, stop: threading.Event) -> bool:
        """Wait for the search; return whether it is there before time is up or it is stopped."""
        end = None if seconds is None else time.monotonic() + seconds - _QUICK_SECONDS
        while not loading.done():
            if stop.wait(_TICK) or (end is not None and time.monotonic() >= end):
                return loading.done()
        return True

    def _choose_quickly(self, game: Game) -> Choice:
        return Choice(self._parts.create_player(QUICK, None).choose(game))


def _less(limits: Limits, seconds: float) -> Limits:
    """Return what is left of the limits after some seconds."""
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - seconds))
    if limits.clock is not None:
        left = max(0.0, limits.clock.remaining - seconds)
        limits = replace(limits, clock=replace(limits.clock, remaining=left))
    return limits
