"""How well the engine keeps its time: overrun of a time for a move, and the answer to a stop.

python benchmarks/time_keeping.py [--searches N]
"""

from __future__ import annotations

import argparse
import threading
import time

from merels.engine.limits import Limits
from merels.engine.searcher import Engine
from merels.rules.game import Game

FENS = (
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "*@***O**/O*@*@*O*/***@***O w p p 4 5 4 5 0 0 0 0 0 0 0 8 5",
    "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
)


def time_search(engine: Engine, fen: str, seconds: float) -> float:
    """Return by how many seconds a search exceeds its time."""
    begin = time.perf_counter()
    engine.search(Game.from_fen(fen), Limits(seconds=seconds))
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
    """Return the middle and the worst of some times."""
    ordered = sorted(seconds)
    middle, worst = ordered[len(ordered) // 2], ordered[-1]
    return f"{name:16} median {1000 * middle:6.1f} ms   worst {1000 * worst:6.1f} ms"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--searches", type=int, default=30)
    arguments = parser.parse_args()
    begin = time.perf_counter()
    engine = Engine()
    print(f"engine ready after {time.perf_counter() - begin:.2f} s")
    fens = [FENS[number % len(FENS)] for number in range(arguments.searches)]
    print(describe("first second", [time_search(engine, FENS[2], 0.1)]))
    print(describe("overrun", [time_search(engine, fen, 0.1) for fen in fens]))
    print(describe("answer to stop", [time_stop(engine, fen, 0.1) for fen in fens]))


if __name__ == "__main__":
    main()
