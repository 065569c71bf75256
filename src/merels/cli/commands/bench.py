"""Measure speed on a fixed workload, whose counts are a signature."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from merels import Game, Position
from merels.cli.shared import options, output
from merels.rules.legal import count_leaves

if TYPE_CHECKING:
    from merels.solver.benchmark import SolverMeasurement

ROUNDS: Final = 3
PERFT_DEPTH: Final = 6

SEARCHES: Final = (
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", 15),
    ("*@***O**/O*@*@*O*/***@***O w p p 4 5 4 5 0 0 0 0 0 0 0 8 5", 17),
    ("***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1", 13),
)
"""Positions and the depths to search them to."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Fixed work: ``count`` (in ``unit``) is its signature, ``seconds`` the best time of three."""

    name: str
    unit: str
    count: int
    seconds: float

    @property
    def per_second(self) -> int:
        """Units per second."""
        return round(self.count / self.seconds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--solver", action="store_true", help="solve the tables of up to ten men instead"
    )
    options.add_threads(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Measure and print."""
    output.require("solve" if arguments.solver else "engine")
    if arguments.solver:
        run_solver(arguments)
        return
    with output.ctrl_c_ends_at_once():
        perft = measure_perft()
        searches = [measure_search(fen, depth) for fen, depth in SEARCHES]
    nodes, seconds = sum(each.count for each in searches), sum(each.seconds for each in searches)
    search = Measurement("search", "nodes", nodes, seconds)
    positions = [
        {"fen": fen, "depth": depth, **_to_json(each)}
        for (fen, depth), each in zip(SEARCHES, searches, strict=True)
    ]
    document = {"perft": _to_json(perft), "search": {**_to_json(search), "positions": positions}}
    output.print_report(arguments, document, map(_to_text, (perft, search, *searches)))


def run_solver(arguments: argparse.Namespace) -> None:
    """Measure the solver and print, also as a ratio to random memory accesses."""
    from merels.solver.benchmark import measure_solver

    with output.ctrl_c_ends_at_once():
        reports = measure_solver(options.choose_threads(arguments.threads))
    document = {name: _solver_to_json(report) for name, report in reports.items()}
    output.print_report(arguments, document, _draw_solver(reports))


def _draw_solver(reports: dict[str, SolverMeasurement]) -> Iterator[str]:
    for name, report in reports.items():
        yield (
            f"{name}: {report.slots:,} slots and {report.edges:,} edges in "
            f"{report.seconds:.1f} s on {report.threads} threads"
        )
        for unit, rate in (("slots", report.slots_per_second), ("edges", report.edges_per_second)):
            share = rate / report.accesses_per_second
            yield f"  {rate / 1e6:8.1f} million {unit} per second, {share:.2f} per random access"
    yield f"{report.accesses_per_second / 1e6:.1f} million random accesses per second"


def _solver_to_json(measured: SolverMeasurement) -> dict[str, Any]:
    return {
        "slots": measured.slots,
        "edges": measured.edges,
        "seconds": round(measured.seconds, 3),
        "threads": measured.threads,
        "slots_per_second": round(measured.slots_per_second),
        "edges_per_second": round(measured.edges_per_second),
        "random_accesses_per_second": round(measured.accesses_per_second),
        "slots_per_access": round(measured.slots_per_second / measured.accesses_per_second, 4),
        "edges_per_access": round(measured.edges_per_second / measured.accesses_per_second, 4),
    }


def measure_perft() -> Measurement:
    """Count the leaves six moves ahead of the empty board, on one core."""
    start = Position.start()
    count_leaves(start, 0)  # load the compiled code before the clock starts
    return measure("perft", "leaves", lambda: count_leaves(start, PERFT_DEPTH))


def measure_search(fen: str, depth: int) -> Measurement:
    """Search a position to a depth with an empty table, on one core."""
    from merels.engine.search.limits import Limits
    from merels.engine.search.searcher import Engine

    engine, game = Engine(threads=1), Game.from_fen(fen)
    engine.load()  # before the clock starts

    def search() -> int:
        engine.new_game()
        return engine.search(game, Limits(depth=depth)).nodes

    return measure(f"  depth {depth} from {fen.split(maxsplit=1)[0]}", "nodes", search)


def measure(name: str, unit: str, work: Callable[[], int]) -> Measurement:
    """Do ``work``, which returns its count, three times; keep the best time."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        count = work()
        times.append(time.perf_counter() - begin)
    return Measurement(name, unit, count, min(times))


def _to_json(measurement: Measurement) -> dict[str, Any]:
    return {
        measurement.unit: measurement.count,
        "seconds": round(measurement.seconds, 6),
        f"{measurement.unit}_per_second": measurement.per_second,
    }


def _to_text(measurement: Measurement) -> str:
    return (
        f"{measurement.name}: {measurement.count:,} {measurement.unit} in "
        f"{measurement.seconds:.3f} s, {measurement.per_second / 1e6:,.1f} million per second"
    )
