"""A board is data: named points, lines of three, and extra edges. The rest follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from merels.board.masks import Mask, Point, mask_of
from merels.errors import VariantError

Line: TypeAlias = tuple[Point, Point, Point]
Edge: TypeAlias = tuple[Point, Point]
Symmetry: TypeAlias = tuple[Point, ...]
"""The image of each point."""

MOST_POINTS: Final = 25
MOST_LINES: Final = 64
_NAME: Final = re.compile("[a-z][1-9]")


class Board:
    """Points with algebraic names, in the order of their numbers; lines, edges, parts.

    Three men on a line form a mill; points next to each other on a line are neighbours, and so are
    the two ends of an edge. ``parts`` say how a FEN is written, by default as one part of all
    points. Points are named in texts divided by spaces.

    >>> cross = Board("b3 c2 b1 a2 b2", lines=["b3 b2 b1", "a2 b2 c2"])
    >>> cross.console_names, cross.point("b2"), len(cross.symmetries)
    (('B1', 'C2', 'B3', 'A2', 'B2'), 4, 8)
    >>> [bin(mask) for mask in cross.neighbours]
    ['0b10000', '0b10000', '0b10000', '0b10000', '0b1111']

    Boards are equal if all these are. Raises `VariantError`, which names the field.
    """

    def __init__(
        self,
        points: str,
        lines: Iterable[str],
        edges: Iterable[str] = (),
        parts: Iterable[str] | None = None,
    ) -> None:
        self.names: Final = _read_points(points)
        """Algebraic names, rank 1 at the bottom."""
        self.lines: Final[tuple[Line, ...]] = _read_lines(lines, self.names)
        """Lines, each as three points in order."""
        self.edges: Final[tuple[Edge, ...]] = _read_edges(edges, self.names)
        """Neighbours beyond those along lines."""
        self.parts: Final = _read_parts([points] if parts is None else parts, self.names)
        """The points of each part of a FEN, in order."""
        # Numbers alone, so that it is the same in every process.
        self._hash = hash((self.lines, self.edges, self.parts))

    @property
    def points(self) -> range:
        """The numbers of the points."""
        return range(len(self.names))

    @cached_property
    def full(self) -> Mask:
        """All points."""
        return (1 << len(self.names)) - 1

    @cached_property
    def mills(self) -> tuple[Mask, ...]:
        """The lines as masks."""
        return tuple(mask_of(line) for line in self.lines)

    @cached_property
    def mills_through(self) -> tuple[tuple[Mask, ...], ...]:
        """For each point, the mills through it."""
        return tuple(tuple(m for m in self.mills if m >> p & 1) for p in self.points)

    @cached_property
    def steps(self) -> tuple[Edge, ...]:
        """Each pair of neighbours once, smaller numbers first."""
        along = [pair for a, b, c in self.lines for pair in ((a, b), (b, c))]
        return tuple(sorted({(min(pair), max(pair)) for pair in (*along, *self.edges)}))

    @cached_property
    def neighbours(self) -> tuple[Mask, ...]:
        """For each point, the points one step away."""
        masks = [0] * len(self.names)
        for one, other in self.steps:
            masks[one] |= 1 << other
            masks[other] |= 1 << one
        return tuple(masks)

    @cached_property
    def grid(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each point, from the top left."""
        return tuple((ord(name[0]) - ord("a"), self.rows - int(name[1])) for name in self.names)

    @cached_property
    def columns(self) -> int:
        """How many columns the board has, a to the last."""
        return max(ord(name[0]) for name in self.names) - ord("a") + 1

    @cached_property
    def rows(self) -> int:
        """How many rows the board has, 1 to the last."""
        return max(int(name[1]) for name in self.names)

    @cached_property
    def console_names(self) -> tuple[str, ...]:
        """Console names: capital letters, row 1 at the top."""
        return tuple(f"{name[0].upper()}{self.rows + 1 - int(name[1])}" for name in self.names)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The permutations of points that keep lines and neighbours; the first changes nothing."""
        from merels.board.symmetry import find_symmetries

        return find_symmetries(self)

    @cached_property
    def line_symmetries(self) -> tuple[Symmetry, ...]:
        """The permutations of points that keep the lines, whatever steps there are.

        >>> from merels.board.boards import THREE_SQUARES
        >>> len(THREE_SQUARES.symmetries), len(THREE_SQUARES.line_symmetries)
        (16, 48)
        """
        # On this board every two points of a line are neighbours, so that only the lines matter.
        lines = [" ".join(self.names[point] for point in line) for line in self.lines]
        ends = [f"{self.names[first]} {self.names[last]}" for first, _, last in self.lines]
        return Board(" ".join(self.names), lines, ends).symmetries

    def point(self, name: str) -> Point:
        """Return the number of a point with an algebraic name; raises `NotationError`."""
        from merels.board.names import parse_algebraic_point

        return parse_algebraic_point(name, self)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Board)
            and (self.names, self.lines, self.edges, self.parts)
            == (other.names, other.lines, other.edges, other.parts)
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Board: {len(self.names)} points, {len(self.lines)} lines>"


def _read_points(text: str) -> tuple[str, ...]:
    names = tuple(text.split())
    if not 3 <= len(names) <= MOST_POINTS:
        raise VariantError("points", f"a board has 3 to {MOST_POINTS} points, not {len(names)}")
    for name in names:
        if not _NAME.fullmatch(name):
            raise VariantError("points", f"{name!r} is not a small letter and a digit, such as a7")
        if names.count(name) > 1:
            raise VariantError("points", f"{name!r} is there twice")
    return names


def _read_lines(texts: Iterable[str], names: Sequence[str]) -> tuple[Line, ...]:
    lines = []
    for text in texts:
        line = _numbers("lines", text, names)
        if len(line) != 3:
            raise VariantError("lines", f"{text!r} has {len(line)} points; a line has three")
        lines.append((line[0], line[1], line[2]))
    if not 1 <= len(lines) <= MOST_LINES:
        raise VariantError("lines", f"a board has 1 to {MOST_LINES} lines, not {len(lines)}")
    if len({frozenset(line) for line in lines}) < len(lines):
        raise VariantError("lines", "a line is there twice")
    return tuple(lines)


def _read_edges(texts: Iterable[str], names: Sequence[str]) -> tuple[Edge, ...]:
    edges = []
    for text in texts:
        edge = _numbers("edges", text, names)
        if len(edge) != 2:
            raise VariantError("edges", f"{text!r} has {len(edge)} points; an edge has two")
        edges.append((edge[0], edge[1]))
    return tuple(edges)


def _read_parts(texts: Iterable[str], names: Sequence[str]) -> tuple[tuple[Point, ...], ...]:
    parts = tuple(_numbers("parts", text, names) for text in texts)
    if sorted(point for part in parts for point in part) != list(range(len(names))):
        raise VariantError("parts", "every point must be in one part, once")
    if not all(parts):
        raise VariantError("parts", "a part has no points")
    return parts


def _numbers(field: str, text: str, names: Sequence[str]) -> tuple[Point, ...]:
    """Return the numbers of the points in a text, all different."""
    found = []
    for name in text.split():
        if name not in names:
            raise VariantError(field, f"{name!r} in {text!r} is not one of the points")
        found.append(names.index(name))
    if len(set(found)) < len(found):
        raise VariantError(field, f"{text!r} names a point twice")
    return tuple(found)
