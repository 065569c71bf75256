"""Draw a position: the board, its men, and any marks.

The rules stand above this package, so that positions can draw themselves: the protocols here
describe positions, moves and values as a picture needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, Protocol, TypeAlias, TypeVar, runtime_checkable

from merels.board.board import Board, Mask, Point, points_of
from merels.errors import NotationError, did_you_mean
from merels.svg import themes as pen


class DrawnMove(Protocol):
    """A move, such as a `merels.Move`."""

    @property
    def origin(self) -> Point | None:
        """Where the man comes from; None if it is placed."""

    @property
    def target(self) -> Point | None:
        """Where the man goes; None for a capture alone."""

    @property
    def captures(self) -> tuple[Point, ...]:
        """The points of the captured men."""


class DrawnValue(Protocol):
    """A value, such as a `merels.Value`."""

    @property
    def result(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """The distance to the end of the game, if known."""


class DrawnVariant(Protocol):
    """A variant, such as a `merels.Variant`."""

    @property
    def title(self) -> str:
        """The name in full."""

    @property
    def men(self) -> int:
        """How many men a side has."""


AnyMove: TypeAlias = DrawnMove | str
"""A move or its algebraic text."""


@runtime_checkable
class DrawnPosition(Protocol):
    """A position, such as a `merels.Position`."""

    @property
    def variant(self) -> DrawnVariant:
        """The variant."""

    @property
    def board(self) -> Board:
        """The board of the variant."""

    @property
    def white(self) -> Mask:
        """White's men."""

    @property
    def black(self) -> Mask:
        """Black's men."""

    @property
    def white_in_hand(self) -> int:
        """How many men White has yet to place."""

    @property
    def black_in_hand(self) -> int:
        """How many men Black has yet to place."""

    @property
    def turn(self) -> int:
        """The side to move: 0 for White, 1 for Black; its text is the colour's name."""

    def read_move(self, move: Any) -> DrawnMove:
        """Return a move, given as a move or as algebraic text."""


class DrawnGame(Protocol):
    """A game, such as a `merels.Game`."""

    @property
    def position(self) -> DrawnPosition:
        """The current position."""


def position_of(shown: object) -> DrawnPosition:
    """Return a position, or the current position of a game."""
    position = getattr(shown, "position", shown)
    if isinstance(position, type) or not isinstance(position, DrawnPosition):
        advice = "give a Position or a Game; Position.from_fen reads a FEN"
        raise NotationError(f"{shown!r} is not a position", advice)
    return position


AnyPoint: TypeAlias = int | str
"""A point's number or its algebraic name."""

Choice = TypeVar("Choice")

WIDTH: Final = 520
MARGIN: Final = 60
FOOTER: Final = 40
MAN: Final = 25
SMALLEST: Final = 16
LARGEST: Final = 10_000

COORDINATES: Final[Mapping[str, Callable[[Board], tuple[str, ...] | None]]] = {
    "algebraic": attrgetter("names"),
    "console": attrgetter("console_names"),
    "none": lambda _: None,
}
"""How to label the board: as in FEN and game files, as in the console, or not at all."""

USUAL_STEPS: Final = 6
"""Steps across nine men's board, for which sizes are given."""
LARGEST_SCALE: Final = 1.15
"""How much larger men and marks are on a board with fewer steps: they stay within its frame."""
MOST_IN_A_ROW: Final = 11
"""Men in hand that fit below the board without moving together."""


class _Sheet:
    """Where the points of a board are drawn, how large men and marks are, and in what colours."""

    def __init__(self, board: Board, look: pen.Theme) -> None:
        self.board = board
        self.look = look
        steps = max(board.columns, board.rows) - 1
        self.step = (WIDTH - 2 * MARGIN) / steps
        # A board that is not square stands in the middle.
        self.left = MARGIN + (steps - board.columns + 1) * self.step / 2
        self.top = MARGIN + (steps - board.rows + 1) * self.step / 2
        self.spots = tuple(
            pen.Spot(self.left + x * self.step, self.top + y * self.step) for x, y in board.grid
        )
        self.scale = min(USUAL_STEPS / steps, LARGEST_SCALE)

    def point(self, point: AnyPoint) -> Point:
        """Return the number of a point; raises `NotationError`."""
        if isinstance(point, str):
            return self.board.point(point)
        if point not in self.board.points:
            last = self.board.points[-1]
            raise NotationError(f"{point!r} is not a point; points are numbered 0 to {last}")
        return point

    # Marks on points, in the sizes of nine men's board.

    def ring(self, point: Point, radius: float, width: float, color: str, **more: str) -> str:
        """Return a ring around a point."""
        return pen.ring(self.spots[point], radius * self.scale, width * self.scale, color, **more)

    def cross(self, point: Point, arm: float, width: float) -> str:
        """Return a cross on a point."""
        color = self.look.loss.fill
        return pen.cross(self.spots[point], arm * self.scale, width * self.scale, color)


def board(
    position: DrawnPosition | DrawnGame,
    *,
    size: float = 360,
    theme: str = "light",
    coordinates: str = "algebraic",
    highlights: Iterable[AnyPoint] = (),
    arrows: Iterable[AnyMove | tuple[AnyPoint, AnyPoint]] = (),
    values: Mapping[int, DrawnValue] | Mapping[str, DrawnValue] | None = None,
    last_move: AnyMove | None = None,
) -> str:
    """Return a picture of a position, or of a game's current position, as SVG text.

    ``size`` is its width in pixels, 16 to 10,000; the height is a little more, for the men in hand.
    ``theme`` is ``light``, ``dark`` or ``high-contrast``; ``coordinates`` are ``algebraic``,
    ``console`` or ``none``. ``highlights`` are points to ring. ``arrows`` are pairs of points or
    moves; a placing is drawn as a ring, a captured man is crossed out. ``values`` colour points by
    value: blue for a win, grey for a draw, orange for a loss, with the plies. ``last_move`` is
    marked. Points are numbers from 0 or algebraic names; moves are `Move` or algebraic text.

    The picture has a title and a description for screen readers.

    >>> import merels
    >>> picture = merels.svg.board(merels.Game(), arrows=["d6", "a1-a4xg7"], highlights=["a7", 2])
    >>> picture.count("<title>Nine Men's Morris, White to move</title>")
    1

    Raises `NotationError` for any other option.
    """
    position = position_of(position)
    look = _choose("theme", theme, pen.THEMES)
    sheet = _Sheet(position.board, look)
    last = None if last_move is None else position.read_move(last_move)
    names = _choose("coordinates", coordinates, COORDINATES)(position.board)
    rated = {sheet.point(point): value for point, value in (values or {}).items()}
    height = WIDTH + FOOTER
    width = _check_size(size)
    parts = [
        *_describe(position, rated, names or position.board.names),
        *_draw_board(sheet, names),
        *_draw_traces(position, last, sheet),
        *_draw_men(position, sheet),
        *_draw_last_target(last, sheet),
        *_draw_values(position, rated, sheet),
        *(sheet.ring(sheet.point(point), MAN + 4, 5, look.mark) for point in highlights),
        *(_draw_arrow(position, shown, sheet) for shown in arrows),
        *_draw_footer(position, look),
    ]
    return pen.element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=width,
        height=width * height / WIDTH,
        role="img",
    )


def _choose(option: str, name: str, choices: Mapping[str, Choice]) -> Choice:
    try:
        return choices[name]
    except (KeyError, TypeError):
        advice = did_you_mean(str(name), choices) or None
        problem = f"{option}: {name!r} is not one of {', '.join(choices)}"
        raise NotationError(problem, advice) from None


def _check_size(size: float) -> float:
    if not isinstance(size, int | float) or not SMALLEST <= size <= LARGEST:
        raise NotationError(
            f"size: {size!r} is not a width in pixels from {SMALLEST} to {LARGEST:,}"
        )
    return size


def _describe(
    position: DrawnPosition, values: Mapping[Point, DrawnValue], names: tuple[str, ...]
) -> Iterator[str]:
    yield pen.words("title", f"{position.variant.title}, {position.turn} to move")
    sentences = []
    for color, men, in_hand in (
        ("White", position.white, position.white_in_hand),
        ("Black", position.black, position.black_in_hand),
    ):
        places = ", ".join(names[point] for point in points_of(men)) or "no point"
        hand = f", {in_hand} in hand" if in_hand else ""
        sentences.append(f"{color} on {places}{hand}.")
    rated = ", ".join(f"{names[point]} {value}" for point, value in sorted(values.items()))
    if rated:
        sentences.append(f"Values: {rated}.")
    yield pen.words("desc", " ".join(sentences))


def _draw_board(sheet: _Sheet, names: tuple[str, ...] | None) -> Iterator[str]:
    look = sheet.look
    yield pen.element("rect", width=WIDTH, height=WIDTH + FOOTER, rx=14, fill=look.paper)
    inset = MARGIN - 34
    side = WIDTH - 2 * inset
    yield pen.element(
        "rect", x=inset, y=inset, width=side, height=side, rx=12, fill=look.board,
        stroke=look.line, stroke_width=2,
    )  # fmt: skip
    for start, end in _list_strokes(sheet.board):
        yield pen.stroke(sheet.spots[start], sheet.spots[end], 3.5, look.line)
    for spot in sheet.spots:
        yield pen.disc(spot, 6.5 * sheet.scale, look.line)
    for place, name in _edge_names(sheet, names):
        yield pen.label(place, name, 16, look.text)


def _list_strokes(board: Board) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each line, of both parts of a bent line, and of each edge."""
    for first, middle, last in board.lines:
        (x, y), (left, top), (right, bottom) = (board.grid[p] for p in (middle, first, last))
        if (x - left) * (bottom - y) == (y - top) * (right - x):
            yield first, last
        else:
            yield from ((first, middle), (middle, last))
    yield from board.edges


def _edge_names(sheet: _Sheet, names: tuple[str, ...] | None) -> Iterator[tuple[pen.Spot, str]]:
    """Yield the letter of each column and the digit of each row, outside the board."""
    if names is None:
        return
    letters = {cell[0]: name[0] for cell, name in zip(sheet.board.grid, names, strict=True)}
    digits = {cell[1]: name[1] for cell, name in zip(sheet.board.grid, names, strict=True)}
    for cell in range(max(sheet.board.columns, sheet.board.rows)):
        if cell in letters:
            yield pen.Spot(sheet.left + cell * sheet.step, 13), letters[cell]
        if cell in digits:
            yield pen.Spot(13, sheet.top + cell * sheet.step), digits[cell]


def _draw_men(position: DrawnPosition, sheet: _Sheet) -> Iterator[str]:
    look = sheet.look
    for men, ink in ((position.white, look.white), (position.black, look.black)):
        for point in points_of(men):
            yield _man(sheet.spots[point], MAN * sheet.scale, ink, look)


def _man(spot: pen.Spot, radius: float, ink: pen.Ink, look: pen.Theme) -> str:
    """Return a man seen from above, as if turned on a lathe: shadow, body, two grooves."""
    return "".join(
        (
            pen.disc(pen.Spot(spot.x + 1.5, spot.y + 2.5), radius + 1, look.line, opacity=0.35),
            pen.disc(spot, radius, ink.fill, stroke=ink.text, stroke_width=0.08 * radius),
            pen.ring(spot, 0.66 * radius, 0.07 * radius, ink.text, opacity=0.6),
            pen.ring(spot, 0.34 * radius, 0.06 * radius, ink.text, opacity=0.6),
        )
    )


def _draw_traces(
    position: DrawnPosition, last_move: DrawnMove | None, sheet: _Sheet
) -> Iterator[str]:
    """Yield the marks of the last move: a ring where the man was, a cross for a capture."""
    if last_move is None:
        return
    men = position.white | position.black
    if last_move.origin is not None and not men >> last_move.origin & 1:
        yield sheet.ring(last_move.origin, 16, 3, sheet.look.mark, stroke_dasharray="5 5")
    for captured in last_move.captures:
        if not men >> captured & 1:
            yield sheet.cross(captured, 11, 4)


def _draw_last_target(last_move: DrawnMove | None, sheet: _Sheet) -> Iterator[str]:
    if last_move is not None and last_move.target is not None:
        yield sheet.ring(last_move.target, MAN, 4, sheet.look.mark)


def _draw_values(
    position: DrawnPosition, values: Mapping[Point, DrawnValue], sheet: _Sheet
) -> Iterator[str]:
    """Yield a coloured disc on each empty point, a ring and a small disc on each man."""
    look, scale = sheet.look, sheet.scale
    inks = {1: look.win, 0: look.draw, -1: look.loss}
    for point, value in sorted(values.items()):
        ink, spot = inks[value.result], sheet.spots[point]
        text = "=" if value.result == 0 else "" if value.plies is None else str(value.plies)
        radius, size = 19.0 * scale, 18.0 * scale
        if (position.white | position.black) >> point & 1:
            yield sheet.ring(point, MAN + 3, 6, ink.fill)
            spot = pen.Spot(spot.x + 21 * scale, spot.y - 21 * scale)
            radius = size = 13.0 * scale
        yield pen.disc(spot, radius, ink.fill, stroke=look.board, stroke_width=2)
        if text:
            yield pen.label(spot, text, size if len(text) < 3 else 0.8 * size, ink.text)


def _draw_arrow(
    position: DrawnPosition, shown: AnyMove | tuple[AnyPoint, AnyPoint], sheet: _Sheet
) -> str:
    if isinstance(shown, tuple):
        start, end = map(sheet.point, shown)
        return _draw_way(start, end, sheet)
    move = position.read_move(shown)
    parts = []
    if move.target is not None:
        if move.origin is None:
            look = sheet.look
            parts.append(sheet.ring(move.target, MAN, 5, look.arrow, stroke_dasharray="9 6"))
        else:
            parts.append(_draw_way(move.origin, move.target, sheet))
    parts += (sheet.cross(captured, 14, 6) for captured in move.captures)
    return "".join(parts)


def _draw_way(start: Point, end: Point, sheet: _Sheet) -> str:
    if start == end:
        raise NotationError(f"an arrow needs two different points, not {start} twice")
    return pen.arrow(sheet.spots[start], sheet.spots[end], 14, sheet.look.arrow)


def _draw_footer(position: DrawnPosition, look: pen.Theme) -> Iterator[str]:
    """Yield the men in hand, White's on the left; a bar below marks the side to move."""
    level = WIDTH + FOOTER / 2 - 8
    sides = (
        (position.white_in_hand, look.white, MARGIN, 1),
        (position.black_in_hand, look.black, WIDTH - MARGIN, -1),
    )
    gap = 19 * min(1, (MOST_IN_A_ROW - 1) / (position.variant.men - 1))
    for in_hand, ink, edge, way in sides:
        for count in range(in_hand):
            yield _man(pen.Spot(edge + way * count * gap, level), 8.5, ink, look)
    _, ink, edge, way = sides[position.turn]
    yield pen.stroke(
        pen.Spot(edge - way * 9, level + 17), pen.Spot(edge + way * 160, level + 17), 5, look.mark
    )
    yield pen.disc(pen.Spot(edge - way * 26, level), 10, look.mark)
    yield pen.disc(pen.Spot(edge - way * 26, level), 7, ink.fill)
