"""Draw the board with its coordinates, and the lines above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final, TypeAlias

from merels.board.board import Board
from merels.board.masks import Mask, points_of
from merels.cli.console.coordinates import CONSOLE, Coordinates
from merels.cli.console.descriptions import list_phases
from merels.cli.console.terminal import Paint
from merels.rules.color import BLACK, WHITE, Color
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.text.diagram import ACROSS, DOWN, Cell, cell_of, cells_between, draw

Painter: TypeAlias = Callable[[str, Paint], str]
"""Returns text as the terminal should show it, like `Terminal.paint`."""

LABELS: Final = 4
"""How many characters the digits to the left of the board take."""

SYMBOLS: Final = {WHITE: "○", BLACK: "●"}
MAN_PAINTS: Final = {WHITE: Paint.WHITE_MAN, BLACK: Paint.BLACK_MAN}
_MILL_PAINTS: Final = {WHITE: Paint.WHITE_MILL, BLACK: Paint.BLACK_MILL}
_LAST_PAINTS: Final = {WHITE: Paint.WHITE_LAST, BLACK: Paint.BLACK_LAST}


def leave_plain(text: str, _paint: Paint) -> str:
    """Return the text unpainted."""
    return text


def board_width(board: Board) -> int:
    """Return how many characters a line of the board takes, with its digit."""
    return LABELS + ACROSS * (board.columns - 1) + 1


def draw_board(
    position: Position,
    last: Move | None = None,
    paint: Painter = leave_plain,
    coordinates: Coordinates = CONSOLE,
) -> list[str]:
    """Return the lines of the board, with letters across and digits down.

    In colour, the lines of mills stand out, and so do the points of ``last``, the last move.

    >>> draw_board(Position.start())[2]
    '1   ·-----------·-----------·'
    """
    coordinates = coordinates.on(position.board)
    paints = _choose_paints(position, last)
    columns = " " * LABELS + (" " * (ACROSS - 1)).join(coordinates.letters)
    lines = [paint(line, Paint.FAINT) for line in (columns, "   ")]
    for row, text in enumerate(draw(position).splitlines()):
        label = " " * LABELS
        if row % DOWN == 0:
            label = paint(f"{coordinates.digits[row // DOWN]:<{LABELS}}", Paint.FAINT)
        lines.append(label + _paint_row(text, row, paints, paint))
    return lines


def _paint_row(text: str, row: int, paints: Mapping[Cell, Paint], paint: Painter) -> str:
    def paint_at(column: int) -> Paint:
        return paints.get((row, column), Paint.PLAIN if text[column] == " " else Paint.FAINT)

    # One escape sequence per run of equal cells, not one per cell.
    return "".join(
        paint("".join(text[column] for column in run), kind)
        for kind, run in groupby(range(len(text)), key=paint_at)
    )


def _choose_paints(position: Position, last: Move | None) -> dict[Cell, Paint]:
    board = position.board
    paints: dict[Cell, Paint] = {}
    for color in (WHITE, BLACK):
        men = position.mask(color)
        paints |= dict.fromkeys(_mill_cells(men, board), _MILL_PAINTS[color])
        paints |= {cell_of(point, board): MAN_PAINTS[color] for point in points_of(men)}
    paints |= {cell_of(point, board): Paint.PLAIN for point in points_of(position.empty)}
    if last is not None:
        paints |= _choose_last_paints(position, last)
    return paints


def _choose_last_paints(position: Position, last: Move) -> dict[Cell, Paint]:
    paints: dict[Cell, Paint] = {}
    if last.origin is not None:
        paints[cell_of(last.origin, position.board)] = Paint.LEFT
    if last.captured is not None:
        paints[cell_of(last.captured, position.board)] = Paint.TAKEN
    if last.target is not None:
        mover = WHITE if position.white >> last.target & 1 else BLACK
        paints[cell_of(last.target, position.board)] = _LAST_PAINTS[mover]
    return paints


def _mill_cells(men: Mask, board: Board) -> Iterator[Cell]:
    """Yield the cells between the points of every line where ``men`` form a mill."""
    for (first, middle, last), mill in zip(board.lines, board.mills, strict=True):
        if men & mill == mill:
            yield from cells_between(first, middle, board)
            yield from cells_between(middle, last, board)


def draw_status(
    position: Position, headline: str, names: Mapping[Color, str], paint: Painter = leave_plain
) -> list[str]:
    """Return the lines above the board: a headline, and each side's men in hand and lost.

    >>> for line in draw_status(Position.start(), "White to move", {WHITE: "human", BLACK: "easy"}):
    ...     print(line)
    White to move
    ○ White (human)  9 in hand, 0 lost
    ● Black (easy)   9 in hand, 0 lost
    """
    titles = {color: f"{color} ({names[color]})" for color in (WHITE, BLACK)}
    width = max(map(len, titles.values()))
    lines = [paint(headline, Paint.STRONG)]
    for color, title in titles.items():
        lost = position.variant.men - position.total(color)
        symbol = paint(SYMBOLS[color], MAN_PAINTS[color])
        lines.append(f"{symbol} {title:<{width}}  {position.in_hand(color)} in hand, {lost} lost")
    return lines


def draw_headline(position: Position) -> str:
    """Return whose turn it is, and the phase, or both where a side may place or move.

    >>> draw_headline(Position.start())
    'White to move (placing)'
    """
    if position.removing:
        return f"{position.turn} to capture a man"
    phases = " or ".join(phase.value for phase in list_phases(position))
    return f"{position.turn} to move ({phases})"
