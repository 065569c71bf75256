"""Positions as text: FEN, one line in the form that mill programs exchange, and a diagram.

A FEN has seventeen fields: the parts of the board, squares from the inside out, each clockwise from
its top middle (``O`` white, ``@`` black, ``*`` empty); side ``w|b``; phase ``p|m|o`` (placing,
moving, over); action ``p|s|r`` (place, select, remove); White's men on the board and in hand, then
Black's; men White and Black must remove; four last-mill fields and a mill mask, written as 0 and
ignored; plies since a removal; move number. Further fields are ignored. Some programs write the
action ``?`` when the game is over; ``?`` is accepted, but never written.

Where a variant has a return ban, the last-mill fields are from and to of White's ban, then of
Black's, 0 if there is none; squares are numbered from 8 in the order of the parts, from the inside
out. Where mills capture after the placing, the fields of men to remove say who closed the first
mill while men are placed, and who has yet to take a man after the placing.

>>> state = parse_fen("***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 12 31")
>>> state.plies_since_removal, state.move_number
(12, 31)
>>> state.fen()
'***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 12 31'
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TextIO, TypeAlias

from merels.board.board import Board, Mask, Point, points_of
from merels.errors import NotationError, PositionError, quote
from merels.rules.move import Move
from merels.rules.position import BLACK, WHITE, Color, MarkedPosition, Position
from merels.rules.unusual import NO_MARKS, Ban, Marks
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Captures, Placing, Variant
from merels.rules.variant import variant as find_variant

FIELDS: Final = (
    "board",
    "side to move",
    "phase",
    "action",
    "white on board",
    "white in hand",
    "black on board",
    "black in hand",
    "white to remove",
    "black to remove",
    *(f"last mill {i}" for i in (1, 2, 3, 4)),
    "mill mask",
    "plies since a removal",
    "move number",
)
_LONGEST_NUMBER: Final = 20  # digits of the largest 64-bit mill mask


def format_fen(position: Position, plies_since_removal: int = 0, move_number: int = 1) -> str:
    """Return ``position`` and the counters of its game as FEN."""
    white, black = position.white, position.black
    board = "/".join(_format_part(part, white, black) for part in position.board.parts)
    to_remove = " ".join(map(str, _to_remove(position)))
    return (
        f"{board} {'w' if position.turn is WHITE else 'b'} {_phase(position)} {_action(position)} "
        f"{white.bit_count()} {position.white_in_hand} "
        f"{black.bit_count()} {position.black_in_hand} "
        f"{to_remove} {_format_bans(position)} 0 {plies_since_removal} {move_number}"
    )


def _to_remove(position: Position) -> tuple[int, int]:
    """Return the men that White and Black must remove, or who closed the first mill."""
    first_mill, takings = position.marks.first_mill, position.takings
    if takings == 2:
        return 1, 1
    own = int(position.removing) or takings
    white, black = (own, 0) if position.turn is WHITE else (0, own)
    return white or int(first_mill == 1), black or int(first_mill == 2)


FIRST_SQUARE: Final = 8
"""The number of the first square in the last-mill fields."""


def _squares(board: Board) -> tuple[Point, ...]:
    """Return the points in the order in which the last-mill fields number them."""
    return tuple(point for part in board.parts for point in part)


def _format_bans(position: Position) -> str:
    if position.marks.ban is position.marks.other_ban is None:
        return "0 0 0 0"
    squares = _squares(position.board)
    bans = (ban or () for ban in (position.marks.ban, position.marks.other_ban))
    numbers = ([FIRST_SQUARE + squares.index(point) for point in ban] or [0, 0] for ban in bans)
    return " ".join(str(number) for both in numbers for number in both)


def _read_bans(position: Position, numbers: Mapping[str, int]) -> Marks:
    """Return the marks of a position with its bans.

    Other programs write the last mill of each side here, ban or not: fields that are not a ban are
    ignored.
    """
    squares = _squares(position.board)
    bans: list[Ban | None] = []
    for color, first in ((WHITE, 1), (BLACK, 3)):
        places = [numbers[f"last mill {first + i}"] - FIRST_SQUARE for i in (0, 1)]
        ban = None
        if all(0 <= place < len(squares) for place in places):
            ban = Ban(*(squares[place] for place in places))
            men = position.mask(color)
            if not men >> ban.target & 1 or men >> ban.origin & 1:
                ban = None
        bans.append(ban)
    return position.marks._replace(ban=bans[0], other_ban=bans[1])


def _format_part(part: tuple[Point, ...], white: Mask, black: Mask) -> str:
    return "".join("O" if white >> p & 1 else "@" if black >> p & 1 else "*" for p in part)


def _phase(position: Position) -> str:
    if not position.removing and not position.has_move:
        return "o"
    return "p" if _is_placing(position) else "m"


def _action(position: Position) -> str:
    if position.removing or position.takings:
        return "r"
    return "p" if _is_placing(position) else "s"


def _is_placing(position: Position) -> bool:
    in_hand = position.white_in_hand, position.black_in_hand
    return _count_to_place(in_hand, position.turn, position.variant) > 0


def _count_to_place(in_hand: tuple[int, int], turn: Color, variant: Variant) -> int:
    """Return how many men are to be placed before the phase changes.

    Where a side may place or move, the other side's men in hand do not matter.
    """
    return sum(in_hand) if variant.placing is Placing.FIRST else in_hand[turn is BLACK]


def parse_fen(text: str, variant: AnyVariant = NINE_MENS_MORRIS) -> GameState:
    """Read a FEN of a variant, given as a `Variant` or as text for `merels.variant`.

    Raises `NotationError` if the text is malformed and `PositionError` if its fields contradict
    each other; both quote the text and name the field. Also raises what `merels.variant` raises.
    """
    chosen = find_variant(variant)
    fields = text.split()
    if len(fields) < len(FIELDS):
        raise NotationError(
            f"{quote(text)} is not a FEN: it has {len(fields)} of {len(FIELDS)} fields; "
            f"the first missing one is {FIELDS[len(fields)]!r}"
        )
    named = dict(zip(FIELDS, fields, strict=False))
    try:
        return _read(named, chosen)
    except PositionError as error:
        raise PositionError(error.field, f"{error.problem} (in {quote(text)})") from None
    except NotationError as error:
        raise NotationError(f"{quote(text)} is not a FEN: {error}") from None


def _read(fields: dict[str, str], variant: Variant) -> GameState:
    white, black = _parse_board(fields["board"], variant.board)
    turn = WHITE if _choice(fields, "side to move", "wb") == "w" else BLACK
    phase, action = _choice(fields, "phase", "pmo"), _choice(fields, "action", "psr?")
    numbers = {name: _number(fields, name) for name in FIELDS[4:]}
    for name, men in (("white on board", white), ("black on board", black)):
        if numbers[name] != men.bit_count():
            raise PositionError(name, f"says {numbers[name]}, but the board has {men.bit_count()}")
    in_hand = numbers["white in hand"], numbers["black in hand"]
    _check_phase(phase, action, _count_to_place(in_hand, turn, variant), variant)
    counters = numbers["plies since a removal"], numbers["move number"]
    try:
        if variant.is_usual:
            removing = _check_to_remove(turn, action, numbers)
            position = Position(white, black, *in_hand, turn, removing, variant)
        else:
            position = _read_unusual((white, black), in_hand, turn, action, numbers, variant)
        check_counters(*counters)
    except PositionError as error:
        raise PositionError(_field_name(error.field), error.problem) from None
    return GameState(position, *counters)


def _parse_board(text: str, board: Board) -> tuple[Mask, Mask]:
    if not re.fullmatch("/".join(f"[O@*]{{{len(part)}}}" for part in board.parts), text):
        raise NotationError(
            f"board: {quote(text)} is not {_describe_parts(board)} O, @ or *, separated by /"
        )
    white = black = 0
    order = (point for part in board.parts for point in part)
    for point, symbol in zip(order, text.replace("/", ""), strict=True):
        white |= (symbol == "O") << point
        black |= (symbol == "@") << point
    return white, black


def _describe_parts(board: Board) -> str:
    lengths = [len(part) for part in board.parts]
    if set(lengths) == {8}:
        return f"{('one square', 'two squares', 'three squares')[len(lengths) - 1]} of eight"
    return f"{len(lengths)} parts of {', '.join(map(str, lengths))}"


def _choice(fields: dict[str, str], name: str, letters: str) -> str:
    if fields[name] not in tuple(letters):
        raise NotationError(f"{name}: {quote(fields[name])} is not one of {', '.join(letters)}")
    return fields[name]


def _number(fields: dict[str, str], name: str) -> int:
    text = fields[name]
    sign = "-?" if name.startswith("last mill") else ""
    if not re.fullmatch(sign + "[0-9]+", text):
        raise NotationError(f"{name}: {quote(text)} is not a number")
    if len(text) > _LONGEST_NUMBER:
        raise NotationError(f"{name}: {quote(text)} has more than {_LONGEST_NUMBER} digits")
    return int(text)


def _check_phase(phase: str, action: str, in_hand: int, variant: Variant) -> None:
    if phase == "o":
        return  # a game can end in any position, by resignation or repetition
    if phase == "m" and in_hand:
        raise PositionError("phase", f"'m' (moving) with {in_hand} men still in hand")
    if action == "r":
        return
    if phase == "p" and not in_hand:
        raise PositionError("phase", "'p' (placing) with no men in hand")
    if phase == "p" and action == "s" and variant.placing is Placing.ANY_TURN:
        return  # the side to move may do both
    expected = "p" if phase == "p" else "s"
    if action != expected:
        raise PositionError("action", f"{action!r} in phase {phase!r}; it should be {expected!r}")


def _read_unusual(
    men: tuple[Mask, Mask],
    in_hand: tuple[int, int],
    turn: Color,
    action: str,
    numbers: Mapping[str, int],
    variant: Variant,
) -> Position:
    """Return a position whose variant gives the fields of men to remove, or the bans, a meaning."""
    to_remove = numbers["white to remove"], numbers["black to remove"]
    removing, marks = 0, NO_MARKS
    takes = action == "r"
    if variant.captures is Captures.AFTER_PLACING and any(in_hand):
        if to_remove not in ((0, 0), (1, 0), (0, 1)):
            problem = "the side that closed the first mill has 1 here, the other side 0"
            raise PositionError("white to remove", problem)
        marks = Marks(first_mill=to_remove[0] + 2 * to_remove[1])
    elif variant.captures is Captures.AFTER_PLACING and takes and to_remove == (1, 1):
        marks = Marks(takings=2)
    else:
        own, enemy = to_remove if turn is WHITE else to_remove[::-1]
        if enemy or takes != (own > 0):
            name = f"{(turn.other if enemy else turn).name.lower()} to remove"
            problem = f"says {enemy or own}; only the side to move removes men, with action 'r'"
            raise PositionError(name, problem)
        removing = own
        # Once both sides have taken a man, both have fewer men than at the start.
        is_second = men[turn.other].bit_count() == variant.men
        if variant.captures is Captures.AFTER_PLACING and own and is_second:
            removing, marks = 0, Marks(takings=1)
    hands = in_hand
    found = Position(*men, *hands, turn, removing, variant) if marks == NO_MARKS else None
    position = found or MarkedPosition(*men, *hands, turn, removing, variant, marks)
    return position.with_marks(_read_bans(position, numbers)) if variant.return_ban else position


def _check_to_remove(turn: Color, action: str, numbers: dict[str, int]) -> bool:
    """Return whether a removal is due; raise if the action and the two counts disagree."""
    for color in (WHITE, BLACK):
        name = f"{color.name.lower()} to remove"
        expected = int(action == "r" and color is turn)
        if numbers[name] != expected:
            raise PositionError(
                name,
                f"says {numbers[name]}, but should be {expected} with action {action!r} and "
                f"{turn} to move",
            )
    return action == "r"


def _field_name(field: str) -> str:
    """Return the FEN's name for a field of `Position`."""
    return {
        "turn": "side to move",
        "white": "board",
        "black": "board",
        "removing": "action",
        "marks": "men to remove or last mill",
        "plies_since_removal": "plies since a removal",
    }.get(field, field.replace("_", " "))


# The state of a game: a position and two counters, and what follows a move.

LARGEST_COUNTER: Final = 1_000_000_000
"""More than any game needs; compiled code can keep counting from here without overflow."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A position, the plies since the last capture, and the move number: what a FEN records.

    >>> state = GameState(Position.start()).after(Move.parse("d6")).after(Move.parse("f4"))
    >>> state.plies_since_removal, state.move_number
    (2, 2)
    """

    position: Position
    plies_since_removal: int = 0
    move_number: int = 1

    def after(self, move: Move) -> GameState:
        """Return the state that a legal move leads to.

        A move that closes a mill without naming a capture leads to mid-turn: the same side is to
        move, the counters stay as they are, and a capture completes the turn.
        """
        position = self.position
        if position.owes_capture(move):
            return replace(self, position=position.before_removal(move))
        return GameState(
            position.successor(move),
            0 if move.captured is not None else self.plies_since_removal + 1,
            self.move_number + (position.turn is BLACK),
        )

    def fen(self) -> str:
        """Return the state as FEN."""
        return format_fen(self.position, self.plies_since_removal, self.move_number)


def check_counters(plies_since_removal: int, move_number: int) -> None:
    """Raise `PositionError` if a counter is out of range."""
    for name, least, counter in (
        ("plies_since_removal", 0, plies_since_removal),
        ("move_number", 1, move_number),
    ):
        if not least <= counter <= LARGEST_COUNTER:
            raise PositionError(name, f"{counter} is not between {least} and {LARGEST_COUNTER}")


# The board drawn with characters, as ``print(position)`` shows it.

SYMBOLS: Final = "○●·"
IN_ASCII: Final = str.maketrans(SYMBOLS, "O@.")
"""The characters in place of the symbols where only ASCII can be written."""

Cell: TypeAlias = tuple[int, int]
"""Row and column of a character."""

# The width and height of a step on the board's grid, in characters.
ACROSS: Final = 4
DOWN: Final = 2


def cell_of(point: Point, board: Board) -> Cell:
    """Return where a point is drawn."""
    column, row = board.grid[point]
    return DOWN * row, ACROSS * column


def cells_between(one: Point, other: Point, board: Board) -> Iterator[Cell]:
    """Yield the cells of a straight line between two points, without its ends."""
    (top, left), (bottom, right) = sorted((cell_of(one, board), cell_of(other, board)))
    steps = bottom - top or right - left
    for step in range(1, steps):
        yield top + (bottom - top) * step // steps, left + (right - left) * step // steps


@cache
def _draw_empty(board: Board) -> tuple[str, ...]:
    """Return the rows of the empty board."""
    rows = [[" "] * (ACROSS * board.columns - 3) for _ in range(DOWN * board.rows - 1)]
    for one, other in board.steps:
        (top, left), (bottom, right) = sorted((cell_of(one, board), cell_of(other, board)))
        sign = "-" if top == bottom else "|" if left == right else "\\" if left < right else "/"
        for row, column in cells_between(one, other, board):
            rows[row][column] = sign
    for point in board.points:
        row, column = cell_of(point, board)
        rows[row][column] = "·"
    return tuple("".join(row) for row in rows)


def draw(position: Position) -> str:
    """Return the board as text: ``·`` empty, ``○`` white, ``●`` black.

    >>> print(draw(Position(white=0b1, black=0b10)).splitlines()[0])
    ○-----------●-----------·
    """
    rows = [list(row) for row in _draw_empty(position.board)]
    for symbol, men in (("○", position.white), ("●", position.black)):
        for point in points_of(men):
            row, column = cell_of(point, position.board)
            rows[row][column] = symbol
    return "\n".join("".join(row) for row in rows)


def has_symbols(target: TextIO | None) -> bool:
    """Return whether an output, such as standard output, can write the symbols of `draw`."""
    try:
        SYMBOLS.encode(getattr(target, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def draw_to_print(position: Position) -> str:
    """Return the board as `draw` does, in ASCII if standard output can write nothing else."""
    drawn = draw(position)
    return drawn if has_symbols(sys.stdout) else drawn.translate(IN_ASCII)
