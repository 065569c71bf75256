"""A game: a position with its history, and the rules that depend on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from merels.errors import IllegalMoveError
from merels.rules.legal import LegalMoves, explain_illegal, explain_illegal_action
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.outcome import DrawRules, Outcome, Reason, position_outcome
from merels.rules.position import AnyPosition, Color, Position, position_of
from merels.rules.text import GameState, check_counters, parse_fen
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.svg.drawing import board as draw_board


@dataclass(frozen=True, slots=True)
class _Ply:
    """A state of the game and the move that led to it, None at the start."""

    state: GameState
    move: Move | None = None


class Game:
    """A game in progress: play moves, take them back, ask for the outcome.

    Playing, taking back and the outcome take the same time, however long the game is.

    >>> game = Game()
    >>> for text in ("d6", "f4", "d2"):
    ...     game.push(text)
    >>> game.pop()
    Move(origin=None, target=13, captured=None)
    >>> game.redo()
    Move(origin=None, target=13, captured=None)
    >>> [str(move) for move in game.history], len(game.legal_moves), game.outcome()
    (['d6', 'f4', 'd2'], 21, None)

    A move is a whole turn. `push_action` also plays half a move: after a move that closes a mill
    without naming a capture the game is in mid-turn, and the next action is the capture.

    Variants are text, too, as `merels.variant` reads it; moves are algebraic text.

    >>> game = Game(variant="six")
    >>> game.push("a5")
    >>> game.variant
    variant('six')
    """

    def __init__(
        self,
        position: AnyPosition | None = None,
        *,
        variant: AnyVariant = NINE_MENS_MORRIS,
        draw_rules: DrawRules | None = None,
        plies_since_removal: int = 0,
        move_number: int = 1,
    ) -> None:
        check_counters(plies_since_removal, move_number)
        start = Position.start(variant) if position is None else position_of(position)
        self.draw_rules = DrawRules() if draw_rules is None else draw_rules
        # In mid-turn the last move is the first half of the turn; the whole turn will replace it.
        self._plies = [_Ply(GameState(start, plies_since_removal, move_number))]
        self._undone: list[_Ply] = []
        self._occurred = Counter((start,))  # how often each position is in `_plies`
        self._resigned: Color | None = None

    @classmethod
    def from_fen(
        cls,
        text: str,
        *,
        variant: AnyVariant = NINE_MENS_MORRIS,
        draw_rules: DrawRules | None = None,
    ) -> Game:
        """Start from a FEN, including its counters."""
        return cls.from_state(parse_fen(text, variant), draw_rules=draw_rules)

    @classmethod
    def from_state(cls, state: GameState, *, draw_rules: DrawRules | None = None) -> Game:
        """Start from a position and its counters."""
        return cls(
            state.position,
            draw_rules=draw_rules,
            plies_since_removal=state.plies_since_removal,
            move_number=state.move_number,
        )

    def copy(self) -> Game:
        """Return the same game, with its history, to play on independently.

        >>> game = Game()
        >>> game.copy().push("d6")
        >>> game.ply
        0
        """
        twin = Game(self.start, draw_rules=self.draw_rules)
        twin._plies, twin._undone = list(self._plies), list(self._undone)
        twin._occurred, twin._resigned = self._occurred.copy(), self._resigned
        return twin

    # The current state.

    @property
    def state(self) -> GameState:
        """The current position with its counters."""
        return self._plies[-1].state

    @property
    def position(self) -> Position:
        """The current position; in mid-turn, `Position.removing` is set."""
        return self._plies[-1].state.position

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._plies[0].state.position

    @property
    def start_fen(self) -> str:
        """The FEN that the game began with, including its counters."""
        return self._plies[0].state.fen()

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.position.turn

    @property
    def variant(self) -> Variant:
        """The variant being played."""
        return self.position.variant

    @property
    def legal_moves(self) -> LegalMoves:
        """A live view of the legal moves in the current position; captures alone in mid-turn."""
        return LegalMoves(lambda: self.position)

    @property
    def is_mid_turn(self) -> bool:
        """Whether the side to move has closed a mill and must now capture a man."""
        return bool(self.position.removing)

    @property
    def pending(self) -> Move | None:
        """The half of a turn that awaits its capture.

        None outside mid-turn, and in mid-turn if the game began there.
        """
        return self._plies[-1].move if self.is_mid_turn else None

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played so far: whole turns, so `pending` is not among them."""
        return tuple(ply.move for ply in self._plies[: self.ply + 1] if ply.move is not None)

    @property
    def last_move(self) -> Move | None:
        """The last move of `history`, None at the start."""
        return self._plies[self.ply].move

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions so far, from the first to the current position."""
        return tuple(ply.state.position for ply in self._plies)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would play, next first; none in mid-turn."""
        if self.pending is not None:
            return ()
        return tuple(ply.move for ply in reversed(self._undone) if ply.move is not None)

    @property
    def ply(self) -> int:
        """How many moves have been played: the length of `history`."""
        return len(self._plies) - 1 - (self.pending is not None)

    @property
    def plies_since_removal(self) -> int:
        """Plies since the last capture."""
        return self.state.plies_since_removal

    @property
    def move_number(self) -> int:
        """The number of the current move; it grows after each of Black's turns."""
        return self.state.move_number

    def fen(self) -> str:
        """Return the current position as FEN, with the counters of this game."""
        return self.state.fen()

    def tokens(self) -> tuple[str, ...]:
        """Return all actions so far as engine tokens, `pending` included; see `Move.tokens`.

        >>> game = Game()
        >>> for token in "d6 f4 d5 b4 d7 xb4 a1".split():
        ...     game.push_action(token)
        >>> game.tokens(), game.ply
        (('d6', 'f4', 'd5', 'b4', 'd7', 'xb4', 'a1'), 6)
        """
        plies = zip(self._plies, self._plies[1:], strict=False)
        turns = ((before.state.position, ply.move) for before, ply in plies if ply.move)
        return tuple(token for position, move in turns for token in position.tokens(move))

    def occurrences(self, position: AnyPosition | None = None) -> int:
        """Return how often a position, by default the current position, has occurred so far."""
        return self._occurred[self.position if position is None else position_of(position)]

    def outcome(self) -> Outcome | None:
        """Return winner and reason if the game is over, else None."""
        if self._resigned is not None:
            return Outcome(self._resigned.other, Reason.RESIGNATION)
        return self._outcome_at(self.state, self.occurrences())

    def outcome_after(self, move: AnyMove) -> Outcome | None:
        """Return the outcome that a legal move would lead to, None if the game would go on.

        >>> Game().outcome_after("d6") is None
        True
        """
        state = self.state.after(move_of(move, self.variant.board))
        return self._outcome_at(state, self.occurrences(state.position) + 1)

    def _outcome_at(self, state: GameState, occurrences: int) -> Outcome | None:
        decided = position_outcome(state.position)
        if decided is not None or state.position.removing:
            return decided
        return self.draw_rules.outcome(occurrences, state.plies_since_removal, state.position)

    # Play.

    def push(self, move: AnyMove) -> None:
        """Play a move, a `Move` or algebraic text; clears `undone`.

        >>> game = Game()
        >>> game.push("d6")
        >>> game.push(Move.parse("f4"))

        In mid-turn the move is a capture such as ``xb4``.

        Raises `NotationError` if text is not a move, and `IllegalMoveError`, which quotes the move
        and the position, if the move is illegal or the game is over.
        """
        self._play(move, explain_illegal)

    def push_action(self, action: AnyMove) -> None:
        """Play a move or half a move, a `Move` or algebraic text.

        A move that closes a mill may leave out its capture; the game is then in mid-turn until the
        capture follows. Only then is the turn complete and part of `history`, as one move:

        >>> game = Game()
        >>> for text in ("d6", "f4", "d5", "b4", "d7"):
        ...     game.push_action(text)
        >>> game.is_mid_turn, [str(move) for move in game.legal_moves], game.ply
        (True, ['xf4', 'xb4'], 4)
        >>> game.push_action("xb4")
        >>> game.is_mid_turn, str(game.last_move), game.ply
        (False, 'd7xb4', 5)

        In mid-turn `pop` takes the half back. Raises as `push` does.
        """
        self._play(action, explain_illegal_action)

    def _play(self, move: AnyMove, explain: Callable[[Position, Move], str | None]) -> None:
        move = move_of(move, self.variant.board)
        outcome = self.outcome()
        problem = (
            explain(self.position, move)
            if outcome is None
            else f"the game is over: {outcome.reason.value}"
        )
        if problem is not None:
            raise IllegalMoveError(f"{str(move)!r} is illegal in {self.fen()!r}: {problem}")
        state, half = self.state.after(move), self.pending
        if half is not None:
            self._drop()
            move = half.with_captures(*half.captures, *move.captures)
        self._add(_Ply(state, move))
        if not self.is_mid_turn:
            self._undone.clear()

    def pop(self) -> Move:
        """Take back the last move and return it; a resignation is taken back with it.

        In mid-turn, take back and return the half alone. `redo` cannot replay the half; `undone` is
        restored to its state before the half.

        Raises `IndexError` at the start of the game.
        """
        if len(self._plies) == 1:
            raise IndexError("no move to take back")
        self._resigned = None
        was_half = self.pending is not None
        ply = self._drop()
        if not was_half:
            self._undone.append(ply)
        assert ply.move is not None
        return ply.move

    def redo(self) -> Move:
        """Play the move that was taken back last and return it.

        Raises `IndexError` if `undone` is empty.
        """
        if self.pending is not None or not self._undone:
            raise IndexError("no move to play again")
        ply = self._undone.pop()
        self._add(ply)
        assert ply.move is not None
        return ply.move

    def resign(self, color: Color | None = None) -> None:
        """Resign for ``color``, by default the side to move.

        Clears `undone` as a move does, and in mid-turn takes the half back. If the game is already
        over, nothing changes. Raises `ValueError` if ``color`` is neither White nor Black.
        """
        loser = self.turn if color is None else Color(color)
        if self.outcome() is None:
            if self.pending is not None:
                self._drop()
            self._resigned = loser
            self._undone.clear()

    def _add(self, ply: _Ply) -> None:
        self._plies.append(ply)
        self._occurred[ply.state.position] += 1

    def _drop(self) -> _Ply:
        ply = self._plies.pop()
        self._occurred[ply.state.position] -= 1
        if not self._occurred[ply.state.position]:
            del self._occurred[ply.state.position]
        return ply

    def __str__(self) -> str:
        """Return the board as text with the side to move, or the result, below."""
        return f"{self.position}\n{self._describe()}"

    def _describe(self) -> str:
        outcome = self.outcome()
        if outcome is None:
            return f"{self.turn} to {'capture' if self.is_mid_turn else 'move'}"
        result = "Draw" if outcome.winner is None else f"{outcome.winner} wins"
        return f"{result} ({outcome.reason.value})"

    def __repr__(self) -> str:
        return f"<Game: {self.ply} plies, {self.fen()!r}>"

    def _repr_svg_(self) -> str:
        """Return the picture shown in notebooks, with the last move marked."""
        return draw_board(self.position, last_move=self._plies[-1].move)


def game_of(game: AnyPosition) -> Game:
    """Return a game as it is, or a game that begins at a position."""
    return game if isinstance(game, Game) else Game(game)
