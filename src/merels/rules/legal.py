"""Legal moves as a live view, the reason why a move is illegal, and perft."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from merels.board.board import Point
from merels.errors import NotationError
from merels.rules import generator, unusual
from merels.rules.move import Move, move_of
from merels.rules.position import Position
from merels.rules.variant import Placing


class LegalMoves:
    """The legal moves of a position, which may change: count, test membership, iterate.

    >>> moves = Position.start().legal_moves
    >>> len(moves), Move.parse("d6") in moves, Move.parse("d6-d5") in moves
    (24, True, False)

    Text is fine too, as for `Game.push`; text that is not a move is not a legal move either.

    >>> "d6" in moves, "d6-d5" in moves, "D2" in moves
    (True, False, False)
    """

    def __init__(self, current: Callable[[], Position]) -> None:
        self._current = current

    def __iter__(self) -> Iterator[Move]:
        return self._current().generate_moves()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        position = self._current()
        if isinstance(move, str):
            try:
                move = move_of(move, position.board)
            except NotationError:
                return False
        return isinstance(move, Move) and explain_illegal(position, move) is None

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self)) or 'none'}>"


def explain_illegal(
    position: Position, move: Move, names: tuple[str, ...] | None = None
) -> str | None:
    """Return why ``move`` is illegal in ``position``, or None if it is legal.

    ``names`` are the names of the points, by default algebraic names, so that each interface uses
    its own coordinates.

    >>> explain_illegal(Position.start(), Move.parse("d6-d5"))
    'White has 9 men in hand and must place one'
    """
    names = names or position.board.names
    if not position.variant.is_usual:
        return _explain_unusual(position, move, names)
    return (
        _explain_over(position)
        or _explain_board(position, move)
        or _explain_unusual_form(move)
        or (
            _explain_removal_alone(position, move, names)
            if position.removing
            else _explain_step(position, move, names) or _explain_capture(position, move, names)
        )
    )


def explain_illegal_action(
    position: Position, action: Move, names: tuple[str, ...] | None = None
) -> str | None:
    """Return why a move or half a move is illegal, or None if it is legal.

    The first half of a turn closes a mill and leaves out the capture.
    """
    names = names or position.board.names
    if not position.variant.is_usual:
        return _explain_unusual(position, action, names, is_half=True)
    is_usual = _explain_board(position, action) is None and not action.is_pass
    if is_usual and position.owes_capture(action):
        return _explain_over(position) or _explain_step(position, action, names)
    return explain_illegal(position, action, names)


def _explain_board(position: Position, move: Move) -> str | None:
    """Say that a move is for another board: its numbers mean other points here, or no points."""
    exist = all(point in position.board.points for point in move.points)
    if exist and move.board in (None, position.board):
        return None
    return "it is a move on another board"


def _explain_over(position: Position) -> str | None:
    if position.removing and position.variant.several:
        return None
    for color in (position.turn, position.turn.other):
        if generator.has_too_few(position.mask(color), position.in_hand(color)):
            return f"the game is over: {color} has fewer than three men"
    return None


def _explain_unusual_form(move: Move) -> str | None:
    """Say that only other variants have moves of this kind."""
    if move.is_pass:
        return "nobody passes in this variant"
    return "a move takes one man in this variant" if move.also else None


def _explain_removal_alone(position: Position, move: Move, names: tuple[str, ...]) -> str | None:
    if move.target is not None:
        return f"{position.turn} has closed a mill and must capture a man"
    assert move.captured is not None
    return _explain_taking(position, move.captured, names)


def _explain_step(position: Position, move: Move, names: tuple[str, ...]) -> str | None:
    if move.target is None:
        return f"{position.turn} has not closed a mill and cannot capture"
    in_hand = position.in_hand(position.turn)
    if in_hand and move.origin is not None and position.variant.placing is Placing.FIRST:
        men = "1 man" if in_hand == 1 else f"{in_hand} men"
        return f"{position.turn} has {men} in hand and must place one"
    if not in_hand and move.origin is None:
        return f"{position.turn} has no men in hand and must move one"
    problem = None if move.origin is None else _explain_origin(position, move.origin, names)
    return problem or _explain_target(position, move.origin, move.target, names)


def _explain_origin(position: Position, origin: Point, names: tuple[str, ...]) -> str | None:
    if position.enemy >> origin & 1:
        return f"the man on {names[origin]} is {position.turn.other}'s"
    if not position.own >> origin & 1:
        return f"there is no man on {names[origin]}"
    return None


def _explain_target(
    position: Position, origin: Point | None, target: Point, names: tuple[str, ...]
) -> str | None:
    if not position.empty >> target & 1:
        return f"{names[target]} is occupied"
    if origin is None or position.may_fly or position.board.neighbours[origin] >> target & 1:
        return None
    return f"{names[origin]} and {names[target]} are not adjacent"


def _explain_capture(position: Position, move: Move, names: tuple[str, ...]) -> str | None:
    if move.captured is None:
        owes = position.owes_capture(move)
        return "it closes a mill and must capture a man" if owes else None
    if not (position.enemy and position.closes_mill(move)):
        return "it does not close a mill and cannot capture"
    return _explain_taking(position, move.captured, names)


def _explain_taking(position: Position, captured: Point, names: tuple[str, ...]) -> str | None:
    if not position.enemy >> captured & 1:
        return f"{position.turn.other} has no man on {names[captured]}"
    if not generator.removable(position.enemy, position.board) >> captured & 1:
        return f"the man on {names[captured]} is protected by a mill"
    return None


# Moves by the rules that a usual variant lacks.


def _explain_unusual(
    position: Position, move: Move, names: tuple[str, ...], *, is_half: bool = False
) -> str | None:
    problem = _explain_over(position) or _explain_board(position, move)
    if problem is None:
        takes_only = position.removing or position.takings
        explain = _explain_takings if takes_only else _explain_way
        problem = explain(position, move, names)
    return problem or _explain_captures(position, move, names, is_half)


def _explain_takings(position: Position, move: Move, _names: tuple[str, ...]) -> str | None:
    if move.target is None and not move.is_pass:
        return None
    if position.takings:
        return f"all men are placed, and {position.turn} must take a man"
    return f"{position.turn} has closed a mill and must capture a man"


def _explain_way(position: Position, move: Move, names: tuple[str, ...]) -> str | None:
    """Return why a pass, or a step without its captures, is illegal."""
    state, variant = position.state, position.variant
    steps = set(unusual.generate_steps(state, variant))
    if move.is_pass and not steps and position.has_move:
        return None
    if move.is_pass:
        return f"{position.turn} can move and may not pass" if steps else "nobody passes now"
    if not steps and position.has_move:
        return f"{position.turn} cannot move and must pass"
    problem = _explain_step(position, move, names)
    if problem is not None or move.target is None:
        return problem
    return _explain_detour(state, (move.origin, move.target), steps, position, names)


def _explain_detour(
    state: unusual.State,
    step: tuple[Point | None, Point],
    steps: set[tuple[Point | None, Point]],
    position: Position,
    names: tuple[str, ...],
) -> str | None:
    """Return why a step is illegal though the man could reach the point."""
    variant = position.variant
    if step not in steps:
        way = f"{names[step[1]]} to {names[step[0] or 0]}"
        return f"the man has just gone from {way} and may not go back into a mill"
    if not unusual.gives_way(state, variant) or unusual.opens_way(state, *step, variant):
        return None
    if any(unusual.opens_way(state, *each, variant) for each in steps):
        return f"{position.turn.other} cannot move, and another move would open a way"
    return None


def _explain_captures(
    position: Position, move: Move, names: tuple[str, ...], is_half: bool
) -> str | None:
    due, taken = position.count_captures(move), len(move.captures)
    if taken > due:
        if not due and position.enemy and position.closes_mill(move):
            return "it closes a mill, but captures nothing now"
        few = "it does not close a mill and cannot capture" if not due else None
        return few or f"it captures {taken} men, but only {due} may be taken"
    if taken < due and not is_half:
        men = "a man" if due == 1 else f"{due} men"
        return (
            f"it closes a mill and must capture {men}"
            if move.target is not None
            else (f"{position.turn} must capture {men}")
        )
    for point in move.captures:
        if not position.enemy >> point & 1:
            return f"{position.turn.other} has no man on {names[point]}"
    if move.captures not in unusual.generate_captures(position.enemy, taken, position.variant):
        safe = position.enemy & ~unusual.takeable(position.enemy, position.variant)
        kept = [names[point] for point in move.captures if safe >> point & 1] or [names[taken]]
        return f"the man on {kept[0]} is protected by a mill"
    return None


# Perft: count the positions a number of moves ahead, the classic test of a move generator.

DEEPEST: Final = 64
"""The greatest depth; memory grows with the depth, and a deeper count would never finish."""


def _check_depth(depth: int, least: int = 0) -> None:
    if not least <= depth <= DEEPEST:
        raise ValueError(f"the depth must be {least} to {DEEPEST}, not {depth}")


def count_leaves(position: Position, depth: int) -> int:
    """Count the positions after ``depth`` moves, with compiled code.

    A finished game has no leaves. Needs Numba.

    >>> count_leaves(Position.start(), 3)
    12144

    Raises `ValueError` unless ``depth`` is 0 to `DEEPEST`.
    """
    _check_depth(depth)
    if position.removing:
        # The captures that complete the turn are its moves.
        return sum(split_leaves(position, depth).values()) if depth else 1
    if not position.variant.is_usual:
        from merels.rules import unusual_kernels

        return unusual_kernels.count_leaves(position.state, depth, position.variant)
    from merels.rules import kernels

    rules = kernels.rules_of(position.variant)
    return kernels.perft(*position.sides, depth, rules, kernels.working_space(depth, rules))


def split_leaves(position: Position, depth: int) -> dict[Move, int]:
    """Count the leaves below each legal move; ``depth`` is 1 to `DEEPEST`.

    >>> set(split_leaves(Position.start(), 2).values())
    {23}
    """
    _check_depth(depth, least=1)
    return {
        move: count_leaves(position.successor(move), depth - 1)
        for move in position.generate_moves()
    }
