"""What a thinking process does for a job: a level's move, or the lines of an analysis."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from merels.engine.players.factory import create_player
from merels.engine.players.levels import Level, find_level
from merels.engine.search.limits import Limits
from merels.rules.game import Game
from merels.web.api.games import describe_value, read_game

if TYPE_CHECKING:
    from merels.engine.search.searcher import Engine, Info, Line
    from merels.tables.tablebase import Tablebase

BY_SEARCH: Final = "search"
BY_TABLE: Final = "table"

Data = dict[str, Any]
Report = Callable[[Data], None]
Think = Callable[[Report, threading.Event], Data]


class Thinker:
    """Turns jobs into work; keeps its tables and its engine from job to job.

    Both are loaded when they are first needed: a process for light levels alone stays small.
    """

    def __init__(self, tables: str | None, cache_bytes: int | None = None) -> None:
        self._tables = tables
        self._cache_bytes = cache_bytes

    @cached_property
    def tablebase(self) -> Tablebase:
        """The tables, without damaged ones."""
        from merels.web.api.tables import open_tables

        return open_tables(self._tables, self._cache_bytes)

    @cached_property
    def engine(self) -> Engine:
        """The engine, which takes a while to load."""
        from merels.engine.search.searcher import Engine

        return Engine(oracle=self.tablebase)

    @cached_property
    def engine_without_tables(self) -> Engine:
        """The engine of players whose strength is given, which tables would make too strong."""
        from merels.engine.search.searcher import Engine

        return Engine(hash_mb=1)

    def prepare(self, job: Data) -> Think:
        """Return the work of a job, with all that it needs loaded.

        Raises the errors of bad input.
        """
        return {
            "warm": self._prepare_engine,
            "move": self._prepare_move,
            "analysis": self._prepare_analysis,
        }[job["job"]](job)

    def _prepare_engine(self, _job: Data) -> Think:
        """Load the engine, so that the first one who asks need not wait for it."""
        _ = self.engine
        return lambda _report, _stop: {}

    def _prepare_move(self, job: Data) -> Think:
        game = read_game(job["fen"], job["moves"])
        level = find_level(job["level"])
        oracle = self.tablebase if level.asks_oracle else None
        engine = None
        if level.needs_engine:
            engine = self.engine if level.asks_oracle else self.engine_without_tables
        seconds: float | None = job["seconds"]
        limits = None if seconds is None else Limits(seconds=seconds)

        def think(_report: Report, stop: threading.Event) -> Data:
            player = create_player(
                level.name, job["seed"], oracle, limits, engine=engine, stop=stop
            )
            game.push(player.choose(game))
            return {
                "move": str(game.last_move),
                "fen": game.fen(),
                "level": level.name,
                "source": self._source_of(level, game),
            }

        return think

    def _source_of(self, level: Level, game: Game) -> str:
        """Return where the choice of the last move comes from."""
        if not level.asks_oracle or self.tablebase.get(game.position) is None:
            return BY_SEARCH
        return self.tablebase.source(game.position) or BY_TABLE

    def _prepare_analysis(self, job: Data) -> Think:
        game = read_game(job["fen"])
        engine, limits, lines = self.engine, Limits(seconds=job["seconds"]), job["lines"]

        def think(report: Report, stop: threading.Event) -> Data:
            def tell(info: Info) -> None:
                report(describe_info(info))

            return describe_info(engine.search(game, limits, lines, tell, stop))

        return think


def describe_info(info: Info) -> Data:
    """Return what a search has found, as an `AnalysisDocument`."""
    return {
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "lines": [_describe_line(line) for line in info.lines],
    }


def _describe_line(line: Line) -> Data:
    return {
        "move": str(line.move),
        "score": line.score,
        **(describe_value(line.value) or {"result": None, "plies": None}),
        "pv": [str(move) for move in line.pv],
    }
