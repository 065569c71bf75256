"""The arguments of ``go``: limits of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from merels.engine.search.limits import Clock, Limits
from merels.rules.color import WHITE, Color

DEFAULT_SECONDS: Final = 1.0
"""How long ``go`` without any limit may take."""

_COUNTS: Final = ("depth", "nodes", "movestogo")
_TIMES: Final = ("movetime", "wtime", "btime", "winc", "binc")
_LONGEST_NUMBER: Final = 18


@dataclass(slots=True)
class GoCommand:
    """The limits that ``go`` sets, and the words that were not understood."""

    limits: Limits
    problems: list[str] = field(default_factory=list)


def parse_go(text: str, turn: Color) -> GoCommand:
    """Read the arguments of ``go`` for the side to move.

    Every ``go`` must be answered with a move, so bad words are ignored and reported. A clock that
    has run out counts as empty.

    >>> parse_go("wtime 60000 btime 1000 winc 500", WHITE).limits.clock
    Clock(remaining=60.0, increment=0.5, moves_to_go=None)
    >>> parse_go("depth 8 ponder", WHITE).problems
    ["go: 'ponder' is unknown"]
    """
    numbers: dict[str, int] = {}
    problems: list[str] = []
    words = iter(text.split())
    infinite = False
    for word in words:
        if word == "infinite":
            infinite = True
        elif word in _COUNTS or word in _TIMES:
            value = next(words, "")
            number = _parse_number(value)
            if number is None or (word in _COUNTS and number < 1):
                least = 1 if word in _COUNTS else 0
                problems.append(f"go: {word} {value!r} is not a whole number of at least {least}")
            else:
                numbers[word] = max(0, number)
        else:
            problems.append(f"go: {word!r} is unknown")
    return GoCommand(_build_limits(numbers, infinite, turn), problems)


def _build_limits(numbers: dict[str, int], infinite: bool, turn: Color) -> Limits:
    own = "w" if turn is WHITE else "b"
    clock = None
    if f"{own}time" in numbers:
        clock = Clock(
            remaining=numbers[f"{own}time"] / 1000,
            increment=numbers.get(f"{own}inc", 0) / 1000,
            moves_to_go=numbers.get("movestogo"),
        )
    limits = Limits(
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        clock=clock,
        infinite=infinite,
    )
    return Limits(seconds=DEFAULT_SECONDS) if limits == Limits() else limits


def _parse_number(text: str) -> int | None:
    """Return a whole number, cut to what is as good as endless; None if the text is not one."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int("9" * _LONGEST_NUMBER if len(digits) > _LONGEST_NUMBER else digits)
    return -number if text.startswith("-") else number
