"""A position: two sets of men, men in hand, whose turn it is, and the variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from merels.board.geometry import FULL, Mask, points_of
from merels.board.names import ALGEBRAIC_NAMES
from merels.board.symmetry import Symmetry, transform
from merels.errors import IllegalMoveError, PositionError
from merels.rules import generator
from merels.rules.color import BLACK, WHITE, Color
from merels.rules.move import Move
from merels.rules.variant import NINE_MENS_MORRIS, Variant

if TYPE_CHECKING:
    from merels.rules.legal import LegalMoves


class Phase(Enum):
    """What a side does in its turn."""

    PLACING = "placing"
    MOVING = "moving"
    FLYING = "flying"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """An immutable, hashable position.

    Masks have bit ``p`` set where a man stands on point ``p``. ``removing`` marks a position in
    mid-turn: the side to move has closed a mill and must still take a man.

    >>> Position(white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=WHITE)
    Position(white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=WHITE)
    >>> start = Position.start()
    >>> len(start.legal_moves)
    24
    >>> start.play(Move.parse("d6")).fen()
    '********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0 1'

    Raises `PositionError`, which names the field, where the fields contradict each other.
    """

    white: Mask
    black: Mask
    white_in_hand: int = 0
    black_in_hand: int = 0
    turn: Color = WHITE
    removing: bool = False
    variant: Variant = field(default=NINE_MENS_MORRIS)

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def start(cls, variant: Variant = NINE_MENS_MORRIS) -> Position:
        """Return the empty board with all men in hand."""
        return cls(0, 0, variant.men, variant.men, WHITE, variant=variant)

    @classmethod
    def from_fen(cls, text: str, variant: Variant = NINE_MENS_MORRIS) -> Position:
        """Read a FEN; see `merels.rules.text.fen`."""
        from merels.rules.text.fen import parse_fen

        return parse_fen(text, variant).position

    def fen(self) -> str:
        """Return the position as FEN, as if it began a game."""
        from merels.rules.text.fen import format_fen

        return format_fen(self)

    # What the side to move sees.

    def men(self, color: Color) -> Mask:
        """Return the points where ``color`` has men."""
        return self.white if color is WHITE else self.black

    def in_hand(self, color: Color) -> int:
        """Return how many men ``color`` has still to place."""
        return self.white_in_hand if color is WHITE else self.black_in_hand

    def total(self, color: Color) -> int:
        """Return how many men ``color`` has, board and hand together."""
        return self.men(color).bit_count() + self.in_hand(color)

    @property
    def own(self) -> Mask:
        """Men of the side to move."""
        return self.men(self.turn)

    @property
    def enemy(self) -> Mask:
        """Men of the other side."""
        return self.men(self.turn.other)

    @property
    def empty(self) -> Mask:
        """Points without a man."""
        return FULL & ~(self.white | self.black)

    def phase(self, color: Color | None = None) -> Phase:
        """Return what ``color`` (by default the side to move) does in its turns."""
        color = self.turn if color is None else color
        if self.in_hand(color):
            return Phase.PLACING
        if generator.may_fly(self.men(color), 0, self.variant.flying):
            return Phase.FLYING
        return Phase.MOVING

    # Moves.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, as a view that can be counted, searched and iterated."""
        from merels.rules.legal import LegalMoves

        return LegalMoves(lambda: self)

    def generate_moves(self) -> Iterator[Move]:
        """Yield the legal moves, ordered by origin, target and captured man."""
        if self.removing:
            turns = generator.generate_removals(self.enemy)
        else:
            turns = generator.generate_turns(
                self.own,
                self.enemy,
                self.in_hand(self.turn),
                self.in_hand(self.turn.other),
                self.variant.flying,
            )
        for origin, target, captured in turns:
            yield Move(origin, target, captured)

    def play(self, move: Move) -> Position:
        """Return the position after a legal move.

        Raises `IllegalMoveError`, which quotes move and position and says what is wrong.
        """
        from merels.rules.legal import explain_illegal

        problem = explain_illegal(self, move)
        if problem is not None:
            raise IllegalMoveError(f"{str(move)!r} is illegal in {self.fen()!r}: {problem}")
        return self.successor(move)

    def successor(self, move: Move) -> Position:
        """Return the position after a move that is known to be legal."""
        own, enemy, in_hand = self.own, self.enemy, self.in_hand(self.turn)
        if move.target is not None:
            own = generator.stand_after(own, move.origin, move.target)
            in_hand -= move.origin is None
        if move.captured is not None:
            enemy &= ~(1 << move.captured)
        return self._with(own, enemy, in_hand, self.turn.other, removing=False)

    def closes_mill(self, move: Move) -> bool:
        """Whether a move ends in a mill of the side to move (and so takes a man)."""
        if move.target is None:
            return False
        return generator.in_mill(
            generator.stand_after(self.own, move.origin, move.target), move.target
        )

    def before_removal(self, move: Move) -> Position:
        """Return the mid-turn position after the first action of a move that closes a mill."""
        assert move.target is not None
        own = generator.stand_after(self.own, move.origin, move.target)
        in_hand = self.in_hand(self.turn) - (move.origin is None)
        return self._with(own, self.enemy, in_hand, self.turn, removing=True)

    def _with(
        self, own: Mask, enemy: Mask, own_in_hand: int, turn: Color, *, removing: bool
    ) -> Position:
        enemy_in_hand = self.in_hand(self.turn.other)
        if self.turn is WHITE:
            sides = own, enemy, own_in_hand, enemy_in_hand
        else:
            sides = enemy, own, enemy_in_hand, own_in_hand
        return Position(*sides, turn, removing, self.variant)

    # Other views of the same position.

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image under one of `merels.board.symmetry.SYMMETRIES`."""
        return Position(
            transform(self.white, symmetry),
            transform(self.black, symmetry),
            self.white_in_hand,
            self.black_in_hand,
            self.turn,
            self.removing,
            self.variant,
        )

    def swap_colors(self) -> Position:
        """Return the same position with White and Black exchanged, the turn included."""
        return Position(
            self.black,
            self.white,
            self.black_in_hand,
            self.white_in_hand,
            self.turn.other,
            self.removing,
            self.variant,
        )

    def __repr__(self) -> str:
        extra = ", removing=True" if self.removing else ""
        if self.variant != NINE_MENS_MORRIS:
            extra += f", variant={self.variant!r}"
        return (
            f"Position(white={self.white:#b}, black={self.black:#b}, "
            f"white_in_hand={self.white_in_hand}, black_in_hand={self.black_in_hand}, "
            f"turn={self.turn!r}{extra})"
        )

    def __str__(self) -> str:
        from merels.rules.text.diagram import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        from merels.svg import board

        return board(self)


def _check(position: Position) -> None:
    """Raise `PositionError` unless the fields agree with each other."""
    if not isinstance(position.turn, Color):  # a plain 0 or 1 would pass for equal, then mislead
        raise PositionError("turn", f"{position.turn!r} is neither WHITE nor BLACK")
    for color in (WHITE, BLACK):
        name = color.name.lower()
        men, in_hand = position.men(color), position.in_hand(color)
        if not 0 <= men <= FULL:
            raise PositionError(name, f"{men:#x} has bits outside the 24 points")
        if in_hand < 0:
            raise PositionError(f"{name}_in_hand", f"{in_hand} is less than none")
        if men.bit_count() + in_hand > position.variant.men:
            raise PositionError(
                f"{name}_in_hand",
                f"{men.bit_count()} men on the board and {in_hand} in hand are "
                f"{men.bit_count() + in_hand}; {color} has at most {position.variant.men}",
            )
    both = position.white & position.black
    if both:
        names = ", ".join(ALGEBRAIC_NAMES[p] for p in points_of(both))
        raise PositionError("black", f"a white man stands there already: {names}")
    _check_hands(position)
    if position.removing:
        _check_removing(position)


def _check_hands(position: Position) -> None:
    """Raise unless the side to move has as many men in hand as the other, or one more.

    The sides place in turn, so nothing else can be.
    """
    own, enemy = position.in_hand(position.turn), position.in_hand(position.turn.other)
    if position.removing and own + enemy > 0:
        own += 1  # the man that closed the mill has been placed already
    if own - enemy not in (0, 1):
        name = position.turn.name.lower()
        raise PositionError(
            f"{name}_in_hand",
            f"{position.in_hand(position.turn)} in hand cannot be with {position.turn} to move "
            f"while {position.turn.other} has {enemy}: men are placed in turn, and nobody moves "
            "while the other still places",
        )


def _check_removing(position: Position) -> None:
    if not generator.men_in_mills(position.own):
        raise PositionError("removing", f"{position.turn} has no mill and takes no man")
    if generator.has_too_few(position.enemy, position.in_hand(position.turn.other)):
        raise PositionError(
            "removing", f"{position.turn.other} has fewer than three men; the game was over before"
        )
    if not position.enemy:
        raise PositionError("removing", f"{position.turn.other} has no man that could be taken")
