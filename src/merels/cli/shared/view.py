"""Show positions: names of points, moves and results in words, the board, reports next to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import Final, TypeAlias

from merels import BLACK, WHITE, Color, Move, Outcome, Phase, Position, Reason, Result, Value
from merels.board.board import THREE_SQUARES, Board, Mask, Point, points_of
from merels.cli.shared.output import Paint, Terminal
from merels.engine.evaluation.static import Method, expected_score, format_percent
from merels.rules import generator, unusual
from merels.rules.outcome import DrawRules
from merels.rules.text import ACROSS, DOWN, Cell, cell_of, cells_between, draw
from merels.rules.value import Source
from merels.rules.variant import Placing

# The two ways to name points in the console: console and algebraic coordinates.

_TWO_POINTS: Final = re.compile(r"^(\w\w)(?=[^\Wx]\w)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coordinates:
    """How the points and moves of a board are typed and shown."""

    is_algebraic: bool
    notes: tuple[str, ...]
    """Notes for the help text."""
    board: Board = THREE_SQUARES

    def on(self, board: Board) -> Coordinates:
        """Return these coordinates for another board."""
        return replace(self, board=board)

    def parse(self, text: str) -> Move:
        """Read a move without spaces or hyphens, in either case; raises `NotationError`.

        >>> str(ALGEBRAIC.parse("A1A4xG7")), str(ALGEBRAIC.parse("d6xb4"))
        ('a1-a4xg7', 'd6xb4')
        """
        if self.is_algebraic:
            return Move.parse(_TWO_POINTS.sub(r"\1-", text).lower(), self.board)
        return Move.parse_console(text, self.board)

    def format(self, move: Move) -> str:
        """Return a move as it is typed."""
        move = replace(move, board=self.board)
        return str(move) if self.is_algebraic else move.console()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each point."""
        return self.board.names if self.is_algebraic else self.board.console_names

    @property
    def letters(self) -> str:
        """The letters of the columns, from left to right; a blank where a column has no point."""
        columns = {self.board.grid[point][0]: name[0] for point, name in enumerate(self.names)}
        return "".join(columns.get(column, " ") for column in range(self.board.columns))

    @property
    def digits(self) -> str:
        """The digits of the rows, from top to bottom; a blank where a row has no point."""
        rows = {self.board.grid[point][1]: name[1] for point, name in enumerate(self.names)}
        return "".join(rows.get(row, " ") for row in range(self.board.rows))

    # An example of each kind of move, from anywhere on the board.

    @property
    def placing(self) -> str:
        """A point to place a man on."""
        return sorted(self.names)[len(self.names) // 2 + 1]

    @property
    def moving(self) -> str:
        """A move of a man along a line."""
        names = self.names
        origin, targets = min(
            (each for each in enumerate(self.board.neighbours) if each[1]),
            key=lambda each: names[each[0]],
        )
        target = min(points_of(targets), key=names.__getitem__)
        return self.format(Move(origin, target, board=self.board))

    @property
    def captured(self) -> str:
        """A man to capture."""
        return max(self.names)


CONSOLE: Final = Coordinates(
    is_algebraic=False,
    notes=(
        "Row 1 is at the top; in game files and in the web app it is",
        "at the bottom, as with --coordinates algebraic.",
    ),
)
"""The default, as in the game's specification: capital letters, row 1 at the top."""

ALGEBRAIC: Final = Coordinates(
    is_algebraic=True,
    notes=("Row 1 is at the bottom, as in files and in the web app.",),
)
"""As in the web app, game files and other programs: lower case, row 1 at the bottom."""

COORDINATES: Final = {"console": CONSOLE, "algebraic": ALGEBRAIC}
"""The choices of ``--coordinates``."""


# Moves and results in words.

MILL_MARK: Final = "+"
_COUNTS: Final = {1: "a", 2: "two", 3: "three", 4: "four"}


def list_phases(position: Position) -> list[Phase]:
    """Return the phases of the side to move: two where it may place or move.

    >>> from merels import variant
    >>> [phase.value for phase in list_phases(Position(0b1, 0b10, 9, 9, variant=variant("lasker")))]
    ['placing', 'moving']
    """
    phase = position.phase()
    if phase is not Phase.PLACING or not position.own:
        return [phase]
    if position.variant.placing is Placing.FIRST:
        return [phase]
    return [phase, Phase.FLYING if position.may_fly else Phase.MOVING]


def describe_move(position: Position, move: Move, coordinates: Coordinates = CONSOLE) -> str:
    """Return what a legal move in ``position`` does, as a sentence.

    >>> describe_move(Position.start(), Move.parse_console("D6"))
    'White places a man on D6.'
    """
    if move.is_pass:
        return f"{position.turn} cannot move and passes."
    names = coordinates.on(position.board).names
    clauses = []
    if move.target is not None:
        verb = "flies" if position.may_fly else "moves"
        step = "places a man on" if move.origin is None else f"{verb} {names[move.origin]} to"
        clauses.append(f"{step} {names[move.target]}")
        men = generator.stand_after(position.own, move.origin, move.target)
        mills = sum(men & mill == mill for mill in position.board.mills_through[move.target])
        if mills:
            clauses.append(f"closes {_COUNTS.get(mills, mills)} mill{'s' * (mills > 1)}")
    if move.captures:
        clauses.append(f"captures {' and '.join(names[point] for point in move.captures)}")
    *first, last = clauses
    return f"{position.turn} {', '.join(first)}{' and ' * bool(first)}{last}."


def describe_outcome(outcome: Outcome, rules: DrawRules, position: Position | None = None) -> str:
    """Return who won, the result and why, as a sentence; ``position`` is the last position.

    >>> from merels.rules.position import WHITE
    >>> describe_outcome(Outcome(WHITE, Reason.BLOCKED), DrawRules())
    'White wins, 1-0: Black cannot move.'
    """
    verdict = "Draw" if outcome.winner is None else f"{outcome.winner} wins"
    loser = None if outcome.winner is None else outcome.winner.other
    ordinal = {2: "second", 3: "third"}.get(rules.repetitions or 0, f"{rules.repetitions}th")
    reason = {
        Reason.TOO_FEW_MEN: f"{loser} has fewer than three men",
        Reason.BLOCKED: f"{loser} cannot move",
        Reason.FULL_BOARD: "the board is full",
        Reason.RESIGNATION: f"{loser} resigns",
        Reason.REPETITION: f"the same position for the {ordinal} time",
        Reason.PLY_LIMIT: f"{_limit(rules, position)} plies without a capture",
    }[outcome.reason]
    return f"{verdict}, {outcome.result}: {reason}."


def _limit(rules: DrawRules, position: Position | None) -> float | None:
    return rules.ply_limit if position is None else rules.limit_at(position)


def name_points(mask: Mask, coordinates: Coordinates = CONSOLE) -> str:
    """Return the names of points in alphabetical order.

    >>> name_points(0b1011)
    'A1 D1 G4'
    """
    return " ".join(sorted(coordinates.names[point] for point in points_of(mask)))


def list_moves(position: Position, coordinates: Coordinates = CONSOLE) -> list[str]:
    """Return the legal moves, one line for each man that can move.

    A ``+`` marks a point where the man closes a mill.

    >>> list_moves(Position(white=0b1011_0010_0000, black=0b111 << 20))[-2:]
    ['F4 to E4 F2+ F6 G4', '+ closes a mill and captures one of C5 D5 E5']
    """
    coordinates = coordinates.on(position.board)
    ways: dict[Point | None, dict[Point, bool]] = {}
    for move in position.legal_moves:
        if move.target is not None:
            ways.setdefault(move.origin, {})[move.target] = move.captured is not None
    names, lines = coordinates.names, []
    for origin, targets in ways.items():
        ends = sorted(names[point] + MILL_MARK * closes for point, closes in targets.items())
        start = "Place on" if origin is None else f"{names[origin]} to"
        lines.append(f"{start} {' '.join(ends)}")
    lines.sort()
    men = name_points(unusual.takeable(position.enemy, position.variant), coordinates)
    if position.removing or position.takings:
        lines.append(f"Capture {men}")
    elif not lines:
        lines.append("pass")
    elif any(closes for targets in ways.values() for closes in targets.values()):
        lines.append(f"{MILL_MARK} closes a mill and captures one of {men}")
    return lines


# Draw the board with its coordinates, and the lines above it.

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

    # One escape sequence per run of equal cells, not per cell.
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
    if last is not None and last.origin is not None:
        paints[cell_of(last.origin, board)] = Paint.LEFT
    for captured in () if last is None else last.captures:
        paints[cell_of(captured, board)] = Paint.CAPTURED
    if last is not None and last.target is not None:
        mover = WHITE if position.white >> last.target & 1 else BLACK
        paints[cell_of(last.target, board)] = _LAST_PAINTS[mover]
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
    if position.removing > 1:
        return f"{position.turn} to capture {_COUNTS.get(position.removing)} men"
    if position.removing or position.takings:
        return f"{position.turn} to capture a man"
    if not position.variant.is_usual and all(move.is_pass for move in position.legal_moves):
        return f"{position.turn} to pass, as it cannot move"
    phases = " or ".join(phase.value for phase in list_phases(position))
    return f"{position.turn} to move ({phases})"


# Draw a board next to a report, as several commands do.

PAINTS: Final = {Result.WIN: Paint.WON, Result.DRAW: Paint.PLAIN, Result.LOSS: Paint.LOST}

_GAP: Final = " " * 4


def report_column(board: Board) -> int:
    """Return the column where a report next to the board starts."""
    return board_width(board) + len(_GAP)


def draw_report(
    headline: str, verdict: str, position: Position, report: list[str], terminal: Terminal
) -> list[str]:
    """Return a headline with a verdict and, below it, the board next to the lines of a report.

    Points have algebraic names, as in FEN and game files; the letters are at the bottom.
    """
    letters, _, *board = draw_board(position, paint=terminal.paint, coordinates=ALGEBRAIC)
    blank = " " * board_width(position.board)
    rows = zip_longest([*board, blank, letters], report)
    return [
        f"{terminal.paint(headline, Paint.STRONG)}: {verdict}",
        "",
        *(f"{left or blank}{_GAP}{right or ''}".rstrip() for left, right in rows),
    ]


def describe_value(value: Value) -> str:
    """Return a value in words.

    >>> describe_value(Value(Result.WIN, 1)), describe_value(Value(Result.DRAW))
    ('win in 1 ply', 'draw')
    """
    if value.plies is None:
        return str(value)
    return f"{value} {'ply' if value.plies == 1 else 'plies'}"


SOURCES: Final = {
    "table": "from the tables",
    "ahead": "from the tables, by a one-move look-ahead",
    "book": "from the book",
    "results": "from the shipped results",
}


def describe_exact(value: Value, source: Source | None) -> str:
    """Return a value in words with its source; None if the search has proved it.

    >>> describe_exact(Value(Result.WIN, 13), None)
    'win in 13 plies (proved by search)'
    """
    return f"{describe_value(value)} ({'proved by search' if source is None else SOURCES[source]})"


def describe_estimate(score: int, position: Position, method: Method = "search") -> str:
    """Return an estimate in words: what positions with this score are worth on average.

    >>> describe_estimate(0, Position.start())
    '50 % (estimate by search)'
    """
    how = {"search": "estimate by search", "quick": "quick estimate"}[method]
    expected = expected_score(score, position.phase(), method, position.variant)
    return f"{format_percent(expected)} ({how})"
