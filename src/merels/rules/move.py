"""A move: a whole turn, including its capture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from merels.board.geometry import POINTS, Point
from merels.board.names import (
    ALGEBRAIC_NAMES,
    CONSOLE_NAMES,
    parse_algebraic_point,
    parse_console_point,
)
from merels.errors import NotationError, quote

_ALGEBRAIC: Final = re.compile(r"(?:(?:(\w\w)-)?(\w\w))?(?:x(\w\w))?", re.ASCII)
_CONSOLE: Final = re.compile(r"(?:(\w\w)?(\w\w))?(?:x(\w\w))?", re.ASCII | re.IGNORECASE)
_LONGEST: Final = len("a1-a4xg7")


@dataclass(frozen=True, slots=True)
class Move:
    """A whole turn: place a man, move one along a line, or fly; and the man it captures.

    ``origin`` is None when placing, ``captured`` is None without a mill. In mid-turn, a capture
    that completes the turn has neither origin nor target.

    >>> Move(origin=6, target=7, captured=2)
    Move(origin=6, target=7, captured=2)
    >>> str(Move(6, 7, 2)), Move(6, 7, 2).console(), Move(6, 7, 2).tokens()
    ('a1-a4xg7', 'A7A4xG1', ('a1-a4', 'xg7'))
    """

    origin: Point | None
    target: Point | None
    captured: Point | None = None

    def __post_init__(self) -> None:
        for point in (self.origin, self.target, self.captured):
            if point is not None and point not in POINTS:
                raise NotationError(f"{point!r} is not a point", "points are numbered 0 to 23")
        if self.target is None and (self.origin is not None or self.captured is None):
            raise NotationError("a move without a target must be a capture alone")

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read an algebraic move: ``d6``, ``a1-a4``, ``d6xb4``, ``a1-a4xg7``, or ``xg7``.

        >>> Move.parse("a1-a4xg7")
        Move(origin=6, target=7, captured=2)

        Raises `NotationError`.
        """
        advice = "write d6 to place, a1-a4 to move, and append the capture, as in d6xg7"
        return cls(*_parse(text, _ALGEBRAIC, parse_algebraic_point, advice))

    @classmethod
    def parse_console(cls, text: str) -> Move:
        """Read a console move, in either case: ``D6``, ``A1A4``, ``A1A4xG7``, or ``xG7`` alone.

        >>> Move.parse_console("a7a4xg1")
        Move(origin=6, target=7, captured=2)

        Raises `NotationError`.
        """
        advice = "write D6 to place, A1A4 to move, and append the capture, as in D6xG7"
        return cls(*_parse(text, _CONSOLE, parse_console_point, advice))

    def __str__(self) -> str:
        return "".join(self.tokens())

    def console(self) -> str:
        """Return the move in console coordinates."""
        moved = (CONSOLE_NAMES[p] for p in (self.origin, self.target) if p is not None)
        captured = "" if self.captured is None else f"x{CONSOLE_NAMES[self.captured]}"
        return "".join(moved) + captured

    def tokens(self) -> tuple[str, ...]:
        """Return the move as engine tokens, one for each action: a capture is a token of its own.

        >>> Move.parse("d6xb4").tokens()
        ('d6', 'xb4')
        """
        tokens = []
        if self.target is not None:
            origin = "" if self.origin is None else f"{ALGEBRAIC_NAMES[self.origin]}-"
            tokens.append(origin + ALGEBRAIC_NAMES[self.target])
        if self.captured is not None:
            tokens.append(f"x{ALGEBRAIC_NAMES[self.captured]}")
        return tuple(tokens)


def _parse(
    text: str, form: re.Pattern[str], parse_point: Callable[[str], Point], advice: str
) -> Iterator[Point | None]:
    """Return origin, target and captured man; the text of each is a group of ``form``."""
    match = form.fullmatch(text) if 0 < len(text) <= _LONGEST else None
    if match is None:
        raise NotationError(f"{quote(text, 24)} is not a move", advice)
    return (None if name is None else parse_point(name) for name in match.groups())
