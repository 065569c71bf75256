"""How well the engine keeps its time: how far it overruns, and how soon it answers a stop.

With one thread and with as many as a program might ask for, and with lines that come from the book
and from tables, where reading rather than searching takes the time.

    python benchmarks/time_keeping.py [--searches N] [--threads 1,2,32] [--tables DIR]
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Sequence
from statistics import median

from merels import open_tablebase
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game

FENS = (
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "*@***O**/O*@*@*O*/***@***O w p p 4 5 4 5 0 0 0 0 0 0 0 8 5",
    "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
)

KNOWN = "O*******/O*****@*/O******* b p p 3 6 1 7 0 0 0 0 0 0 0 0 3"
"""A position in which every move loses, as the book says: all lines are read from it."""


def time_search(engine: Engine, fen: str, seconds: float, lines: int = 1) -> float:
    """Return by how many seconds a search exceeds its time."""
    game = Game.from_fen(fen)
    begin = time.perf_counter()
    engine.search(game, Limits(seconds=seconds), lines)
    return time.perf_counter() - begin - seconds


def time_stop(engine: Engine, fen: str, after: float) -> float:
    """Return how many seconds pass between a stop and the answer."""
    stop = threading.Event()
    moments = []

    def end() -> None:
        moments.append(time.perf_counter())
        stop.set()

    threading.Timer(after, end).start()
    engine.search(Game.from_fen(fen), Limits(infinite=True), stop=stop)
    return time.perf_counter() - moments[0]


def describe(name: str, seconds: list[float]) -> str:
    """Return the median and the worst of some times."""
    middle, worst = median(seconds), max(seconds)
    return f"{name:24} median {1000 * middle:7.1f} ms   worst {1000 * worst:7.1f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--searches", type=int, default=30)
    parser.add_argument(
        "--threads", default="1,2,8,32,256", help="numbers to try, separated by commas"
    )
    parser.add_argument("--tables", metavar="DIR", help="tables in addition to the book")
    options = parser.parse_args(arguments)
    begin = time.perf_counter()
    engine = Engine()
    print(f"engine ready after {time.perf_counter() - begin:.2f} s")
    fens = [FENS[number % len(FENS)] for number in range(options.searches)]
    print(describe("first second", [time_search(engine, FENS[2], 0.1)]))
    print(describe("overrun", [time_search(engine, fen, 0.1) for fen in fens]))
    print(describe("answer to stop", [time_stop(engine, fen, 0.1) for fen in fens]))
    for threads in map(int, options.threads.split(",")):
        engine = Engine(threads=threads)
        overruns = [time_search(engine, fen, 0.2) for fen in fens]
        print(describe(f"overrun, {threads} threads", overruns))
    with open_tablebase(options.tables) as tables:
        engine = Engine(oracle=tables)
        tables.get(Game().position)  # the first question takes longest; merels uci asks it early
        for lines in (1, 4, 24):
            overruns = [time_search(engine, KNOWN, 0.05, lines) for _ in fens]
            print(describe(f"overrun, {lines} known lines", overruns))


if __name__ == "__main__":
    main()
