"""`merels solve`: which tables, on this machine or a cluster, and its progress.

Progress is shown as bars in a terminal, lines elsewhere, or JSON events.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from merels import Variant
from merels.cli.shared import options, output
from merels.errors import MerelsError, NotationError
from merels.solver import benchmark, run
from merels.solver.benchmark import Offer, StoredSet, known_seconds
from merels.solver.run import Event, PairFinished, PairStarted, RunStore, TableSaved
from merels.solver.workspace import Progress, format_bytes, memory_need, parse_bytes
from merels.values.folder import TableFolder, default_folder
from merels.values.format.header import Kind
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan, all_moving_tables, all_tables
from merels.values.shipped import known_sizes


def solve(arguments: argparse.Namespace) -> None:
    """Plan, solve and show progress, as the arguments of the command say."""
    path = Path(arguments.tables or default_folder()).absolute()
    # The workers of a cluster may have more processors than this machine.
    threads = options.choose_threads(arguments.threads if arguments.cluster is None else None)
    stored_set = StoredSet(Kind.WDL if arguments.wdl else Kind.DISTANCE, arguments.full)
    folder = TableFolder(path, threads)
    store = RunStore(folder, stored_set.kind, full=stored_set.full)
    targets = find_targets(arguments, folder, store, stored_set)
    if targets is None:
        return
    carry_out = find_solver(arguments, threads)
    with folder.lock():
        plan = prepare(store, targets)
        benchmark.check_disk(plan, path, known_sizes(), stored_set)
        try:
            with start_display(plan, path, as_json=arguments.json) as listener:
                carry_out(plan, store, listener)
        except KeyboardInterrupt:
            if arguments.cluster is None:  # kernels may still run in this process
                store.remove_leftovers()
                output.leave_at_once()
            raise


def find_solver(
    arguments: argparse.Namespace, threads: int
) -> Callable[[Plan, RunStore, run.Listener], None]:
    """Return a function that carries out a plan, on local threads or on a cluster."""
    memory = None if arguments.memory is None else parse_bytes(arguments.memory)
    if arguments.cluster is None:
        return lambda plan, store, listener: output.run_in_thread(
            lambda: run.solve_tables(plan, store, threads, memory, listener)
        )
    output.require("cluster")
    from merels.solver.cluster.run import parse_address, solve_on_cluster

    # We report problems on the cluster in one line. Dask's own log would show tracebacks of
    # connections that close during shutdown, and call them critical.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    address = parse_address(arguments.cluster)
    return lambda plan, store, listener: solve_on_cluster(
        address, plan, store, arguments.threads, memory, listener
    )


def find_targets(
    arguments: argparse.Namespace, folder: TableFolder, store: RunStore, stored_set: StoredSet
) -> list[TableKey] | None:
    """Return the tables that the arguments name or, if they name none, that the user chooses."""
    variant = options.parse_solvable_variant(arguments)
    if arguments.table:
        return options.parse_tables(arguments)
    if arguments.all:
        return all_tables(variant)
    if arguments.men is None and not arguments.moving:
        return choose_targets(
            folder.path, variant, store.is_done, folder.threads, stored_set, yes=arguments.yes
        )
    least, most = 2 * FEWEST, 2 * variant.men
    if arguments.men is not None and not least <= arguments.men <= most:
        raise NotationError(f"--men {arguments.men}: tables have {least} to {most} men in total")
    return all_moving_tables(variant, arguments.men)


def prepare(store: RunStore, targets: list[TableKey]) -> Plan:
    """Clear the rest of an earlier run; return the plan of the tables that the store lacks."""
    store.remove_leftovers()
    for key in targets:
        if store.is_readable(key) and not store.is_done(key):
            store.save(key, store.load_slots(key))
    return Plan.for_tables(targets, store.is_done, store.is_readable)


# Progress.

SLOTS_TO_LEARN_FROM: Final = 1_000_000
"""Smaller pairs spend most of their time on compiling and starting up."""


class Forecast:
    """Estimates the time left from the speed so far, compared with the known run.

    A position with men in hand takes less time than a position without, so positions alone would
    mislead.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._ratio: float | None = None
        self._begins: dict[Pair, float] = {}

    def hear(self, event: Event) -> None:
        """Start the clock of a pair, or learn from a finished pair."""
        match event:
            case PairStarted():
                self._begins[event.pair] = time.perf_counter()
            case PairFinished():
                if event.pair.slots >= SLOTS_TO_LEARN_FROM:
                    self._ratio = event.seconds / known_seconds([event.pair])
                del self._begins[event.pair]

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
        """Return the seconds that ``pairs`` take, less the time that running pairs have had."""
        if self._ratio is None:
            return None
        whole = self._ratio * known_seconds(pairs)
        return max(0.0, whole - sum(self._spent(pair) for pair in running))


@contextmanager
def start_display(plan: Plan, folder: Path, *, as_json: bool) -> Iterator[run.Listener]:
    """Show the plan of a run, then yield a listener that shows its progress."""
    forecast = Forecast(plan)
    if as_json:
        _emit_plan(plan, folder)
        yield partial(_listen, forecast, _emit_event)
        return
    console = Console(stderr=True, highlight=False)
    _announce(console, plan, folder)
    if plan.pairs and console.is_terminal:
        with _bars(console) as bars:
            yield partial(_listen, forecast, BarDisplay(bars, plan))
    else:
        yield partial(_listen, forecast, partial(_print_line, console))


def _listen(forecast: Forecast, show: Callable[[Event, Forecast], None], event: Event) -> None:
    forecast.hear(event)
    show(event, forecast)


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
        self._run_bar = bars.add_task("all", detail="", left="", total=plan.slots_left())
        self._pair_bars: dict[Pair, TaskID] = {}

    def __call__(self, event: Event, forecast: Forecast) -> None:
        """Show one event."""
        match event:
            case PairStarted():
                self._pair_bars[event.pair] = self._bars.add_task(
                    event.pair.name, detail="", left="", total=1.0
                )
            case Progress():
                self._show(event, forecast)
            case PairFinished():
                self._bars.remove_task(self._pair_bars.pop(event.pair))
                self._bars.advance(self._run_bar, event.pair.slots)
                self._bars.console.print(_summary(event))

    def _show(self, progress: Progress, forecast: Forecast) -> None:
        pair = Pair.of(progress.key)
        share = _share(progress)
        speed = forecast.speed(pair, share)
        level = f" level {progress.level}" if progress.level else ""
        detail = f"{progress.phase} {progress.key.name}{level}, {speed / 1e6:.1f} M/s"
        left = format_seconds(forecast.pair_left(pair))
        self._bars.update(self._pair_bars[pair], completed=share, detail=detail, left=left)
        self._bars.update(self._run_bar, left=format_seconds(forecast.run_left()))


def _share(progress: Progress) -> float:
    """Return roughly what share of a pair is done: counting is half of it, then the levels."""
    match progress.phase:
        case "counting":
            return 0.5 * progress.slots_done / progress.slots
        case "placing":
            return 0.9 * progress.slots_done / progress.slots
        case "tracing":
            # Few tables have more than 150 levels, and most of the work is in the first levels.
            return 0.5 + 0.45 * math.sqrt(min(1.0, progress.level / 100))
        case "writing":
            return 0.97
        case _:
            return 0.0


def _print_line(console: Console, event: Event, forecast: Forecast) -> None:
    """Print a line for each finished pair, for logs."""
    if isinstance(event, PairFinished):
        left = format_seconds(forecast.run_left())
        console.print(_summary(event) + (f", {left}" if left else ""))


def _summary(event: PairFinished) -> str:
    return (
        f"{event.pair.name:<12} solved in {event.seconds:.1f} s, "
        f"{event.pair.slots / event.seconds / 1e6:.1f} million positions per second"
    )


def _emit(event: str, **fields: Any) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


def _emit_plan(plan: Plan, folder: Path) -> None:
    pairs = [
        {"tables": pair.names, "positions": pair.slots, "memory": memory_need(pair)}
        for pair in plan.pairs
    ]
    _emit("plan", folder=str(folder), pairs=pairs)


def _emit_event(event: Event, forecast: Forecast) -> None:
    seconds_left = forecast.run_left()
    left = None if seconds_left is None else round(seconds_left)
    match event:
        case PairStarted():
            _emit("start", tables=event.pair.names, memory=event.memory)
        case Progress():
            _emit(
                "progress",
                table=event.key.name,
                phase=event.phase,
                level=event.level,
                done=event.slots_done,
                positions=event.slots,
                share=round(_share(event), 3),
                seconds_left=left,
            )
        case TableSaved():
            _emit("table", table=event.key.name, positions=event.key.index.size, bytes=event.size)
        case PairFinished():
            _emit(
                "finish",
                tables=event.pair.names,
                seconds=round(event.seconds, 3),
                positions=event.pair.slots,
                edges=event.edges,
                seconds_left=left,
            )


# The menu of `merels solve` without options: what is practical to solve on this machine.

NAMES: Final[dict[benchmark.Goal, str]] = {
    "small": f"small endgames, up to {benchmark.CALIBRATION_MEN} men in total",
    "endgames": "all endgames",
    "all": "the whole game",
}

SHORT: Final = 600
"""Seconds. The default is the largest offer that takes at most this long."""


def find_default(offered: list[Offer]) -> int | None:
    """Return the index of the default offer: the largest that is done soon, None if none fits."""
    possible = [number for number, offer in enumerate(offered) if offer.obstacle is None]
    soon = [number for number in possible if offered[number].seconds <= SHORT]
    return soon[-1] if soon else possible[0] if possible else None


def choose_targets(
    folder: Path,
    variant: Variant,
    is_done: benchmark.Done,
    threads: int,
    stored_set: StoredSet,
    *,
    yes: bool,
) -> list[TableKey] | None:
    """Show the offers and return the tables of the chosen offer, None without a choice.

    Raises `MerelsError` if there is no terminal to ask in, or if nothing fits.
    """
    terminal = output.Terminal(target=sys.stderr)
    if not yes and not terminal.interactive:
        raise NotationError(
            "no tables named, and no terminal to ask in; use --men N, --table A,B, --moving or "
            "--all, or --yes for the default"
        )
    terminal.tell("Measuring how fast this machine solves ...")
    targets = {goal: benchmark.tables_of(goal, variant) for goal in benchmark.GOALS}
    speed = benchmark.calibrate(threads)
    offered = benchmark.list_offers(folder, targets, is_done, speed, known_sizes(), stored_set)
    if not offered:
        terminal.tell(f"Nothing to do: the whole game is already in {str(folder)!r}.")
        return None
    default = find_default(offered)
    for line in show_offers(offered, default):
        terminal.say(line)
    if default is None:
        raise MerelsError("nothing in this list fits on this machine; try --men N with a small N")
    number = default if yes else _ask(terminal, offered, default)
    return None if number is None else offered[number].targets


def show_offers(offered: list[Offer], default: int | None) -> list[str]:
    """Return the menu, line by line."""
    width = max(len(NAMES[offer.goal]) for offer in offered)
    lines = [f"     {'':<{width}} {'positions':>15} {'time':>8} {'memory':>9} {'disk':>9}"]
    for number, offer in enumerate(offered):
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


def _ask(terminal: output.Terminal, offered: list[Offer], default: int) -> int | None:
    """Return the index of an offer that fits, None if the user declines."""
    while True:
        prompt = f"Which one? (1 to {len(offered)}, Enter for {default + 1}, q) "
        print(prompt, end="", file=sys.stderr, flush=True)  # standard output is for events
        answer = sys.stdin.readline()
        if not answer or answer.strip().lower() in ("q", "quit", "n", "no"):
            terminal.tell("Nothing solved.")
            return None
        chosen = answer.strip() or str(default + 1)
        if chosen in map(str, range(1, len(offered) + 1)):
            offer = offered[int(chosen) - 1]
            if offer.obstacle is None:
                return int(chosen) - 1
            terminal.tell(f"This does not fit: {offer.obstacle}.")
        else:
            terminal.tell(f"{chosen!r} is not on the list; type 1 to {len(offered)}, or q.")
