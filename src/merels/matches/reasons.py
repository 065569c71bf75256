"""Say why a move was bad: what it let go, what it allowed, and what it missed.

What the move let go follows from the exact values of all moves; the rest follows from the rules, by
comparison with the better move. ``frontend/src/values/grading/reasons.ts`` does the same; tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from merels.board.board import THREE_SQUARES, Board, Mask, Point, points_of
from merels.engine.evaluation.patterns import find_patterns
from merels.rules.generator import has_too_few, may_fly
from merels.rules.move import Move
from merels.rules.outcome import Reason as EndReason
from merels.rules.outcome import position_outcome
from merels.rules.position import Color, Position
from merels.rules.value import RatedMove, Result

MEN_OF_DOUBLE_MILL: Final = 5
"""Two mills that share a man."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many of the legal moves keep the value of a position.

    ``only`` is the move if a single move keeps it. For a lost position the count says nothing.
    """

    result: Result
    moves: int
    of: int
    only: Move | None = None

    @classmethod
    def of_moves(cls, rated: Iterable[RatedMove]) -> Keeping | None:
        """Return the count, or None unless the values of all moves are known."""
        known: list[tuple[Move, Result]] = []
        for each in rated:
            if each.value is None:
                return None
            known.append((each.move, each.value.result))
        if not known:
            return None
        best = max(result for _, result in known)
        keepers = [move for move, result in known if result is best]
        return cls(best, len(keepers), len(known), keepers[0] if len(keepers) == 1 else None)


class ReasonKind(Enum):
    """The kinds of reasons; the value is the name in JSON."""

    LET_GO = "let go"
    BLOCK_ALLOWED = "block allowed"
    DOUBLE_MILL_ALLOWED = "double mill allowed"
    MILL_ALLOWED = "mill allowed"
    TWO_MILLS_ALLOWED = "two mills allowed"
    BLOCK_MISSED = "block missed"
    DOUBLE_MILL_MISSED = "double mill missed"
    MILL_MISSED = "mill missed"
    WRONG_CAPTURE = "wrong capture"


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a move was bad, and the ``points`` where it shows.

    Only `ReasonKind.LET_GO` has a ``keeping``.
    """

    kind: ReasonKind
    points: tuple[Point, ...] = ()
    keeping: Keeping | None = None

    def describe(self, enemy: Color, board: Board = THREE_SQUARES) -> str:
        """Return the reason in words; ``enemy`` is the opponent of the side that moved.

        >>> from merels import BLACK
        >>> MoveReason(ReasonKind.MILL_ALLOWED, (13, 3)).describe(BLACK)
        'let Black close a mill at d2 or g4'
        >>> MoveReason(ReasonKind.LET_GO, keeping=Keeping(Result.DRAW, 3, 20)).describe(BLACK)
        'let the draw go: 3 of 20 moves held'
        """
        if self.keeping is not None:
            return _describe_keeping(self.keeping)
        names = [board.names[point] for point in self.points]
        return _TEXTS[self.kind].format(
            enemy=enemy, any=" or ".join(names), all=" and ".join(names)
        )


_TEXTS: Final = {
    ReasonKind.BLOCK_ALLOWED: "let {enemy} block every man",
    ReasonKind.DOUBLE_MILL_ALLOWED: "allowed a double mill at {any}",
    ReasonKind.MILL_ALLOWED: "let {enemy} close a mill at {any}",
    ReasonKind.TWO_MILLS_ALLOWED: "let {enemy} threaten two mills at once, at {all}",
    ReasonKind.BLOCK_MISSED: "missed blocking every man",
    ReasonKind.DOUBLE_MILL_MISSED: "missed a double mill at {any}",
    ReasonKind.MILL_MISSED: "missed a mill at {any}",
    ReasonKind.WRONG_CAPTURE: "captured the wrong man: {any} was better",
}


def _describe_keeping(keeping: Keeping) -> str:
    prize, did = ("win", "won") if keeping.result is Result.WIN else ("draw", "held")
    keepers = f"{keeping.moves} of {keeping.of} moves"
    if keeping.only is not None:
        keepers = f"only {keeping.only}"
    return f"let the {prize} go: {keepers} {did}"


def explain(position: Position, played: Move, better: Move) -> tuple[MoveReason, ...]:
    """Return by the rules what a move allowed, and what it missed: at most one of each.

    >>> from merels import Game
    >>> game = Game()
    >>> for move in ("d6", "a7", "f6", "g7", "b2"):
    ...     _ = game.push(Move.parse(move))
    >>> [reason.describe(game.turn.other) for reason in
    ...  explain(game.position, Move.parse("a1"), Move.parse("d7xd6"))]
    ['let White close a mill at b6', 'missed a mill at d7']
    """
    if played.target is None or better.target is None:
        return ()
    after, best = position.successor(played), position.successor(better)
    found = (_find_allowed(after, best), _find_missed(position, played, better))
    return tuple(reason for reason in found if reason is not None)


# What the opponent gains, and what the side that moved misses.


def _find_allowed(after: Position, best: Position) -> MoveReason | None:
    """Return what the opponent can do after a move that it could not do after the best move."""
    if _can_block(after) and not _can_block(best):
        return MoveReason(ReasonKind.BLOCK_ALLOWED)
    double_mills = _reachable_double_mills(after) & ~_reachable_double_mills(best)
    if double_mills:
        return MoveReason(ReasonKind.DOUBLE_MILL_ALLOWED, tuple(points_of(double_mills)))
    mills = _closing_points(after, after.turn) & ~_closing_points(best, best.turn)
    if mills:
        return MoveReason(ReasonKind.MILL_ALLOWED, tuple(points_of(mills)))
    threats = _two_threats(after)
    if threats and not _two_threats(best):
        return MoveReason(ReasonKind.TWO_MILLS_ALLOWED, tuple(points_of(threats)))
    return None


def _find_missed(position: Position, played: Move, better: Move) -> MoveReason | None:
    """Return what the better move achieves and the played move does not."""
    after, best = position.successor(played), position.successor(better)
    if _is_blocked(best) and not _is_blocked(after):
        return MoveReason(ReasonKind.BLOCK_MISSED)
    double_mills = _double_mills(best) & ~_double_mills(after)
    if double_mills:
        return MoveReason(ReasonKind.DOUBLE_MILL_MISSED, tuple(points_of(double_mills)))
    if better.captured is None or better.target is None:
        return None
    if played.captured is None:
        return MoveReason(ReasonKind.MILL_MISSED, (better.target,))
    if (played.origin, played.target) == (better.origin, better.target):
        return MoveReason(ReasonKind.WRONG_CAPTURE, (better.captured,))
    return None


def _closing_points(position: Position, color: Color) -> Mask:
    """Return where a side closes a mill if it is its turn."""
    own, enemy = position.mask(color), position.mask(color.other)
    in_hand = position.in_hand(color)
    if has_too_few(own, in_hand):
        return 0
    patterns = find_patterns(own, enemy, position.board)
    anywhere = in_hand > 0 or may_fly(own, in_hand, position.variant.flying)
    return patterns.twos if anywhere else patterns.closings


def _double_mills(position: Position) -> Mask:
    """Return the points to which the side that has just moved can swing a man from mill to mill.

    The side to move must not be able to fill them, and both sides must have placed all their men.
    """
    color = position.turn.other
    own, enemy = position.mask(color), position.mask(position.turn)
    if position.white_in_hand or position.black_in_hand:
        return 0
    if may_fly(enemy, 0, position.variant.flying):
        return 0
    board = position.board
    return find_patterns(own, enemy, board).doubles & ~find_patterns(enemy, own, board).reach


def _reachable_double_mills(position: Position) -> Mask:
    """Return the double mills that the side to move can have after its move."""
    if position.own.bit_count() < MEN_OF_DOUBLE_MILL:
        return 0
    found = 0
    for move in position.generate_moves():
        found |= _double_mills(position.successor(move))
    return found


def _two_threats(position: Position) -> Mask:
    """Return two or more points where the side to move can threaten mills with a quiet move.

    The opponent, who can fill only one of the two points, must have no mill to close instead.
    """
    for move in position.generate_moves():
        if move.captured is not None:
            continue
        after = position.successor(move)
        threats = _closing_points(after, position.turn)
        if threats.bit_count() > 1 and not _closing_points(after, after.turn):
            return threats
    return 0


def _can_block(position: Position) -> bool:
    """Return whether the side to move can leave its opponent without a legal move."""
    return any(_is_blocked(position.successor(move)) for move in position.generate_moves())


def _is_blocked(position: Position) -> bool:
    """Return whether the side to move has enough men but no legal move, and so has lost."""
    outcome = position_outcome(position)
    return outcome is not None and outcome.reason is EndReason.BLOCKED
