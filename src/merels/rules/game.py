"""A game: a position with its history, and the rules that need one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from merels.errors import IllegalMoveError, PositionError
from merels.rules.color import BLACK, Color
from merels.rules.legal import LegalMoves, explain_illegal
from merels.rules.move import Move
from merels.rules.outcome import Outcome, Reason, position_outcome
from merels.rules.position import Position
from merels.rules.text.fen import check_counters, format_fen, parse_fen
from merels.rules.variant import NINE_MENS_MORRIS, Variant

REPETITIONS: Final = 3
PLY_LIMIT: Final = 100


@dataclass(frozen=True, slots=True)
class DrawRules:
    """When a played game is drawn; each rule can be switched off with None.

    ``repetitions``: the game ends when a position occurs for this time. ``ply_limit``: it ends
    after this many plies without a removal.
    """

    repetitions: int | None = REPETITIONS
    ply_limit: int | None = PLY_LIMIT

    def __post_init__(self) -> None:
        if self.repetitions is not None and self.repetitions < 2:
            raise PositionError("repetitions", f"{self.repetitions} is less than 2")
        if self.ply_limit is not None and self.ply_limit < 1:
            raise PositionError("ply_limit", f"{self.ply_limit} is less than 1")


NO_DRAW_RULES: Final = DrawRules(repetitions=None, ply_limit=None)


@dataclass(frozen=True, slots=True)
class _Ply:
    """A position in the course of a game, the counters there, and the move that led to it."""

    position: Position
    plies_since_removal: int
    move_number: int
    move: Move | None = None


class Game:
    """A game in progress: play moves, take them back, ask how it stands.

    Playing, taking back and asking for the outcome cost the same however long the game is.

    >>> game = Game()
    >>> for text in ("d6", "f4", "d2"):
    ...     game.push(text)
    >>> game.pop()
    Move(origin=None, target=13, captured=None)
    >>> game.redo()
    Move(origin=None, target=13, captured=None)
    >>> [str(move) for move in game.history], len(game.legal_moves), game.outcome()
    (['d6', 'f4', 'd2'], 21, None)
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        variant: Variant = NINE_MENS_MORRIS,
        draw_rules: DrawRules | None = None,
        plies_since_removal: int = 0,
        move_number: int = 1,
    ) -> None:
        check_counters(plies_since_removal, move_number)
        start = Position.start(variant) if position is None else position
        self.draw_rules = DrawRules() if draw_rules is None else draw_rules
        self._plies = [_Ply(start, plies_since_removal, move_number)]
        self._undone: list[_Ply] = []
        self._occurred = Counter((start,))  # how often each position is in `_plies`
        self._resigned: Color | None = None

    @classmethod
    def from_fen(
        cls,
        text: str,
        *,
        variant: Variant = NINE_MENS_MORRIS,
        draw_rules: DrawRules | None = None,
    ) -> Game:
        """Start from a FEN, its counters included."""
        record = parse_fen(text, variant)
        return cls(
            record.position,
            draw_rules=draw_rules,
            plies_since_removal=record.plies_since_removal,
            move_number=record.move_number,
        )

    # How it stands.

    @property
    def position(self) -> Position:
        """The current position."""
        return self._plies[-1].position

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._plies[0].position

    @property
    def start_fen(self) -> str:
        """The FEN that the game began with, counters included."""
        return self._fen(self._plies[0])

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.position.turn

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.position.variant

    @property
    def legal_moves(self) -> LegalMoves:
        """A live view of the legal moves: it always shows those of the current position."""
        return LegalMoves(lambda: self.position)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(ply.move for ply in self._plies if ply.move is not None)

    @property
    def last_move(self) -> Move | None:
        """The last move, None at the start."""
        return self._plies[-1].move

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions so far, the first and the current one included."""
        return tuple(ply.position for ply in self._plies)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves taken back, the one that `redo` would play first."""
        return tuple(ply.move for ply in reversed(self._undone) if ply.move is not None)

    @property
    def ply(self) -> int:
        """How many moves have been played since the start."""
        return len(self._plies) - 1

    @property
    def plies_since_removal(self) -> int:
        """Plies since a man was taken."""
        return self._plies[-1].plies_since_removal

    @property
    def move_number(self) -> int:
        """The number of the current move; it grows after each turn of Black."""
        return self._plies[-1].move_number

    def fen(self) -> str:
        """Return the current position with the counters of this game."""
        return self._fen(self._plies[-1])

    def occurrences(self, position: Position | None = None) -> int:
        """Return how often a position has occurred, by default the current one, now included."""
        return self._occurred[self.position if position is None else position]

    def outcome(self) -> Outcome | None:
        """Return winner and reason once the game is over, None while it goes on."""
        if self._resigned is not None:
            return Outcome(self._resigned.other, Reason.RESIGNATION)
        decided = position_outcome(self.position)
        if decided is not None or self.position.removing:
            return decided
        rules = self.draw_rules
        if rules.repetitions is not None and self.occurrences() >= rules.repetitions:
            return Outcome(None, Reason.REPETITION)
        if rules.ply_limit is not None and self.plies_since_removal >= rules.ply_limit:
            return Outcome(None, Reason.PLY_LIMIT)
        return None

    # Play.

    def push(self, move: Move | str) -> None:
        """Play a move, given as such or as algebraic text; what was taken back is forgotten.

        >>> game = Game()
        >>> game.push("d6")
        >>> game.push(Move.parse("f4"))

        Raises `NotationError` where text is not a move, and `IllegalMoveError`, which quotes move
        and position, where it is illegal, also when the game is over.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        outcome = self.outcome()
        problem = (
            explain_illegal(self.position, move)
            if outcome is None
            else f"the game is over, {outcome.reason.value}"
        )
        if problem is not None:
            raise IllegalMoveError(f"{str(move)!r} is illegal in {self.fen()!r}: {problem}")
        last = self._plies[-1]
        self._add(
            _Ply(
                position=last.position.successor(move),
                plies_since_removal=0
                if move.captured is not None
                else last.plies_since_removal + 1,
                move_number=last.move_number + (last.position.turn is BLACK),
                move=move,
            )
        )
        self._undone.clear()

    def pop(self) -> Move:
        """Take back the last move and return it; a resignation is taken back with it.

        Raises `IndexError` at the start of the game.
        """
        if not self.ply:
            raise IndexError("there is no move to take back")
        self._resigned = None
        ply = self._plies.pop()
        self._undone.append(ply)
        self._occurred[ply.position] -= 1
        if not self._occurred[ply.position]:
            del self._occurred[ply.position]
        assert ply.move is not None
        return ply.move

    def redo(self) -> Move:
        """Play the move that was taken back last and return it.

        Raises `IndexError` where nothing was taken back.
        """
        if not self._undone:
            raise IndexError("there is no move to play again")
        ply = self._undone.pop()
        self._add(ply)
        assert ply.move is not None
        return ply.move

    def resign(self, color: Color | None = None) -> None:
        """End the game: ``color`` (by default the side to move) gives up.

        As after a move, what was taken back before is forgotten. A finished game stays as it is.
        """
        if self.outcome() is None:
            self._resigned = self.turn if color is None else color
            self._undone.clear()

    def _add(self, ply: _Ply) -> None:
        self._plies.append(ply)
        self._occurred[ply.position] += 1

    def __str__(self) -> str:
        """Return the board as text, and below it whose turn it is or how the game ended."""
        return f"{self.position}\n{self._describe()}"

    def _describe(self) -> str:
        outcome = self.outcome()
        if outcome is None:
            action = "take a man" if self.position.removing else "move"
            return f"{self.turn} to {action}"
        result = "Draw" if outcome.winner is None else f"{outcome.winner} wins"
        return f"{result} ({outcome.reason.value})"

    def __repr__(self) -> str:
        return f"<Game: {self.ply} plies, {self.fen()!r}>"

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show, with the traces of the last move."""
        from merels.svg import board

        return board(self.position, last_move=self._plies[-1].move)

    @staticmethod
    def _fen(ply: _Ply) -> str:
        return format_fen(ply.position, ply.plies_since_removal, ply.move_number)
