"""The menu of `merels solve` without options: what is practical to solve on this machine."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from merels import results
from merels._machine import available_memory
from merels.cli.console.terminal import Terminal
from merels.errors import MerelsError, NotationError
from merels.rules.variant import Variant
from merels.solver.calibration import MEN, Calibration, calibrate
from merels.solver.resources import format_bytes, memory_need
from merels.tables.key import TableKey
from merels.tables.plan import Plan, all_moving_tables, all_tables

SHORT: Final = 600
"""Seconds. The default is the largest offer that takes no longer."""

BITS_PER_POSITION: Final = 4.2
"""For tables whose size is not known from a finished run. No large table takes more."""

Done: TypeAlias = Callable[[TableKey], bool]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to solve, and what it takes on this machine."""

    name: str
    targets: list[TableKey]
    positions: int
    seconds: float
    memory: int
    disk: int
    obstacle: str | None
    """Why it is not possible here, None if it is."""


def list_offers(folder: Path, variant: Variant, is_done: Done, speed: Calibration) -> list[Offer]:
    """Return what is not solved yet, smallest first."""
    free_memory, free_disk = available_memory(), free_space(folder)
    offers = []
    for name, targets in (
        (f"small endgames, up to {MEN} men in total", all_moving_tables(variant, MEN)),
        ("all endgames", all_moving_tables(variant)),
        ("the whole game", all_tables(variant)),
    ):
        plan = Plan.for_tables(targets, is_done)
        if not plan.pairs:
            continue
        memory, disk = memory_need(*plan.pairs), estimate_disk(plan)
        obstacle = None
        if free_memory is not None and memory > free_memory:
            obstacle = f"only {format_bytes(free_memory)} of memory free"
        elif disk > free_disk:
            obstacle = f"only {format_bytes(free_disk)} of disk space free"
        offers.append(
            Offer(
                name, targets, plan.slots_left(), speed.seconds(plan.pairs), memory, disk, obstacle
            )
        )
    return offers


def estimate_disk(plan: Plan) -> int:
    """Return roughly how many bytes the tables of a plan will take."""
    known = {table["name"]: table["bytes"] for table in results()["tables"]}
    return sum(
        known.get(key.name, int(key.index.size * BITS_PER_POSITION / 8))
        for pair in plan.pairs
        for key in pair.tables
    )


def free_space(folder: Path) -> int:
    """Return the free bytes on the disk where a folder is or will be."""
    path = folder.absolute()
    existing = next(place for place in (path, *path.parents) if place.exists())
    return shutil.disk_usage(existing).free


def check_disk(plan: Plan, folder: Path) -> None:
    """Raise `MerelsError` if the tables of a plan will not fit on the disk."""
    need, free = estimate_disk(plan), free_space(folder)
    if need > free:
        raise MerelsError(
            f"the tables need about {format_bytes(need)}, but {str(folder)!r} has only "
            f"{format_bytes(free)} free; free some space, or choose another folder with --tables"
        )


def find_default(offers: list[Offer]) -> int | None:
    """Return the index of the default offer: the largest that is done soon, None if none fits."""
    possible = [number for number, offer in enumerate(offers) if offer.obstacle is None]
    soon = [number for number in possible if offers[number].seconds <= SHORT]
    return soon[-1] if soon else possible[0] if possible else None


def choose_targets(
    folder: Path, variant: Variant, is_done: Done, threads: int, *, yes: bool
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
    offers = list_offers(folder, variant, is_done, calibrate(threads))
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
    width = max(len(offer.name) for offer in offers)
    lines = [f"     {'':<{width}} {'positions':>15} {'time':>8} {'memory':>9} {'disk':>9}"]
    for number, offer in enumerate(offers):
        mark = "*" if number == default else " "
        lines.append(
            f" {mark}{number + 1}. {offer.name:<{width}} {offer.positions:>15,} "
            f"{format_seconds(offer.seconds):>8} {format_bytes(offer.memory):>9} "
            f"{format_bytes(offer.disk):>9}"
            + ("" if offer.obstacle is None else f"  too much: {offer.obstacle}")
        )
    return lines


def format_seconds(seconds: float) -> str:
    """Return an estimated time, rounded.

    >>> format_seconds(0.4), format_seconds(42), format_seconds(700), format_seconds(9000)
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
