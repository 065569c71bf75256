"""Show the progress of `merels solve`: bars in a terminal, lines elsewhere, or JSON events."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from merels.cli.shared.terminal import Terminal
from merels.errors import MerelsError, NotationError
from merels.rules.variant import Variant
from merels.solver.benchmark import CALIBRATION_MEN, calibrate, known_seconds
from merels.solver.offers import GOALS, Done, Goal, Offer, StoredSet, list_offers, tables_of
from merels.solver.run import Event, Listener, PairFinished, PairStarted, TableSaved
from merels.solver.workspace import Progress, format_bytes, memory_need
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan
from merels.values.shipped import known_sizes

SLOTS_TO_LEARN_FROM: Final = 1_000_000
"""Smaller pairs spend most of their time on compiling and starting up."""


class Forecast:
    """Estimates the time left from the speed so far, compared with the known run.

    A position with men in hand takes less time than one without, so positions alone would mislead.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._ratio: float | None = None
        self._begins: dict[Pair, float] = {}

    def start(self, pair: Pair) -> None:
        """Start the clock of a pair."""
        self._begins[pair] = time.perf_counter()

    def finish(self, finished: PairFinished) -> None:
        """Learn from a finished pair; the latest one resembles the next ones most."""
        if finished.pair.slots >= SLOTS_TO_LEARN_FROM:
            self._ratio = finished.seconds / known_seconds([finished.pair])
        del self._begins[finished.pair]

    def speed(self, pair: Pair, share: float) -> float:
        """Return the slots per second of a pair of which ``share`` is done."""
        return share * pair.slots / max(self._spent(pair), 1e-3)

    def pair_left(self, pair: Pair) -> float | None:
        """Return the seconds left for a pair."""
        return self._seconds_left([pair], [pair])

    def run_left(self) -> float | None:
        """Return the seconds left for the whole run, if pairs run one after the other."""
        return self._seconds_left(self._plan.pairs_left(), self._begins)

    def _spent(self, pair: Pair) -> float:
        return time.perf_counter() - self._begins[pair]

    def _seconds_left(self, pairs: Iterable[Pair], running: Iterable[Pair]) -> float | None:
        """Return the seconds that ``pairs`` take, less the time running ones have already had."""
        if self._ratio is None:
            return None
        whole = self._ratio * known_seconds(pairs)
        return max(0.0, whole - sum(self._spent(pair) for pair in running))


@contextmanager
def start_display(plan: Plan, folder: Path, *, as_json: bool) -> Iterator[Listener]:
    """Show the plan of a run, then yield a listener that shows its progress."""
    if as_json:
        yield _stream_json(plan, folder)
        return
    console = Console(stderr=True, highlight=False)
    _announce(console, plan, folder)
    if not plan.pairs:
        yield lambda _: None
    elif console.is_terminal:
        with _bars(console) as bars:
            yield BarDisplay(bars, plan)
    else:
        yield LineDisplay(console, plan)


def _announce(console: Console, plan: Plan, folder: Path) -> None:
    if not plan.pairs:
        console.print(
            f"Nothing to do: all of these tables are already in {str(folder)!r}.", soft_wrap=True
        )
        return
    slots = plan.slots_left()
    console.print(
        f"{sum(len(pair.tables) for pair in plan.pairs)} tables, {slots:,} positions, into "
        f"{str(folder)!r}.",
        soft_wrap=True,
    )
    console.print(f"  {'tables':<12} {'positions':>15}  {'memory':>10}")
    for pair in plan.pairs:
        memory = format_bytes(memory_need(pair))
        console.print(f"  {pair.name:<12} {pair.slots:>15,}  {memory:>10}")


def _bars(console: Console) -> Bars:
    return Bars(
        TextColumn("{task.description:<11}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]:>10}"),
        TextColumn("{task.fields[detail]}"),
        console=console,
        transient=True,
    )


def format_seconds(seconds: float | None) -> str:
    """Return the time left, for people to read.

    >>> format_seconds(75.0), format_seconds(None)
    ('1:15 left', '')
    """
    if seconds is None:
        return ""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02} left"


class BarDisplay:
    """A bar for the whole run and one for each pair in progress (several on a cluster)."""

    def __init__(self, bars: Bars, plan: Plan) -> None:
        self._bars = bars
        self._forecast = Forecast(plan)
        self._run_bar = bars.add_task("all", detail="", left="", total=plan.slots_left())
        self._pair_bars: dict[Pair, TaskID] = {}

    def __call__(self, event: Event) -> None:
        """Show one event."""
        match event:
            case PairStarted():
                self._forecast.start(event.pair)
                self._pair_bars[event.pair] = self._bars.add_task(
                    event.pair.name, detail="", left="", total=1.0
                )
            case Progress():
                self._show(event)
            case PairFinished():
                self._forecast.finish(event)
                self._bars.remove_task(self._pair_bars.pop(event.pair))
                self._bars.advance(self._run_bar, event.pair.slots)
                self._bars.console.print(_summary(event))
            case TableSaved():
                pass

    def _show(self, progress: Progress) -> None:
        pair = Pair.of(progress.key)
        share = _share(progress)
        speed = self._forecast.speed(pair, share)
        level = f" level {progress.level}" if progress.level else ""
        detail = f"{progress.phase} {progress.key.name}{level}, {speed / 1e6:.1f} M/s"
        left = format_seconds(self._forecast.pair_left(pair))
        self._bars.update(self._pair_bars[pair], completed=share, detail=detail, left=left)
        self._bars.update(self._run_bar, left=format_seconds(self._forecast.run_left()))


def _share(progress: Progress) -> float:
    """Return roughly what share of a pair is done: counting is half of it, then the levels."""
    match progress.phase:
        case "counting":
            return 0.5 * progress.slots_done / progress.slots
        case "placing":
            return 0.9 * progress.slots_done / progress.slots
        case "tracing":
            # Few tables have more than 150 levels, and most of the work is in the first ones.
            return 0.5 + 0.45 * math.sqrt(min(1.0, progress.level / 100))
        case "writing":
            return 0.97
        case _:
            return 0.0


class LineDisplay:
    """A line for each finished pair, for logs."""

    def __init__(self, console: Console, plan: Plan) -> None:
        self._console = console
        self._forecast = Forecast(plan)

    def __call__(self, event: Event) -> None:
        """Show one event."""
        match event:
            case PairStarted():
                self._forecast.start(event.pair)
            case PairFinished():
                self._forecast.finish(event)
                left = format_seconds(self._forecast.run_left())
                self._console.print(_summary(event) + (f", {left}" if left else ""))


def _summary(event: PairFinished) -> str:
    return (
        f"{event.pair.name:<12} solved in {event.seconds:.1f} s, "
        f"{event.pair.slots / event.seconds / 1e6:.1f} million positions per second"
    )


def _stream_json(plan: Plan, folder: Path) -> Listener:
    def emit(event: str, **fields: Any) -> None:
        print(json.dumps({"event": event, **fields}), flush=True)

    forecast = Forecast(plan)

    def listen(event: Event) -> None:
        match event:
            case PairStarted():
                forecast.start(event.pair)
                emit("start", tables=event.pair.names, memory=event.memory)
            case Progress():
                emit(
                    "progress",
                    table=event.key.name,
                    phase=event.phase,
                    level=event.level,
                    done=event.slots_done,
                    positions=event.slots,
                    share=round(_share(event), 3),
                    seconds_left=_round(forecast.run_left()),
                )
            case TableSaved():
                emit(
                    "table", table=event.key.name, positions=event.key.index.size, bytes=event.size
                )
            case PairFinished():
                forecast.finish(event)
                emit(
                    "finish",
                    tables=event.pair.names,
                    seconds=round(event.seconds, 3),
                    positions=event.pair.slots,
                    edges=event.edges,
                    seconds_left=_round(forecast.run_left()),
                )

    pairs = [
        {"tables": pair.names, "positions": pair.slots, "memory": memory_need(pair)}
        for pair in plan.pairs
    ]
    emit("plan", folder=str(folder), pairs=pairs)
    return listen


def _round(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds)


# The menu of `merels solve` without options: what is practical to solve on this machine.

NAMES: Final[dict[Goal, str]] = {
    "small": f"small endgames, up to {CALIBRATION_MEN} men in total",
    "endgames": "all endgames",
    "all": "the whole game",
}

SHORT: Final = 600
"""Seconds. The default is the largest offer that takes no longer."""


def find_default(offers: list[Offer]) -> int | None:
    """Return the index of the default offer: the largest that is done soon, None if none fits."""
    possible = [number for number, offer in enumerate(offers) if offer.obstacle is None]
    soon = [number for number in possible if offers[number].seconds <= SHORT]
    return soon[-1] if soon else possible[0] if possible else None


def choose_targets(
    folder: Path, variant: Variant, is_done: Done, threads: int, stored_set: StoredSet, *, yes: bool
) -> list[TableKey] | None:
    """Show the offers and return the tables of the chosen one, None if none was chosen.

    Raises `MerelsError` if there is no terminal to ask in, or if nothing fits.
    """
    terminal = Terminal(target=sys.stderr)
    if not yes and not terminal.interactive:
        raise NotationError(
            "no tables named, and no terminal to ask in; use --men N, --table A,B, --moving or "
            "--all, or --yes for the default"
        )
    terminal.tell("Measuring how fast this machine solves ...")
    targets = {goal: tables_of(goal, variant) for goal in GOALS}
    offers = list_offers(folder, targets, is_done, calibrate(threads), known_sizes(), stored_set)
    if not offers:
        terminal.tell(f"Nothing to do: the whole game is already in {str(folder)!r}.")
        return None
    default = find_default(offers)
    for line in show_offers(offers, default):
        terminal.say(line)
    if default is None:
        raise MerelsError("nothing in this list fits on this machine; try --men N with a small N")
    number = default if yes else _ask(terminal, offers, default)
    return None if number is None else offers[number].targets


def show_offers(offers: list[Offer], default: int | None) -> list[str]:
    """Return the menu, line by line."""
    width = max(len(NAMES[offer.goal]) for offer in offers)
    lines = [f"     {'':<{width}} {'positions':>15} {'time':>8} {'memory':>9} {'disk':>9}"]
    for number, offer in enumerate(offers):
        mark = "*" if number == default else " "
        lines.append(
            f" {mark}{number + 1}. {NAMES[offer.goal]:<{width}} {offer.positions:>15,} "
            f"{format_estimate(offer.seconds):>8} {format_bytes(offer.memory):>9} "
            f"{format_bytes(offer.disk.stored):>9}"
            + ("" if offer.obstacle is None else f"  too much: {offer.obstacle}")
        )
    return lines


def format_estimate(seconds: float) -> str:
    """Return an estimated time, rounded.

    >>> format_estimate(0.4), format_estimate(42), format_estimate(700), format_estimate(9000)
    ('1 s', '42 s', '12 min', '2.5 h')
    """
    if seconds < 100:
        return f"{max(round(seconds), 1)} s"
    return f"{round(seconds / 60)} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _ask(terminal: Terminal, offers: list[Offer], default: int) -> int | None:
    """Return the index of an offer that fits, None if the user declines."""
    while True:
        prompt = f"Which one? (1 to {len(offers)}, Enter for {default + 1}, q) "
        print(prompt, end="", file=sys.stderr, flush=True)  # standard output is for events
        answer = sys.stdin.readline()
        if not answer or answer.strip().lower() in ("q", "quit", "n", "no"):
            terminal.tell("Nothing solved.")
            return None
        chosen = answer.strip() or str(default + 1)
        if chosen in map(str, range(1, len(offers) + 1)):
            offer = offers[int(chosen) - 1]
            if offer.obstacle is None:
                return int(chosen) - 1
            terminal.tell(f"This does not fit: {offer.obstacle}.")
        else:
            terminal.tell(f"{chosen!r} is not one of these; type 1 to {len(offers)}, or q.")
