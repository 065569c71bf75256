"""The work of a thinking process: a level's move, or the lines of an analysis."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from merels.engine.players.expert import EXPERT, HASH_MB, SECONDS, STRENGTH, StrengthPlayer
from merels.engine.players.perfect import PerfectPlayer
from merels.engine.players.player import PERFECT, Player, create_player
from merels.engine.players.random import fresh_seed
from merels.engine.search.limits import Limits
from merels.rules.game import Game
from merels.rules.move import Move
from merels.web.api.answers import analysis_document
from merels.web.api.games import read_game

if TYPE_CHECKING:
    from merels.engine.search.searcher import Engine, Info
    from merels.tables.tablebase import Tablebase
    from merels.web.api.models import MoveDocument, SourceName

Job = Mapping[str, Any]
Answer = Mapping[str, object]
Report = Callable[[Answer], None]
Think = Callable[[Report, threading.Event], Answer]


def needs_engine(level: str) -> bool:
    """Whether a level needs the compiled engine; the others answer within some milliseconds.

    >>> needs_engine("Expert"), needs_engine("elo:1200"), needs_engine("hard")
    (True, True, False)
    """
    lowered = level.lower()
    return lowered in (EXPERT, PERFECT) or lowered.startswith(STRENGTH)


class Thinker:
    """Turns jobs into work; keeps its tables and engine from job to job.

    Both are loaded when first needed: a process that only plays light levels stays small.
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

        return Engine(HASH_MB, oracle=self.tablebase)

    def prepare(self, job: Job) -> Think:
        """Return the work of a job, with everything it needs loaded.

        Raises a `MerelsError` for bad input.
        """
        return {
            "warm": self._prepare_engine,
            "move": self._prepare_move,
            "analysis": self._prepare_analysis,
        }[job["job"]](job)

    def _prepare_engine(self, _job: Job) -> Think:
        """Load the engine, so that the first player need not wait for it."""
        _ = self.engine
        return lambda _report, _stop: {}

    def _prepare_move(self, job: Job) -> Think:
        game = read_game(job["fen"], job["moves"])
        create = self._find_player(job["level"].lower(), job["seed"], job["seconds"])

        def think(_report: Report, stop: threading.Event) -> MoveDocument:
            begin = time.perf_counter()
            player = create(stop)
            game.push(player.choose(game))
            return {
                "seconds": round(time.perf_counter() - begin, 3),
                "move": str(game.last_move),
                "fen": game.fen(),
                "level": player.name,
                "source": self._source_of(player, game),
            }

        return think

    def _find_player(
        self, level: str, seed: int | None, seconds: float | None
    ) -> Callable[[threading.Event], Player]:
        """Return what creates the player of a level; where it needs the engine, that is loaded.

        EXPERT and PERFECT share the engine of this process; by themselves they would load their own
        for every move.
        """
        if level not in (EXPERT, PERFECT):
            player = create_player(level, seed)
            if isinstance(player, StrengthPlayer):
                _ = player.engine
            return lambda _stop: player
        engine = self.engine
        limits = Limits(seconds=SECONDS if seconds is None else seconds)

        def create(stop: threading.Event) -> Player:
            expert = SharedExpert(engine, limits, stop)
            if level == EXPERT:
                return expert
            return PerfectPlayer(fresh_seed() if seed is None else seed, self.tablebase, expert)

        return create

    def _source_of(self, player: Player, game: Game) -> SourceName:
        """Return where the choice of the last move comes from."""
        if player.name not in (EXPERT, PERFECT) or self.tablebase.get(game.position) is None:
            return "search"
        source = self.tablebase.source(game.position)
        return "table" if source is None else source.value

    def _prepare_analysis(self, job: Job) -> Think:
        game = read_game(job["fen"])
        engine, limits, lines = self.engine, Limits(seconds=job["seconds"]), job["lines"]

        def think(report: Report, stop: threading.Event) -> Answer:
            def report_info(info: Info) -> None:
                report(analysis_document(info))

            return analysis_document(engine.search(game, limits, lines, report_info, stop))

        return think


class SharedExpert:
    """Plays as EXPERT does, with an engine that others use too, and can be stopped."""

    name = EXPERT

    def __init__(self, engine: Engine, limits: Limits, stop: threading.Event) -> None:
        self._engine = engine
        self._limits = limits
        self._stop = stop

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal."""
        return self._engine.search(game, self._limits, stop=self._stop).best.move
