"""Draw a position: the board, its men, and any marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias, TypeVar

from merels.board.geometry import GRID, LINES, POINTS
from merels.board.masks import Point, points_of
from merels.board.names import ALGEBRAIC_NAMES, CONSOLE_NAMES, parse_algebraic_point
from merels.errors import NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Value
from merels.svg.shapes import Spot, arrow, cross, disc, element, label, ring, stroke, words
from merels.svg.themes import THEMES, Ink, Theme

AnyPoint: TypeAlias = int | str
"""A point's number or its algebraic name."""
AnyMove: TypeAlias = Move | str
"""A move or its algebraic text."""

Choice = TypeVar("Choice")

WIDTH: Final = 520
MARGIN: Final = 60
FOOTER: Final = 40
MAN: Final = 25
SMALLEST: Final = 16
LARGEST: Final = 10_000

COORDINATES: Final = {"algebraic": ALGEBRAIC_NAMES, "console": CONSOLE_NAMES, "none": None}
"""How to label the board: as in FEN and game files, as in the console, or not at all."""

_STEP: Final = (WIDTH - 2 * MARGIN) / 6
_SPOTS: Final = tuple(Spot(MARGIN + x * _STEP, MARGIN + y * _STEP) for x, y in GRID)


def board(
    position: Position,
    *,
    size: float = 360,
    theme: str = "light",
    coordinates: str = "algebraic",
    highlights: Iterable[AnyPoint] = (),
    arrows: Iterable[AnyMove | tuple[AnyPoint, AnyPoint]] = (),
    values: Mapping[int, Value] | Mapping[str, Value] | None = None,
    last_move: AnyMove | None = None,
) -> str:
    """Return a picture of ``position`` as SVG text.

    ``size`` is its width in pixels, 16 to 10,000; the height is a little more, for the men in hand.
    ``theme`` is ``light``, ``dark`` or ``high-contrast``; ``coordinates`` are ``algebraic``,
    ``console`` or ``none``. ``highlights`` are points to ring. ``arrows`` are pairs of points or
    moves; a placing is drawn as a ring, a captured man is crossed out. ``values`` colour points by
    value: blue for a win, grey for a draw, orange for a loss, with the plies. ``last_move`` is
    marked. Points are numbers 0 to 23 or algebraic names; moves are `Move` or algebraic text.

    The picture has a title and a description for screen readers.

    >>> from merels import Position
    >>> picture = board(Position.start(), arrows=["d6", "a1-a4xg7"], highlights=["a7", 2])
    >>> picture.count("<title>Nine Men's Morris, White to move</title>")
    1

    Raises `NotationError` for any other option.
    """
    look = _choose("theme", theme, THEMES)
    last = None if last_move is None else _move(last_move)
    names = _choose("coordinates", coordinates, COORDINATES)
    rated = {_point(point): value for point, value in (values or {}).items()}
    height = WIDTH + FOOTER
    width = _check_size(size)
    parts = [
        *_describe(position, rated, names or ALGEBRAIC_NAMES),
        *_draw_board(look, names),
        *_draw_traces(position, last, look),
        *_draw_men(position, look),
        *_draw_last_target(last, look),
        *_draw_values(position, rated, look),
        *(ring(_SPOTS[_point(point)], MAN + 4, 5, look.mark) for point in highlights),
        *(_draw_arrow(shown, look) for shown in arrows),
        *_draw_footer(position, look),
    ]
    return element(
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
        raise NotationError(f"{option}: {name!r} is not one of {', '.join(choices)}") from None


def _check_size(size: float) -> float:
    if not isinstance(size, int | float) or not SMALLEST <= size <= LARGEST:
        raise NotationError(
            f"size: {size!r} is not a width in pixels from {SMALLEST} to {LARGEST:,}"
        )
    return size


def _point(point: AnyPoint) -> Point:
    if isinstance(point, str):
        return parse_algebraic_point(point)
    if point not in POINTS:
        raise NotationError(f"{point!r} is not a point; points are numbered 0 to 23")
    return point


def _move(move: AnyMove) -> Move:
    if isinstance(move, str):
        return Move.parse(move)
    if not isinstance(move, Move):
        raise NotationError(f"{move!r} is not a move; write one as text, such as 'a1-a4'")
    return move


def _describe(
    position: Position, values: Mapping[Point, Value], names: tuple[str, ...]
) -> Iterator[str]:
    yield words("title", f"Nine Men's Morris, {position.turn} to move")
    sentences = []
    for color in (WHITE, BLACK):
        places = ", ".join(names[point] for point in points_of(position.mask(color))) or "no point"
        in_hand = position.in_hand(color)
        hand = f", {in_hand} in hand" if in_hand else ""
        sentences.append(f"{color} on {places}{hand}.")
    rated = ", ".join(f"{names[point]} {value}" for point, value in sorted(values.items()))
    if rated:
        sentences.append(f"Values: {rated}.")
    yield words("desc", " ".join(sentences))


def _draw_board(look: Theme, names: tuple[str, ...] | None) -> Iterator[str]:
    yield element("rect", width=WIDTH, height=WIDTH + FOOTER, rx=14, fill=look.paper)
    inset = MARGIN - 34
    side = WIDTH - 2 * inset
    yield element(
        "rect", x=inset, y=inset, width=side, height=side, rx=12, fill=look.board,
        stroke=look.line, stroke_width=2,
    )  # fmt: skip
    for line in LINES:
        yield stroke(_SPOTS[line[0]], _SPOTS[line[2]], 3.5, look.line)
    for spot in _SPOTS:
        yield disc(spot, 6.5, look.line)
    for place, name in _edge_names(names):
        yield label(place, name, 16, look.text)


def _edge_names(names: tuple[str, ...] | None) -> Iterator[tuple[Spot, str]]:
    """Yield the letter of each column and the digit of each row, outside the board."""
    if names is None:
        return
    letters = {GRID[point][0]: names[point][0] for point in POINTS}
    digits = {GRID[point][1]: names[point][1] for point in POINTS}
    for cell in range(7):
        along = MARGIN + cell * _STEP
        yield Spot(along, 13), letters[cell]
        yield Spot(13, along), digits[cell]


def _draw_men(position: Position, look: Theme) -> Iterator[str]:
    for men, ink in ((position.white, look.white), (position.black, look.black)):
        for point in points_of(men):
            yield _man(_SPOTS[point], MAN, ink, look)


def _man(spot: Spot, radius: float, ink: Ink, look: Theme) -> str:
    """Return a man seen from above, as if turned on a lathe: shadow, body, two grooves."""
    return "".join(
        (
            disc(Spot(spot.x + 1.5, spot.y + 2.5), radius + 1, look.line, opacity=0.35),
            disc(spot, radius, ink.fill, stroke=ink.text, stroke_width=0.08 * radius),
            ring(spot, 0.66 * radius, 0.07 * radius, ink.text, opacity=0.6),
            ring(spot, 0.34 * radius, 0.06 * radius, ink.text, opacity=0.6),
        )
    )


def _draw_traces(position: Position, last_move: Move | None, look: Theme) -> Iterator[str]:
    """Yield the marks of the last move: a ring where the man was, a cross for a capture."""
    if last_move is None:
        return
    men = position.white | position.black
    if last_move.origin is not None and not men >> last_move.origin & 1:
        yield ring(_SPOTS[last_move.origin], 16, 3, look.mark, stroke_dasharray="5 5")
    if last_move.captured is not None and not men >> last_move.captured & 1:
        yield cross(_SPOTS[last_move.captured], 11, 4, look.loss.fill)


def _draw_last_target(last_move: Move | None, look: Theme) -> Iterator[str]:
    if last_move is not None and last_move.target is not None:
        yield ring(_SPOTS[last_move.target], MAN, 4, look.mark)


def _draw_values(position: Position, values: Mapping[Point, Value], look: Theme) -> Iterator[str]:
    """Yield a coloured disc on each empty point, a ring and a small disc on each man."""
    inks = {1: look.win, 0: look.draw, -1: look.loss}
    for point, value in sorted(values.items()):
        ink, spot = inks[int(value.result)], _SPOTS[point]
        text = "=" if value.result == 0 else "" if value.plies is None else str(value.plies)
        radius, size = 19.0, 18.0
        if (position.white | position.black) >> point & 1:
            yield ring(spot, MAN + 3, 6, ink.fill)
            spot, radius, size = Spot(spot.x + 21, spot.y - 21), 13.0, 13.0
        yield disc(spot, radius, ink.fill, stroke=look.board, stroke_width=2)
        if text:
            yield label(spot, text, size if len(text) < 3 else 0.8 * size, ink.text)


def _draw_arrow(shown: AnyMove | tuple[AnyPoint, AnyPoint], look: Theme) -> str:
    if isinstance(shown, tuple):
        start, end = map(_point, shown)
        return _draw_way(start, end, look)
    move = _move(shown)
    parts = []
    if move.target is not None:
        if move.origin is None:
            parts.append(ring(_SPOTS[move.target], MAN, 5, look.arrow, stroke_dasharray="9 6"))
        else:
            parts.append(_draw_way(move.origin, move.target, look))
    if move.captured is not None:
        parts.append(cross(_SPOTS[move.captured], 14, 6, look.loss.fill))
    return "".join(parts)


def _draw_way(start: Point, end: Point, look: Theme) -> str:
    if start == end:
        raise NotationError(f"an arrow needs two different points, not {start} twice")
    return arrow(_SPOTS[start], _SPOTS[end], 14, look.arrow)


def _draw_footer(position: Position, look: Theme) -> Iterator[str]:
    """Yield the men in hand, White's on the left; a bar below marks the side to move."""
    level = WIDTH + FOOTER / 2 - 8
    sides = {WHITE: (look.white, MARGIN, 1), BLACK: (look.black, WIDTH - MARGIN, -1)}
    for color, (ink, edge, way) in sides.items():
        for count in range(position.in_hand(color)):
            yield _man(Spot(edge + way * count * 19, level), 8.5, ink, look)
    ink, edge, way = sides[position.turn]
    yield stroke(Spot(edge - way * 9, level + 17), Spot(edge + way * 160, level + 17), 5, look.mark)
    yield disc(Spot(edge - way * 26, level), 10, look.mark)
    yield disc(Spot(edge - way * 26, level), 7, ink.fill)
