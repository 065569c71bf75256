"""The two sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

from merels.board.board import Board, Mask, Symmetry, points_of, transform
from merels.errors import IllegalMoveError, NotationError, PositionError
from merels.rules import generator, unusual
from merels.rules.generator import Turn, stand_after
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.unusual import NO_MARKS, Ban, Marks, State
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Captures, Placing, Variant
from merels.rules.variant import variant as find_variant
from merels.svg.drawing import board as draw_board

if TYPE_CHECKING:
    from merels.rules.game import Game
    from merels.rules.legal import LegalMoves


class Color(IntEnum):
    """White, who moves first, or Black.

    >>> WHITE, WHITE.other, str(BLACK)
    (WHITE, BLACK, 'Black')
    """

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opponent."""
        return BLACK if self is WHITE else WHITE

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return self.name


WHITE: Final = Color.WHITE
BLACK: Final = Color.BLACK


# The two sides as the mover sees them.


class Sides(NamedTuple):
    """A position from the mover's point of view: men on the board and in hand, own and enemy.

    Generator and kernels take these four numbers in this order.

    >>> Sides(own=0b1, enemy=0b10, own_in_hand=8, enemy_in_hand=8).after((None, 2, None))
    Sides(own=2, enemy=5, own_in_hand=8, enemy_in_hand=7)
    """

    own: Mask
    enemy: Mask
    own_in_hand: int
    enemy_in_hand: int

    @property
    def swapped(self) -> Sides:
        """The same men from the opponent's point of view."""
        return Sides(self.enemy, self.own, self.enemy_in_hand, self.own_in_hand)

    def after(self, turn: Turn) -> Sides:
        """Return what the opponent, who is then to move, sees after a legal turn."""
        own, enemy, own_in_hand, enemy_in_hand = self
        origin, target, captured = turn
        if target is not None:
            own = stand_after(own, origin, target)
            own_in_hand -= origin is None
        if captured is not None:
            enemy &= ~(1 << captured)
        return Sides(enemy, own, enemy_in_hand, own_in_hand)


# A position: men on the board, men in hand, the side to move, and the variant.


class Phase(Enum):
    """What a side does on its turn: place a man, move one to a neighbour, or fly anywhere."""

    PLACING = "placing"
    MOVING = "moving"
    FLYING = "flying"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """An immutable, hashable position.

    Bit ``p`` of a mask is set if a man stands on point ``p``. ``removing`` marks a position in
    mid-turn: the side to move has closed a mill and must now capture a man; it is 2 or more if
    several men are to be taken.

    >>> position = Position(white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=WHITE)
    >>> position
    Position(white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=WHITE)
    >>> position["a7"], position["d7"], position["d6"], position.men(BLACK)
    (WHITE, BLACK, None, ('d7',))
    >>> start = Position.start()
    >>> len(start.legal_moves)
    24
    >>> start.play("d6").fen()
    '********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0 1'

    Methods take moves and variants as text too: algebraic moves, and what `merels.variant` reads.

    Raises `PositionError`, which names the field, if the fields contradict each other.
    """

    white: Mask
    black: Mask
    white_in_hand: int = 0
    black_in_hand: int = 0
    turn: Color = WHITE
    removing: int = False
    variant: Variant = NINE_MENS_MORRIS
    marks: ClassVar[Marks] = NO_MARKS
    """What the position remembers besides its men, White's side first; see `with_marks`."""

    if TYPE_CHECKING:  # a variant may be text, which becomes the field

        def __init__(
            self,
            white: Mask,
            black: Mask,
            white_in_hand: int = 0,
            black_in_hand: int = 0,
            turn: Color = WHITE,
            removing: int = False,
            variant: AnyVariant = NINE_MENS_MORRIS,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not isinstance(self.variant, Variant):
            object.__setattr__(self, "variant", find_variant(self.variant))
        _check(self)

    @classmethod
    def start(cls, variant: AnyVariant = NINE_MENS_MORRIS) -> Position:
        """Return the empty board with all men in hand.

        >>> Position.start("six").white_in_hand
        6
        """
        chosen = find_variant(variant)
        return cls(0, 0, chosen.men, chosen.men, WHITE, variant=chosen)

    @classmethod
    def from_fen(cls, text: str, variant: AnyVariant = NINE_MENS_MORRIS) -> Position:
        """Read a FEN; see `merels.rules.text`."""
        from merels.rules.text import parse_fen

        return parse_fen(text, variant).position

    def fen(self) -> str:
        """Return the position as FEN, as if it began a game."""
        from merels.rules.text import format_fen

        return format_fen(self)

    # The men of each colour.

    def __getitem__(self, point: str) -> Color | None:
        """Return the colour of the man on a point, named algebraically; None if it is empty.

        Raises `NotationError` if the board has no such point.
        """
        bit = 1 << self.board.point(point)
        return WHITE if self.white & bit else BLACK if self.black & bit else None

    def men(self, color: Color) -> tuple[str, ...]:
        """Return the algebraic names of the points where ``color`` has men, in point order.

        >>> Position(white=0b1000_0000_0000_0011, black=0).men(WHITE)
        ('a7', 'd7', 'b4')
        """
        return tuple(self.board.names[point] for point in points_of(self.mask(color)))

    def mask(self, color: Color) -> Mask:
        """Return the points where ``color`` has men, as a mask."""
        return self.white if color is WHITE else self.black

    def in_hand(self, color: Color) -> int:
        """Return how many men ``color`` has yet to place."""
        return self.white_in_hand if color is WHITE else self.black_in_hand

    def total(self, color: Color) -> int:
        """Return how many men ``color`` has, on the board and in hand."""
        return self.mask(color).bit_count() + self.in_hand(color)

    @property
    def board(self) -> Board:
        """The board of the variant."""
        return self.variant.board

    @property
    def empty(self) -> Mask:
        """Points without a man."""
        return self.variant.board.full & ~(self.white | self.black)

    # The position as the side to move sees it.

    @property
    def own(self) -> Mask:
        """Men of the side to move."""
        return self.mask(self.turn)

    @property
    def enemy(self) -> Mask:
        """Men of the opponent."""
        return self.mask(self.turn.other)

    @property
    def sides(self) -> Sides:
        """Both sides, the side to move first.

        >>> Position(white=0b1, black=0b110, white_in_hand=8, black_in_hand=7, turn=WHITE).sides
        Sides(own=1, enemy=6, own_in_hand=8, enemy_in_hand=7)
        """
        white_first = Sides(self.white, self.black, self.white_in_hand, self.black_in_hand)
        return white_first if self.turn is WHITE else white_first.swapped

    def phase(self, color: Color | None = None) -> Phase:
        """Return what ``color`` (by default the side to move) does on its turn.

        A side with men in hand is placing, even where the variant lets it move instead.
        """
        color = self.turn if color is None else color
        if self.in_hand(color):
            return Phase.PLACING
        if generator.may_fly(self.mask(color), 0, self.variant.flying):
            return Phase.FLYING
        return Phase.MOVING

    @property
    def may_fly(self) -> bool:
        """Whether the side to move may move a man to any empty point."""
        return generator.may_fly(self.own, self.in_hand(self.turn), self.variant.flying)

    # Moves.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: a view to count, search and iterate over."""
        from merels.rules.legal import LegalMoves

        return LegalMoves(lambda: self)

    def generate_moves(self) -> Iterator[Move]:
        """Yield the legal moves, ordered by origin, target and captured man."""
        if not self.variant.is_usual:
            yield from self._generate_unusual()
            return
        if self.removing:
            turns = generator.generate_removals(self.enemy, self.board)
        else:
            turns = generator.generate_turns(*self.sides, self.variant)
        for origin, target, captured in turns:
            yield Move(origin, target, captured, self.board)

    @property
    def has_move(self) -> bool:
        """Whether there is a legal move outside mid-turn, without generating all moves."""
        if self.variant.is_usual:
            return generator.has_turn(*self.sides, self.variant)
        return unusual.has_turn(self.state, self.variant)

    def _generate_unusual(self) -> Iterator[Move]:
        if self.removing:
            sets = unusual.generate_captures(self.enemy, self.removing, self.variant)
            turns: Iterator[unusual.UnusualTurn] = ((None, None, captures) for captures in sets)
        else:
            turns = unusual.generate_turns(self.state, self.variant)
        for origin, target, captures in turns:
            captured, also = (captures[0], captures[1:]) if captures else (None, ())
            yield Move(origin, target, captured, self.board, also)

    @property
    def state(self) -> State:
        """Both sides and the marks, the side to move first, as unusual rules need them."""
        marks = self.marks if self.turn is WHITE else self.marks.swapped
        return State(*self.sides, marks)

    @property
    def takings(self) -> int:
        """How many sides have yet to take a man after the placing; the side to move takes now."""
        return self.marks.takings

    def with_marks(self, marks: Marks) -> Position:
        """Return this position with the marks that unusual rules need, White's side first.

        >>> from merels.rules.unusual import NO_MARKS, Ban, Marks
        >>> position = Position(0b111, 0b11100000, variant="morabaraba")
        >>> position.with_marks(Marks(Ban(3, 2))).marks.ban, position.with_marks(NO_MARKS).marks.ban
        (Ban(origin=3, target=2), None)
        """
        fields = (self.white, self.black, self.white_in_hand, self.black_in_hand)
        return _position(*fields, self.turn, self.removing, self.variant, marks)

    def read_move(self, move: AnyMove) -> Move:
        """Return a move on this board, given as a `Move` or as algebraic text; it may be illegal.

        Raises `NotationError` if it is neither.
        """
        return move_of(move, self.board)

    def play(self, move: AnyMove) -> Position:
        """Return the position after a legal move, a `Move` or algebraic text.

        >>> Position.start().play("d6").play("f4").men(BLACK)
        ('f4',)

        Raises `NotationError` if text is not a move, and `IllegalMoveError`, which quotes the move
        and the position and gives the reason.
        """
        from merels.rules.legal import explain_illegal

        move = move_of(move, self.board)
        problem = explain_illegal(self, move)
        if problem is not None:
            raise IllegalMoveError(f"{str(move)!r} is illegal in {self.fen()!r}: {problem}")
        return self.successor(move)

    def successor(self, move: AnyMove) -> Position:
        """Return the position after a move, which must be legal: it is not checked."""
        move = move_of(move, self.board)
        if not self.variant.is_usual:
            return self._unusual_successor(move)
        after = self.sides.after((move.origin, move.target, move.captured))
        return self._seen_by(self.turn.other, after)

    def _unusual_successor(self, move: Move) -> Position:
        turn = move.origin, move.target, move.captures
        after, again = unusual.play(self.state, turn, self.variant)
        return self._seen_in(self.turn if again else self.turn.other, after)

    def _seen_in(self, turn: Color, state: State, *, removing: int = False) -> Position:
        """Return a position of this unusual variant in which ``turn`` is to move."""
        seen = state if turn is WHITE else state.swapped
        return _position(*seen[:4], turn, removing, self.variant, seen.marks)

    def closes_mill(self, move: AnyMove) -> bool:
        """Return whether a move closes a mill of the side to move."""
        move = move_of(move, self.board)
        if move.target is None:
            return False
        men = generator.stand_after(self.own, move.origin, move.target)
        return generator.in_mill(men, move.target, self.board)

    def count_captures(self, move: AnyMove) -> int:
        """Return how many men a step must capture, or captures that complete a turn."""
        move = move_of(move, self.board)
        if move.target is None:
            return int(self.removing) or (1 if self.takings else 0)
        if not self.variant.is_usual:
            return unusual.count_captures(self.state, move.origin, move.target, self.variant)
        return int(self.enemy != 0 and self.closes_mill(move))

    def owes_capture(self, move: AnyMove) -> bool:
        """Return whether a move is half a turn: it closes a mill and names no man to capture.

        Where a turn takes several men, a move that names too few is half a turn as well.
        """
        move = move_of(move, self.board)
        if not self.variant.is_usual:
            return len(move.captures) < self.count_captures(move)
        return (
            move.captured is None
            and not self.removing
            and self.enemy != 0
            and self.closes_mill(move)
        )

    def tokens(self, move: AnyMove) -> tuple[str, ...]:
        """Return the tokens of a legal move in an order in which they can be played."""
        move = move_of(move, self.board)
        if not move.also:
            return move.tokens()
        taken = unusual.take_order(self.enemy, move.captures, self.variant)
        step = () if move.target is None else move.with_captures().tokens()
        return *step, *(f"x{self.board.names[point]}" for point in taken)

    def before_removal(self, move: AnyMove) -> Position:
        """Return the mid-turn position after the first half of a move that closes a mill."""
        move = move_of(move, self.board)
        if not self.variant.is_usual:
            left = self.count_captures(move) - len(move.captures)
            if not left:  # a whole turn: as if it named no captures
                move, left = move.with_captures(), len(move.captures)
            turn = move.origin, move.target, move.captures
            state = unusual.move_men(self.state, turn, self.variant)
            return self._seen_in(self.turn, state, removing=left)
        after = self.sides.after((move.origin, move.target, None))
        return self._seen_by(self.turn, after.swapped, removing=True)

    def _seen_by(self, turn: Color, sides: Sides, *, removing: int = False) -> Position:
        """Return a position of this variant in which ``turn`` is to move and sees ``sides``."""
        white_first = sides if turn is WHITE else sides.swapped
        return Position(*white_first, turn, removing, self.variant)

    # Other views of the same position.

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image under one of the board's symmetries."""
        white, black = transform(self.white, symmetry), transform(self.black, symmetry)
        if self.marks == NO_MARKS:
            return replace(self, white=white, black=black)
        return replace(self, white=white, black=black, marks=self.marks.transform(symmetry))  # type: ignore[call-arg]  # a field of a marked position

    def swap_colors(self) -> Position:
        """Return the same position with White and Black exchanged, side to move included."""
        if self.marks != NO_MARKS:
            return self._seen_in(self.turn.other, self.state, removing=self.removing)
        return self._seen_by(self.turn.other, self.sides, removing=self.removing)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The permutations of the points that do not change play; the first is the identity.

        They are the board's symmetries and, where both sides fly, so that steps do not matter,
        all permutations that keep the lines: on nine men's board 48 instead of 16.
        """
        flying = self.variant.flying
        own, enemy, own_in_hand, enemy_in_hand = self.sides
        both_fly = generator.may_fly(own, own_in_hand, flying) and generator.may_fly(
            enemy, enemy_in_hand, flying
        )
        return self.board.line_symmetries if both_fly else self.board.symmetries

    def canonical(self) -> Position:
        """Return the image that stands for all `symmetries`: equal for equivalent positions.

        It is the image with the least mask of the side that is not to move; among equal masks, the
        image with the least mask of the side to move. Colours stay; `sides` of the result leaves
        them out.

        >>> start = Position.start()
        >>> len({start.play(move).canonical() for move in start.legal_moves})
        4
        """
        if self.marks != NO_MARKS:
            images_with_marks = (self.transform(each) for each in self.symmetries)
            return min(images_with_marks, key=lambda each: (each.enemy, each.own, _order(each)))
        own, enemy, own_in_hand, enemy_in_hand = self.sides
        images = ((transform(enemy, each), transform(own, each)) for each in self.symmetries)
        enemy, own = min(images)
        sides = Sides(own, enemy, own_in_hand, enemy_in_hand)
        return self._seen_by(self.turn, sides, removing=self.removing)

    def is_equivalent(self, other: AnyPosition) -> bool:
        """Return whether another position, or a game's position, is an image of this one.

        Variant, side to move and men in hand must be the same; `swap_colors` exchanges the sides.

        >>> start = Position.start()
        >>> start.play("a7").is_equivalent(start.play("g1"))
        True
        >>> start.play("a7").is_equivalent(start.play("d7"))
        False
        """
        return self.canonical() == position_of(other).canonical()

    def __repr__(self) -> str:
        extra = f", removing={self.removing!r}" if self.removing else ""
        if self.variant != NINE_MENS_MORRIS:
            extra += f", variant={self.variant!r}"
        if self.marks != NO_MARKS:
            extra += f", marks={self.marks!r}"
        return (
            f"{type(self).__name__}(white={self.white:#b}, black={self.black:#b}, "
            f"white_in_hand={self.white_in_hand}, black_in_hand={self.black_in_hand}, "
            f"turn={self.turn!r}{extra})"
        )

    def __str__(self) -> str:
        from merels.rules.text import draw_to_print

        return draw_to_print(self)

    def _repr_svg_(self) -> str:
        """Return the picture shown in notebooks."""
        return draw_board(self)


@dataclass(frozen=True, slots=True, repr=False)
class MarkedPosition(Position):
    """A position that remembers more than its men; ordinary positions stay small."""

    marks: Marks = NO_MARKS  # type: ignore[misc]  # a field here, a constant of `Position`


def _position(
    white: Mask,
    black: Mask,
    white_in_hand: int,
    black_in_hand: int,
    turn: Color,
    removing: int,
    variant: Variant,
    marks: Marks,
) -> Position:
    """Return a position, marked if there is something to remember."""
    if marks == NO_MARKS:
        return Position(white, black, white_in_hand, black_in_hand, turn, removing, variant)
    hands = white_in_hand, black_in_hand
    return MarkedPosition(white, black, *hands, turn, removing, variant, marks)


def _order(position: Position) -> tuple[Ban, Ban]:
    """Return a sort key of equivalent positions with the same men."""
    marks = position.state.marks
    return marks.ban or Ban(-1, -1), marks.other_ban or Ban(-1, -1)


AnyPosition: TypeAlias = "Position | Game"
"""A position, or a game for its current position."""


def position_of(position: AnyPosition) -> Position:
    """Return a position, or a game's current position; raises `NotationError` otherwise."""
    if isinstance(position, Position):
        return position
    current = getattr(position, "position", None)
    if isinstance(current, Position):
        return current
    advice = "give a Position or a Game; Position.from_fen reads a FEN"
    raise NotationError(f"{position!r} is not a position", advice)


def _check(position: Position) -> None:
    """Raise `PositionError` if the fields contradict each other."""
    if not isinstance(position.turn, Color):  # a plain 0 or 1 would compare equal
        raise PositionError("turn", f"{position.turn!r} is neither WHITE nor BLACK")
    for color in (WHITE, BLACK):
        name = color.name.lower()
        men, in_hand = position.mask(color), position.in_hand(color)
        if not 0 <= men <= position.board.full:
            count = len(position.board.names)
            raise PositionError(name, f"{men:#x} has bits outside the {count} points")
        if in_hand < 0:
            raise PositionError(f"{name}_in_hand", f"{in_hand} is negative")
        if men.bit_count() + in_hand > position.variant.men:
            raise PositionError(
                f"{name}_in_hand",
                f"{men.bit_count()} men on the board and {in_hand} in hand make "
                f"{men.bit_count() + in_hand}; {color} has at most {position.variant.men}",
            )
    both = position.white & position.black
    if both:
        names = ", ".join(position.board.names[p] for p in points_of(both))
        raise PositionError("black", f"a white man already stands there: {names}")
    if position.variant.placing is Placing.FIRST:
        _check_hands(position)
    if position.removing:
        _check_removing(position)
    if not position.variant.is_usual or position.removing > 1 or position.marks != NO_MARKS:
        _check_marks(position)


def _check_hands(position: Position) -> None:
    """Raise unless the side to move has as many men in hand as its opponent, or one more.

    The sides take turns placing, so no other difference is possible.
    """
    _, _, own, enemy = position.sides
    if position.takings and not own + enemy:
        return  # the side that closed the first mill takes first
    if position.removing and own + enemy > 0:
        own += 1  # the man that closed the mill is no longer in hand
    if own - enemy not in (0, 1):
        name = position.turn.name.lower()
        raise PositionError(
            f"{name}_in_hand",
            f"{position.turn} to move cannot have {position.in_hand(position.turn)} men in hand "
            f"while {position.turn.other} has {enemy}: the sides take turns placing, and neither "
            "moves until both have placed all their men",
        )


def _check_removing(position: Position) -> None:
    if not generator.men_in_mills(position.own, position.board):
        raise PositionError("removing", f"{position.turn} has no mill and cannot capture")
    is_first = not position.variant.several  # the turn may have taken other men already
    if is_first and generator.has_too_few(position.enemy, position.in_hand(position.turn.other)):
        raise PositionError(
            "removing", f"{position.turn.other} has fewer than three men; the game is already over"
        )
    if not position.enemy:
        raise PositionError("removing", f"{position.turn.other} has no man on the board to capture")


def _check_marks(position: Position) -> None:
    """Raise unless the marks of a position agree with its men and its variant."""
    variant, marks = position.variant, position.marks
    for color, ban in ((WHITE, marks.ban), (BLACK, marks.other_ban)):
        if ban is None:
            continue
        if not variant.return_ban:
            raise PositionError("marks", "the variant has no return ban")
        men = position.mask(color)
        if not men >> ban.target & 1 or men >> ban.origin & 1:
            raise PositionError("marks", f"{color} has made no step or flight {ban}")
    if variant.captures is Captures.AFTER_PLACING:
        _check_first_mill(position)
    elif marks.first_mill or marks.takings:
        raise PositionError("marks", "mills of this variant capture while men are placed")
    if position.removing > 1 and not variant.several:
        raise PositionError("removing", "a move of this variant takes one man")
    if position.removing > max(1, position.enemy.bit_count()):
        raise PositionError("removing", f"{position.removing} men are more than there are")


def _check_first_mill(position: Position) -> None:
    marks, men = position.marks, position.variant.men
    totals = position.total(position.turn), position.total(position.turn.other)
    if position.white_in_hand or position.black_in_hand:
        mills = [
            bool(generator.men_in_mills(position.mask(color), position.board))
            for color in (WHITE, BLACK)
        ]
        if totals != (men, men):
            raise PositionError("white_in_hand", "no man is lost while men are placed")
        if marks.takings or position.removing:
            raise PositionError("marks", "no man is taken while men are placed")
        if marks.first_mill and not mills[marks.first_mill - 1]:
            raise PositionError("marks", "the side that closed the first mill has no mill")
        if not marks.first_mill and any(mills):
            raise PositionError("marks", "there are mills, but nobody closed the first")
    elif marks.first_mill:
        raise PositionError("marks", "all men are placed: nobody closes the first mill")
    elif marks.takings and (position.removing or totals != (men - 2 + marks.takings, men)):
        raise PositionError("marks", "each side takes one of the men that were placed")
    elif not marks.takings and max(totals) >= men:
        raise PositionError("white", f"a side that has been taken from has at most {men - 1} men")
