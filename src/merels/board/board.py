"""A board is data: named points, lines of three, and extra edges. The rest follows from them.

Points and sets of points are numbers; the boards of the family are in `BOARDS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from merels.errors import NotationError, VariantError

Point: TypeAlias = int
"""A point's number, from 0."""

Mask: TypeAlias = int
"""A set of points: bit ``p`` is point ``p``."""


def mask_of(points: Iterable[Point]) -> Mask:
    """Return the set of ``points`` as a mask.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: Mask) -> Iterator[Point]:
    """Yield the points of ``mask``, lowest number first.

    >>> list(points_of(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


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

    Boards are equal if points, lines, edges and parts are equal. Raises `VariantError`, which names
    the field.
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
        """Neighbours that no line joins."""
        self.parts: Final = _read_parts([points] if parts is None else parts, self.names)
        """The points of each part of a FEN, in order."""
        # Numbers alone, so that the hash is the same in every process.
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
        return find_symmetries(self)

    @cached_property
    def line_symmetries(self) -> tuple[Symmetry, ...]:
        """The permutations of points that keep the lines, whatever steps there are.

        >>> from merels.board.board import THREE_SQUARES
        >>> len(THREE_SQUARES.symmetries), len(THREE_SQUARES.line_symmetries)
        (16, 48)
        """
        # On this board every two points of a line are neighbours, so that only the lines matter.
        lines = [" ".join(self.names[point] for point in line) for line in self.lines]
        ends = [f"{self.names[first]} {self.names[last]}" for first, _, last in self.lines]
        return Board(" ".join(self.names), lines, ends).symmetries

    def point(self, name: str) -> Point:
        """Return the number of a point with an algebraic name; raises `NotationError`."""
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


# The boards of the family.
#
# Points are numbered clockwise from the top left, outer square first, a centre last. The parts
# of a FEN are the squares from the inside out, each clockwise from its top middle, after the
# centre.

ONE_SQUARE: Final = Board(
    "a3 b3 c3 c2 c1 b1 a1 a2 b2",
    lines=[
        *("a3 b3 c3", "c3 c2 c1", "c1 b1 a1", "a1 a2 a3"),
        *("a3 b2 c1", "b3 b2 b1", "c3 b2 a1", "c2 b2 a2"),
    ],
    parts=["b2", "b3 c3 c2 c1 b1 a1 a2 a3"],
)
"""A square with a centre joined to all eight points."""

TWO_SQUARES: Final = Board(
    "a5 c5 e5 e3 e1 c1 a1 a3 b4 c4 d4 d3 d2 c2 b2 b3",
    lines=[
        *("a5 c5 e5", "e5 e3 e1", "e1 c1 a1", "a1 a3 a5"),
        *("b4 c4 d4", "d4 d3 d2", "d2 c2 b2", "b2 b3 b4"),
    ],
    edges=["c5 c4", "e3 d3", "c1 c2", "a3 b3"],
    parts=["c4 d4 d3 d2 c2 b2 b3 b4", "c5 e5 e3 e1 c1 a1 a3 a5"],
)
"""Two squares, their midpoints joined."""

_POINTS: Final = (
    "a7 d7 g7 g4 g1 d1 a1 a4 "  # outer square
    "b6 d6 f6 f4 f2 d2 b2 b4 "  # middle square
    "c5 d5 e5 e4 e3 d3 c3 c4"  # inner square
)
_ROWS_AND_COLUMNS: Final = (
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2"),
    *("a1 d1 g1", "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3"),
    *("f6 f4 f2", "g7 g4 g1"),
)
_PARTS: Final = (
    "d5 e5 e4 e3 d3 c3 c4 c5",
    "d6 f6 f4 f2 d2 b2 b4 b6",
    "d7 g7 g4 g1 d1 a1 a4 a7",
)

THREE_SQUARES: Final = Board(_POINTS, _ROWS_AND_COLUMNS, parts=_PARTS)
"""Three squares, their midpoints joined by lines."""

THREE_SQUARES_WITH_DIAGONALS: Final = Board(
    _POINTS, (*_ROWS_AND_COLUMNS, "a7 b6 c5", "g7 f6 e5", "g1 f2 e3", "a1 b2 c3"), parts=_PARTS
)
"""Three squares, their midpoints and corners joined by lines."""

BOARDS: Final[Mapping[str, Board]] = MappingProxyType(
    {
        "one square": ONE_SQUARE,
        "two squares": TWO_SQUARES,
        "three squares": THREE_SQUARES,
        "three squares with diagonals": THREE_SQUARES_WITH_DIAGONALS,
    }
)
"""The boards by name."""


# Nine men's board as constants, for code that knows only this board.

POINTS: Final = THREE_SQUARES.points
FULL: Final[Mask] = THREE_SQUARES.full

GRID: Final = THREE_SQUARES.grid
"""Column and row of each point on the 7 x 7 grid, from the top left."""

LINES: Final = THREE_SQUARES.lines
"""The 16 lines, each as three points in order; three men of one colour on a line form a mill."""

NEIGHBOURS: Final = THREE_SQUARES.neighbours
"""For each point, the points one step away along a line."""


# Points by name: console coordinates (row 1 at the top), algebraic (rank 1 at the bottom).


def parse_console_point(text: str, board: Board = THREE_SQUARES) -> Point:
    """Return the point with a console name, in upper or lower case.

    >>> parse_console_point("D1"), parse_console_point("c3")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text.upper() not in board.console_names:
        raise _not_a_point(text, "letter A-{}", board, board.console_names)
    return board.console_names.index(text.upper())


def parse_algebraic_point(text: str, board: Board = THREE_SQUARES) -> Point:
    """Return the point with an algebraic name, in lower case.

    Upper case is rejected: it marks a console name, whose rows are numbered from the other end.

    >>> parse_algebraic_point("d7"), parse_algebraic_point("c5")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text not in board.names:
        raise _not_a_point(text, "small letter a-{}", board, board.names)
    return board.names.index(text)


def _not_a_point(text: str, letter: str, board: Board, names: tuple[str, ...]) -> NotationError:
    letters, digits = max(name[0] for name in names), max(name[1] for name in names)
    example = names[9 if board is THREE_SQUARES else 0]
    advice = (
        f"a point is a {letter.format(letters)} and a digit 1-{digits} where lines meet, "
        f"such as {example}"
    )
    return NotationError(f"{text!r} is not a point", advice)


# Symmetries: permutations of a board's points that keep lines and neighbours.
#
# They are found by trying: each point in turn goes to any point that looks like it and is joined
# to the same images. Boards of many separate parts have too many symmetries to list; they get only
# the identity.

MOST: Final = 1024


def find_symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board in ascending order; the first is the identity.

    If there are more than `MOST`, only the identity: a part of them would not be a group.
    """
    found = tuple(islice(_map_rest(board, _walk(board), {}), MOST + 1))
    return tuple(sorted(found)) if len(found) <= MOST else (tuple(board.points),)


def _walk(board: Board) -> list[Point]:
    """Return all points, each after a neighbour if it has one, so that few images are tried."""
    order: list[Point] = []
    for start in board.points:
        waiting = [start]
        while waiting:
            point = waiting.pop(0)
            if point not in order:
                order.append(point)
                waiting += points_of(board.neighbours[point])
    return order


def _map_rest(board: Board, order: list[Point], images: dict[Point, Point]) -> Iterator[Symmetry]:
    """Yield every way to map the rest of ``order``, given the images of its first points."""
    if len(images) == len(order):
        yield tuple(images[point] for point in board.points)
        return
    point = order[len(images)]
    for image in board.points:
        if image not in images.values() and _fits(board, point, image, images):
            yield from _map_rest(board, order, {**images, point: image})


def _fits(board: Board, point: Point, image: Point, images: dict[Point, Point]) -> bool:
    """Whether a point may go to an image: it has as many neighbours and mills, joined alike."""
    here, there = board.neighbours[point], board.neighbours[image]
    return (
        here.bit_count() == there.bit_count()
        and len(board.mills_through[point]) == len(board.mills_through[image])
        and all(here >> p & 1 == there >> q & 1 for p, q in images.items())
        and _keeps_mills(board, point, {**images, point: image})
    )


def _keeps_mills(board: Board, point: Point, images: dict[Point, Point]) -> bool:
    """Whether a partial mapping of points maps the mills through a point to mills."""
    mapped = mask_of(images)
    return all(
        mask_of(images[p] for p in points_of(mill)) in board.mills
        for mill in board.mills_through[point]
        if mill & ~mapped == 0
    )


def transform(mask: Mask, symmetry: Symmetry) -> Mask:
    """Return the image of a set of points.

    >>> transform(0b1, (2, 1, 0))
    4
    """
    return mask_of(symmetry[point] for point in points_of(mask))


SYMMETRIES: Final = THREE_SQUARES.symmetries
"""The 16 symmetries of nine men's board; the first is the identity."""
