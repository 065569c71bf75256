"""The work of a thinking process: a level's move, the lines of an analysis, a game's report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from merels.engine.fallible.player import CLUB
from merels.engine.players.levels import Level, find_level
from merels.engine.search.limits import Limits
from merels.errors import MissingTableError
from merels.prospects.chances import Chances
from merels.prospects.players import create_player
from merels.rules.game import Game
from merels.rules.position import Position
from merels.rules.variant import spell
from merels.web.api.answers import analysis_document
from merels.web.api.games import read_game

if TYPE_CHECKING:
    from merels.engine.search.searcher import Engine, Info
    from merels.values.known_positions import ExactValues
    from merels.web.api.models import MoveDocument, SourceName

Job = Mapping[str, Any]
Answer = Mapping[str, object]
Report = Callable[[Answer], None]
Think = Callable[[Report, threading.Event], Answer]


class Thinker:
    """Turns jobs into work; keeps its tables and engine from job to job.

    Both are loaded when first needed: a process that only plays light levels stays small.
    """

    def __init__(self, tables: str | None, cache_bytes: int | None = None) -> None:
        self._tables = tables
        self._cache_bytes = cache_bytes

    @cached_property
    def values(self) -> ExactValues:
        """What is known exactly, by tables that are not damaged or otherwise."""
        from merels.values.known_positions import ExactValues
        from merels.web.api.tables import open_tables

        return ExactValues(open_tables(self._tables, self._cache_bytes))

    @cached_property
    def engine(self) -> Engine:
        """The engine, which takes a while to load."""
        from merels.engine.search.searcher import Engine

        engine = Engine(oracle=self.values)
        engine.load()
        return engine

    @cached_property
    def engine_without_tables(self) -> Engine:
        """The engine of players whose strength is given, which tables would make too strong."""
        from merels.engine.search.searcher import Engine

        engine = Engine(hash_mb=1)
        engine.load()
        return engine

    def prepare(self, job: Job) -> Think:
        """Return the work of a job, with everything it needs loaded.

        Raises a `MerelsError` for bad input.
        """
        return {
            "warm": self._prepare_engine,
            "move": self._prepare_move,
            "analysis": self._prepare_analysis,
            "report": self._prepare_report,
        }[job["job"]](job)

    def _prepare_engine(self, _job: Job) -> Think:
        """Load the engine, so that the first player need not wait for it; compile chances too."""
        _ = self.engine
        with suppress(MissingTableError):
            start = Position.start()
            Chances(self.values).rank(start, self.values.rate_moves(start), CLUB)
        return lambda _report, _stop: {}

    def _prepare_move(self, job: Job) -> Think:
        game = read_game(job["fen"], job["moves"], job["variant"])
        level = find_level(job["level"])
        oracle = self.values if level.asks_oracle else None
        if oracle is not None:
            oracle.rate_moves(game.position)  # opens its tables before the clock starts
        engine = None
        if level.needs_engine:
            engine = self.engine if level.asks_oracle else self.engine_without_tables
        seconds: float | None = job["seconds"]
        limits = None if seconds is None else Limits(seconds=seconds)

        def think(_report: Report, stop: threading.Event) -> MoveDocument:
            begin = time.perf_counter()
            player = create_player(
                level.name, job["seed"], oracle, limits, engine=engine, stop=stop
            )
            game.push(player.choose(game))
            return {
                "variant": spell(game.variant),
                "seconds": round(time.perf_counter() - begin, 3),
                "move": str(game.last_move),
                "fen": game.fen(),
                "level": level.name,
                "source": self._source_of(level, game),
            }

        return think

    def _source_of(self, level: Level, game: Game) -> SourceName:
        """Return where the choice of the last move comes from."""
        source = self.values.source(game.position) if level.asks_oracle else None
        return "search" if source is None else source.value

    def _prepare_analysis(self, job: Job) -> Think:
        game = read_game(job["fen"], variant=job["variant"])
        engine, limits, lines = self.engine, Limits(seconds=job["seconds"]), job["lines"]

        def think(report: Report, stop: threading.Event) -> Answer:
            def describe(info: Info) -> Answer:
                return analysis_document(info, game.position, self.values)

            return describe(
                engine.search(game, limits, lines, lambda info: report(describe(info)), stop)
            )

        return think

    def _prepare_report(self, job: Job) -> Think:
        from merels.web.jobs.reporting import report_game

        game = read_game(job["fen"], job["moves"], job["variant"])
        engine, values = self.engine, self.values
        return lambda _report, stop: report_game(game, engine, values, stop)
