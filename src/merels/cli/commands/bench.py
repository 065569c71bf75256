"""Measure the speed: fixed work, its count as a signature, and the time it takes."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from merels.cli.interrupt import ctrl_c_ends_at_once
from merels.cli.options import add_json
from merels.cli.output import print_json
from merels.rules.perft import count_leaves
from merels.rules.position import Position

ROUNDS: Final = 3
PERFT_DEPTH: Final = 6


@dataclass(frozen=True, slots=True)
class Measurement:
    """Fixed work: ``count`` of ``unit`` is its signature, ``seconds`` the best time of three."""

    name: str
    unit: str
    count: int
    seconds: float

    @property
    def per_second(self) -> int:
        """How many units a second."""
        return round(self.count / self.seconds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    with ctrl_c_ends_at_once():
        measurements = [measure_perft()]
    if arguments.json:
        print_json({measurement.name: _to_json(measurement) for measurement in measurements})
        return 0
    for measurement in measurements:
        print(_to_text(measurement))
    return 0


def measure_perft() -> Measurement:
    """Count the leaves of the empty board at depth 6, on one core."""
    start = Position.start()
    count_leaves(start, 0)  # load the compiled code before the clock starts
    return measure("perft", "leaves", lambda: count_leaves(start, PERFT_DEPTH))


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
        f"{measurement.seconds:.3f} s, {measurement.per_second / 1e6:,.0f} million a second"
    )
