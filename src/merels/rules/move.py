"""A move: a whole turn, including its capture."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from merels.board.board import (
    THREE_SQUARES,
    Board,
    Point,
    parse_algebraic_point,
    parse_console_point,
)
from merels.errors import NotationError, quote

_ALGEBRAIC: Final = re.compile(r"(?:(?:(\w\w)-)?(\w\w))?((?:x\w\w)*)", re.ASCII)
_CONSOLE: Final = re.compile(r"(?:(\w\w)?(\w\w))?((?:x\w\w)*)", re.ASCII | re.IGNORECASE)
_LONGEST: Final = len("a1-a4") + 12 * len("xg7")
_PASS: Final = "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A whole turn: place a man, move one along a line, or fly; and the men it captures.

    ``origin`` is None when placing, ``captured`` is None without a mill. A capture that completes
    the turn in mid-turn, and a taking after the placing, have neither origin nor target. Where
    several mills take several men, ``also`` has the captured men after the first, in the order of
    their points. A pass has no points at all. ``board`` names the points in text; a move without a
    board is written as on the board of nine men's morris, and may be played on any board.

    >>> Move(origin=6, target=7, captured=2)
    Move(origin=6, target=7, captured=2)
    >>> str(Move(6, 7, 2)), Move(6, 7, 2).console(), Move(6, 7, 2).tokens()
    ('a1-a4xg7', 'A7A4xG1', ('a1-a4', 'xg7'))
    """

    origin: Point | None
    target: Point | None
    captured: Point | None = None
    board: Board | None = field(default=None, compare=False, repr=False)
    also: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        points = _board_of(self).points
        for point in (self.origin, self.target, self.captured):
            if point is not None and point not in points:
                advice = f"points are numbered 0 to {points[-1]}"
                raise NotationError(f"{point!r} is not a point", advice)
        if self.target is None and self.origin is not None:
            raise NotationError("a move without a target must be captures alone, or a pass")
        if self.also:
            self._sort_captures(points)

    def _sort_captures(self, points: range) -> None:
        """Sort the captures: the men that a turn takes are a set."""
        are_points = self.captured is not None and all(point in points for point in self.also)
        if not are_points or len(set(self.captures)) < len(self.captures):
            raise NotationError(f"{(self.captured, *self.also)!r} are not different men to capture")
        captured, *also = sorted(self.captures)
        object.__setattr__(self, "captured", captured)
        object.__setattr__(self, "also", tuple(also))

    @property
    def captures(self) -> tuple[Point, ...]:
        """All men that the move captures."""
        return () if self.captured is None else (self.captured, *self.also)

    def with_captures(self, *captures: Point) -> Move:
        """Return the same step with these captures."""
        captured, *also = captures or (None,)
        return replace(self, captured=captured, also=tuple(also))

    @property
    def is_pass(self) -> bool:
        """Whether the side does nothing, as it cannot move."""
        return self.target is None and self.captured is None

    @classmethod
    def parse(cls, text: str, board: Board = THREE_SQUARES) -> Move:
        """Read an algebraic move: ``d6``, ``a1-a4``, ``d6xb4``, ``a1-a4xg7``, ``xg7``, or ``pass``.

        >>> Move.parse("a1-a4xg7"), Move.parse("d6xf4xb4").captures, Move.parse("pass").is_pass
        (Move(origin=6, target=7, captured=2), (11, 15), True)

        Raises `NotationError`.
        """
        advice = _advise(board.names, "-")
        return cls(*_parse(text, _ALGEBRAIC, parse_algebraic_point, board, advice))

    @classmethod
    def parse_console(cls, text: str, board: Board = THREE_SQUARES) -> Move:
        """Read a console move, in either case: ``D6``, ``A1A4``, ``A1A4xG7``, or ``xG7`` alone.

        >>> Move.parse_console("a7a4xg1")
        Move(origin=6, target=7, captured=2)

        Raises `NotationError`.
        """
        # On a board that looks the same upside down, the same texts as in algebraic moves.
        capitals = tuple(name.upper() for name in board.names)
        same = set(capitals) == set(board.console_names)
        advice = _advise(capitals if same else board.console_names, "")
        return cls(*_parse(text, _CONSOLE, parse_console_point, board, advice))

    def __repr__(self) -> str:
        also = f", also={self.also}" if self.also else ""
        return f"Move(origin={self.origin}, target={self.target}, captured={self.captured}{also})"

    @property
    def points(self) -> tuple[Point, ...]:
        """The points that the move names: origin, target and captured men, if there are any."""
        named = (self.origin, self.target, *self.captures)
        return tuple(point for point in named if point is not None)

    def __str__(self) -> str:
        return "".join(self.tokens())

    def console(self) -> str:
        """Return the move in console coordinates."""
        if self.is_pass:
            return _PASS
        names = _board_of(self).console_names
        moved = (names[p] for p in (self.origin, self.target) if p is not None)
        return "".join((*moved, *(f"x{names[p]}" for p in self.captures)))

    def tokens(self) -> tuple[str, ...]:
        """Return the move as engine tokens, one for each action: a capture is a token of its own.

        >>> Move.parse("d6xb4").tokens()
        ('d6', 'xb4')
        """
        if self.is_pass:
            return (_PASS,)
        names = _board_of(self).names
        tokens = []
        if self.target is not None:
            origin = "" if self.origin is None else f"{names[self.origin]}-"
            tokens.append(origin + names[self.target])
        tokens += (f"x{names[point]}" for point in self.captures)
        return tuple(tokens)


AnyMove: TypeAlias = Move | str
"""A move or its algebraic text."""


def move_of(move: AnyMove, board: Board) -> Move:
    """Return a move on a board, given as a `Move` or as algebraic text.

    >>> move_of("a1-a4xg7", THREE_SQUARES)
    Move(origin=6, target=7, captured=2)

    Raises `NotationError` if it is neither.
    """
    if isinstance(move, str):
        return Move.parse(move, board)
    if not isinstance(move, Move):
        raise NotationError(f"{quote(repr(move))} is not a move", _advise(board.names, "-"))
    if move.board is None and all(point in board.points for point in move.points):
        return replace(move, board=board)  # so that it is written as on this board
    return move


def _board_of(move: Move) -> Board:
    return THREE_SQUARES if move.board is None else move.board


def _advise(names: tuple[str, ...], dash: str) -> str:
    """Say how moves are written, with points of the board."""
    placed, captured = names[min(9, len(names) - 1)], names[2]
    origin, target = names[min(6, len(names) - 2)], names[min(7, len(names) - 1)]
    return (
        f"write {placed} to place, {origin}{dash}{target} to move, and append the capture, as in "
        f"{placed}x{captured}"
    )


def _parse(
    text: str,
    form: re.Pattern[str],
    parse_point: Callable[[str, Board], Point],
    board: Board,
    advice: str,
) -> tuple[Point | None, Point | None, Point | None, Board, tuple[Point, ...]]:
    """Return the fields of a move; origin, target and captures are the groups of ``form``."""
    if text.lower() == _PASS and (form is _CONSOLE or text == _PASS):
        return None, None, None, board, ()
    match = form.fullmatch(text) if 0 < len(text) <= _LONGEST else None
    if match is None:
        raise NotationError(f"{quote(text, 24)} is not a move", advice)
    origin, target = (
        None if name is None else parse_point(name, board) for name in match.groups()[:2]
    )
    captures = [parse_point(match[3][i : i + 2], board) for i in range(1, len(match[3]), 3)]
    captured = captures[0] if captures else None
    return origin, target, captured, board, tuple(captures[1:])
