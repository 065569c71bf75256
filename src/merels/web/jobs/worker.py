"""A search process: it reads jobs as lines of JSON and answers with lines of JSON.

A job is ``{"id", "job": "move" | "analysis" | "report", ...}`` and gets ``started`` when its clock
starts, any number of ``info``, and finally ``done`` or ``problem``. ``{"stop": id}`` ends a job
early. Log records go to the server as ``log``. The process ends with its input, and so never
outlives its server.

The server thinks in processes, not threads: levels in plain Python would hold the interpreter, and
a process can be killed at any time, and run at a lower priority than the server.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from itertools import takewhile
from typing import IO, TYPE_CHECKING, Any, Final

from merels.engine.fallible.player import CLUB
from merels.engine.players.levels import find_level
from merels.engine.search.limits import Limits
from merels.errors import MerelsError, MissingTableError
from merels.prospects.chances import Chances
from merels.prospects.players import create_player
from merels.rules.game import Game
from merels.rules.pgn import GameRecord
from merels.rules.position import BLACK, WHITE, Color, Position
from merels.rules.variant import spell
from merels.web.api.answers import analysis_document, read_game
from merels.web.http.problem_kinds import describe_error

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Engine, Info
    from merels.values.known_positions import ExactValues
    from merels.web.api.documents import MoveDocument, ReportDocument, SideReport

_log = logging.getLogger("merels.web.jobs.worker")

NODES: Final = 20_000  # positions searched for each move of the game
ALL_MOVES: Final = 1000  # lines: more than a position has moves
AS_GOOD: Final = 0.005  # difference of expected scores below which a move counts as one of the best


def report_game(
    game: Game, engine: Engine, values: ExactValues, stop: threading.Event
) -> ReportDocument:
    """Judge the moves of a game; if stopped, only the moves judged so far count."""
    from merels.matches.annotation import SEARCHED, judge_turns

    begin = time.perf_counter()
    engine.new_game()
    analyses: list[Analysis] = []

    def search(position: Game) -> Analysis:
        found = engine.search(position, Limits(nodes=NODES), lines=ALL_MOVES, stop=stop)
        analyses.append(found)
        return found

    judging = judge_turns(GameRecord.from_game(game), search, values.rate_moves)
    turns = list(takewhile(lambda _: not stop.is_set(), judging))
    judged = list(zip(turns, analyses, strict=False))
    return {
        "white": _describe_side(judged, WHITE),
        "black": _describe_side(judged, BLACK),
        "exact": sum(turn.source != SEARCHED for turn in turns),
        "moves": len(turns),
        "seconds": round(time.perf_counter() - begin, 3),
    }


def _describe_side(judged: list[tuple[Any, Any]], color: Color) -> SideReport:
    from merels.matches.annotation import expect_kept, measure_accuracy

    own = [(turn, analysis) for turn, analysis in judged if turn.color is color and turn.best]
    at_stake = [turn.before.expected(turn.position) for turn, _ in own]
    kept = [expect_kept(analysis, turn.position) for turn, analysis in own]
    after = [turn.after.expected(turn.position) for turn, _ in own]
    return {
        "accuracy": measure_accuracy((turn for turn, _ in own), color),
        "expected": min(1.0, sum(kept) / sum(at_stake)) if sum(at_stake) else None,
        "moves": len(own),
        "best": sum(
            later >= before - AS_GOOD for before, later in zip(at_stake, after, strict=True)
        ),
    }


# The work of a thinking process: a level's move, the lines of an analysis, a game's report.

Job = Mapping[str, Any]
Answer = Mapping[str, object]
Report = Callable[[Answer], None]
Think = Callable[[Report, threading.Event], Answer]
Say = Callable[[int, str, Answer], None]


class Thinker:
    """Turns jobs into work; keeps its tables and engine, which are loaded when first needed."""

    def __init__(self, tables: str | None, cache_bytes: int | None = None) -> None:
        self._tables = tables
        self._cache_bytes = cache_bytes

    @cached_property
    def values(self) -> ExactValues:
        """Exact values, by tables or otherwise."""
        from merels.values.known_positions import ExactValues
        from merels.web.api.tables import open_tables

        return ExactValues(open_tables(self._tables, self._cache_bytes))

    @cached_property
    def engine(self) -> Engine:
        """The engine, which takes a while to load."""
        return _load_engine(oracle=self.values)

    @cached_property
    def engine_without_tables(self) -> Engine:
        """The engine of players of a given strength, whom tables would make too strong."""
        return _load_engine(hash_mb=1)

    def prepare(self, job: Job) -> Think:
        """Return the work of a job, tables and engine loaded; raise `MerelsError` for bad input."""
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
            source = None if oracle is None else oracle.source(game.position)
            return {
                "variant": spell(game.variant),
                "seconds": round(time.perf_counter() - begin, 3),
                "move": str(game.last_move),
                "fen": game.fen(),
                "level": level.name,
                "source": "search" if source is None else source.value,
            }

        return think

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
        game = read_game(job["fen"], job["moves"], job["variant"])
        engine, values = self.engine, self.values
        return lambda _report, stop: report_game(game, engine, values, stop)


def _load_engine(**options: Any) -> Engine:
    from merels.engine.search.searcher import Engine

    engine = Engine(**options)
    engine.load()
    return engine


class ServerLog(logging.Handler):
    """Sends log records to the server, which keeps the log."""

    def __init__(self, say: Say) -> None:
        super().__init__(logging.WARNING)
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record with its trace."""
        self._say(0, "log", {"level": record.levelno, "text": self.format(record)})


class Worker:
    """Reads jobs from one file and writes answers to another."""

    def __init__(self, source: IO[str], sink: IO[str], thinker: Thinker) -> None:
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._thinker = thinker
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}

    def say(self, number: int, event: str, data: Answer) -> None:
        """Write an event of a job; any thread may, since any thread may log."""
        line = json.dumps({"id": number, "event": event, "data": data}) + "\n"
        with self._writing:
            self._sink.write(line)
            self._sink.flush()

    def serve(self) -> None:
        """Work until the input ends; then the process ends, too."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            job = self._jobs.get()
            self._work(job)
            self._stops.pop(job["id"], None)

    def _read(self) -> None:
        for line in self._source:
            message = json.loads(line)
            if "stop" in message:
                stop = self._stops.get(message["stop"])
                if stop is not None:
                    stop.set()
            else:
                self._stops[message["id"]] = threading.Event()
                self._jobs.put(message)
        os._exit(0)  # even in the middle of a search: nobody is waiting for the result any more

    def _work(self, job: Job) -> None:
        say = partial(self.say, job["id"])
        try:
            think = self._thinker.prepare(job)
            say("started", {})
            say("done", think(partial(say, "info"), self._stops[job["id"]]))
        except MerelsError as error:
            say("problem", describe_error(error))
        except Exception as error:
            _log.exception("a search failed")
            detail = f"the search failed with {type(error).__name__}; see the server's log"
            say("problem", {"kind": "internal", "detail": detail})


def main() -> None:
    """Work for the process that started this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", help="folder of tables")
    parser.add_argument("--cache-bytes", type=int, help="memory for the blocks read from them")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops us
    # Prints go to the log, not in between the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    worker = Worker(sys.stdin, sink, Thinker(arguments.tables, arguments.cache_bytes))
    logging.getLogger("merels").addHandler(ServerLog(worker.say))
    worker.serve()


if __name__ == "__main__":
    main()
