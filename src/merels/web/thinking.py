"""What a thinking process does for a job: a level's move, or the lines of an analysis."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from merels.engine.players import create_player
from merels.rules.game import Game
from merels.tablebase.tablebase import Tablebase, open_tablebase
from merels.web.games import read_game

Data = dict[str, Any]
Report = Callable[[Data], None]
Think = Callable[[Report, threading.Event], Data]


class Thinker:
    """Turns jobs into work; keeps its tables and its engine from job to job."""

    def __init__(self, tables: str | None) -> None:
        self._tables = tables
        self._tablebase: Tablebase | None = None

    def prepare(self, job: Data) -> Think:
        """Return the work of a job, with all that it needs loaded.

        Raises the errors of bad input.
        """
        game = read_game(job["fen"], job.get("moves", ()))
        if job["job"] == "move":
            return self._prepare_move(game, job)
        raise NotImplementedError(job["job"])

    @property
    def tablebase(self) -> Tablebase:
        """The tables, opened when they are first needed."""
        if self._tablebase is None:
            self._tablebase = open_tablebase(self._tables)
        return self._tablebase

    def _prepare_move(self, game: Game, job: Data) -> Think:
        player = create_player(job["level"], job.get("seed"))

        def think(_report: Report, _stop: threading.Event) -> Data:
            move = player.choose(game)
            game.push(move)
            return {
                "move": str(move),
                "fen": game.fen(),
                "level": player.name,
                "source": "search",
            }

        return think
