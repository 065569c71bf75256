"""A game and its players: moves and half-moves, undo and redo up to a human's turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from merels import Color, Game, Move, Outcome, Player, Position, Reason
from merels.cli.shared.view import describe_estimate, describe_exact
from merels.engine.evaluation.plain import NUMBERS
from merels.engine.players.levels import PERFECT
from merels.engine.players.plain import begin_minimax
from merels.errors import IllegalMoveError
from merels.rules.legal import explain_illegal_action

if TYPE_CHECKING:
    from merels.engine.search.searcher import Info
    from merels.values.known_positions import ExactValues

Players: TypeAlias = Mapping[Color, Player | None]
"""Who plays each side; None is a human."""

HUMAN: Final = "human"


class ConsoleGame:
    """A game in progress and its players."""

    def __init__(self, game: Game, players: Players) -> None:
        self.game = game
        self.players = players

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it is in progress."""
        return self.game.outcome()

    @property
    def names(self) -> dict[Color, str]:
        """The players' names."""
        return {
            color: HUMAN if player is None else player.name
            for color, player in self.players.items()
        }

    @property
    def watched(self) -> bool:
        """Whether both players are computers."""
        return None not in self.players.values()

    def player_to_move(self) -> Player | None:
        """Return the computer to move, None for a human or when the game is over."""
        return None if self.outcome else self.players[self.game.turn]

    def play(self, move: Move, names: tuple[str, ...] | None = None) -> Move | None:
        """Play a move or half a move.

        Returns the whole move, or None if it has closed a mill and the capture is still to come.
        Raises `IllegalMoveError` with the reason; ``names`` are the names of the points, by default
        console coordinates.
        """
        if self.outcome is not None:
            raise IllegalMoveError("the game is over")
        position = self.game.position
        problem = explain_illegal_action(position, move, names or position.board.console_names)
        if problem is not None:
            raise IllegalMoveError(problem)
        self.game.push_action(move)
        return None if self.game.is_mid_turn else self.game.last_move

    def resign(self) -> None:
        """Resign for the side to move; raises `IllegalMoveError` if the game is over."""
        if self.outcome is not None:
            raise IllegalMoveError("the game is over")
        self.game.resign()

    def undo(self) -> str:
        """Take moves back to a human's last turn and return what was taken back, in words.

        A move that awaits its capture, or a resignation, is taken back alone.
        Raises `IllegalMoveError` if there is nothing to take back.
        """
        if self.game.pending is not None:
            self.game.pop()
            return "Took back the move."
        if self._is_resigned():
            self._withdraw_resignation()
            return "Took back the resignation."
        count = self.game.ply - self._last_human_ply()
        for _ in range(count):
            self.game.pop()
        return _count_moves("Took back", count)

    def redo(self) -> str:
        """Replay what was taken back, up to a human's turn, and return it in words.

        Raises `IllegalMoveError` if there is nothing to replay.
        """
        if self._is_resigned() or not self.game.undone:
            raise IllegalMoveError("there is no move to replay")
        count = 0
        while self.game.undone and (count == 0 or self.player_to_move()):
            self.game.redo()
            count += 1
        return _count_moves("Replayed", count)

    def _last_human_ply(self) -> int:
        turns = [position.turn for position in self.game.positions[:-1]]
        for ply in reversed(range(len(turns))):
            if self.players[turns[ply]] is None:
                return ply
        raise IllegalMoveError("you have no move to take back")

    def _is_resigned(self) -> bool:
        return self.outcome is not None and self.outcome.reason is Reason.RESIGNATION

    def _withdraw_resignation(self) -> None:
        game = self.game
        if game.ply:
            game.pop()  # takes back the resignation and a move, so replay the move
            game.redo()
        else:
            self.game = Game.from_fen(
                game.start_fen, variant=game.variant, draw_rules=game.draw_rules
            )


def _count_moves(done: str, count: int) -> str:
    return f"{done} one move." if count == 1 else f"{done} {count} moves."


GameFactory: TypeAlias = Callable[[], ConsoleGame]
"""Starts a new game from the same position with the same players."""


# Facts about a game, in words: whether a level is exact, and the worth of a hint.

EXACT: Final = "exact here"
SEARCHING: Final = "searching: tables missing"

PROVED: Final = 100
"""Scores of the level hard this close to a win are wins."""


class Commentary:
    """Says what a move is worth, by the tables or by the search that gave the hint.

    Without ``values``, hints and estimates come from the level hard.
    """

    def __init__(self, values: ExactValues | None) -> None:
        self._values = values
        self._info: Info | None = None

    def hear(self, info: Info) -> None:
        """Remember the state of the search that looks for a hint."""
        self._info = info

    def is_exact(self, position: Position) -> bool:
        """Whether perfect play is exact from here on: no table that it can reach is missing."""
        return self._values is not None and self._values.tablebase.covers(position)

    def describe_player(self, name: str, position: Position) -> str:
        """Return a player's name; for perfect play also whether it is exact here."""
        if name.partition(":")[0] != PERFECT:
            return name
        return f"{name}, {EXACT if self.is_exact(position) else SEARCHING}"

    def describe_hint(self, game: Game, move: Move) -> str:
        """Return what a suggested move is worth, and the source; empty if it is not known."""
        info, self._info = self._info, None
        after = game.position.successor(move)
        known = None if self._values is None else self._values.get(after)
        if self._values is not None and known is not None:
            again = after.turn is game.position.turn
            return describe_exact(known.before_move(again=again), self._values.source(after))
        if info is not None and info.lines[0].move == move:
            best = info.lines[0]
            if best.value is not None:
                return describe_exact(best.value, None)
            return describe_estimate(best.score, game.position)
        return "" if self._values is not None or game.is_mid_turn else _look_quickly(game)


def _look_quickly(game: Game) -> str:
    """Return the level hard's estimate of a game, empty if it sees the end."""
    numbers = NUMBERS["hard"]
    search, sides = begin_minimax(numbers, game.position)
    candidates = search.candidates(sides)
    score = max(search.values(candidates, [0] * len(candidates)))
    if numbers.win - abs(score) <= PROVED:
        return "wins" if score > 0 else "loses"
    return describe_estimate(score, game.position, "quick")
