"""The menu of `merels solve` without options: what is practical to solve on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from merels.cli.console.terminal import Terminal
from merels.errors import MerelsError, NotationError
from merels.reports.sizes import known_sizes
from merels.rules.variant import Variant
from merels.solver.calibration import MEN, calibrate
from merels.solver.offers import GOALS, Done, Goal, Offer, StoredSet, list_offers, tables_of
from merels.solver.resources import format_bytes
from merels.tables.key import TableKey

NAMES: Final[dict[Goal, str]] = {
    "small": f"small endgames, up to {MEN} men in total",
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
            f"{format_seconds(offer.seconds):>8} {format_bytes(offer.memory):>9} "
            f"{format_bytes(offer.disk.stored):>9}"
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
