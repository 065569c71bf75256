"""Themes of puzzles, found by rules.

- *double mill*: in a won line, the solver gets or uses a man that leaves a mill to close another.
- *blockade*: the line ends because the other side cannot move.
- *only move*: every other first move gives the value of the position away.
- *sacrifice*: a right move lets the other side take a man at once, though another move would not.
- *flying*: somewhere in the line a side with three men is to move.
- *opening trap*: men are still in hand, and a wrong move looks as good as the right one, or nearly.
"""

from __future__ import annotations

from typing import Final

from puzzles import Puzzle, Tables

from merels.board.board import NEIGHBOURS, POINTS, THREE_SQUARES, Mask
from merels.engine.evaluation.kernels import evaluate, load_weights
from merels.rules import generator
from merels.rules.move import Move
from merels.rules.outcome import Reason, position_outcome
from merels.rules.position import Phase, Position

DOUBLE_MILL: Final = "double mill"
BLOCKADE: Final = "blockade"
ONLY_MOVE: Final = "only move"
SACRIFICE: Final = "sacrifice"
FLYING: Final = "flying"
OPENING_TRAP: Final = "opening trap"
TEMPTING: Final = 100
"""Hundredths of a man: a wrong move that looks at most so much worse is a trap. A club player
places it at least a third as often as the right one."""
THEMES: Final = (DOUBLE_MILL, BLOCKADE, ONLY_MOVE, SACRIFICE, FLYING, OPENING_TRAP)


def find_themes(puzzle: Puzzle, tables: Tables) -> tuple[str, ...]:
    """Return the themes of a puzzle, in the order of `THEMES`."""
    found = {
        DOUBLE_MILL: is_double_mill(puzzle),
        BLOCKADE: is_blockade(puzzle),
        ONLY_MOVE: is_only_move(puzzle, tables),
        SACRIFICE: is_sacrifice(puzzle),
        FLYING: is_flying(puzzle),
        OPENING_TRAP: is_opening_trap(puzzle),
    }
    return tuple(theme for theme in THEMES if found[theme])


def is_double_mill(puzzle: Puzzle) -> bool:
    """Return whether the solver of a won line gets a double mill or uses one."""
    return puzzle.kind == "win" and any(
        _swings(position, move)
        or (
            has_double_mill(position.successor(move).enemy, position.successor(move).own)
            and not has_double_mill(position.own, position.enemy)
        )
        for position, move in _solver_turns(puzzle)
    )


def _swings(position: Position, move: Move) -> bool:
    """Return whether a man leaves a mill and closes another."""
    if move.origin is None or position.phase() is not Phase.MOVING:
        return False
    leaves_mill = generator.in_mill(position.own, move.origin, position.board)
    return leaves_mill and position.closes_mill(move)


def has_double_mill(men: Mask, others: Mask) -> bool:
    """Return whether a man in a mill can step out of it and close another.

    >>> from merels.board.board import THREE_SQUARES
    >>> from merels.board.board import mask_of
    >>> men = [THREE_SQUARES.console_names.index(name) for name in "A7 D7 G7 B6 F6".split()]
    >>> has_double_mill(mask_of(men), 0), has_double_mill(mask_of(men[:4]), 0)
    (True, False)
    """
    return any(
        generator.in_mill(men ^ (1 << origin) | 1 << target, target, THREE_SQUARES)
        for origin in POINTS
        if men >> origin & 1 and generator.in_mill(men, origin, THREE_SQUARES)
        for target in POINTS
        if (NEIGHBOURS[origin] & ~(men | others)) >> target & 1
    )


def is_blockade(puzzle: Puzzle) -> bool:
    """Return whether the line ends with the other side unable to move."""
    *_, (position, move) = puzzle.generate_turns()
    outcome = position_outcome(position.successor(move)) if puzzle.is_to_the_end else None
    return outcome is not None and outcome.reason is Reason.BLOCKED


def is_only_move(puzzle: Puzzle, tables: Tables) -> bool:
    """Return whether every other first move gives the value away."""
    first, *others = tables.probe_moves(puzzle.position)
    return all(each.value.result is not first.value.result for each in others)


def is_sacrifice(puzzle: Puzzle) -> bool:
    """Return whether a right move allows a capture at once that another would have prevented."""
    return any(
        move.captured is None
        and _can_capture(position.successor(move))
        and not all(_can_capture(position.successor(each)) for each in position.generate_moves())
        for position, move in _solver_turns(puzzle)
    )


def _can_capture(position: Position) -> bool:
    return any(move.captured is not None for move in position.generate_moves())


def is_flying(puzzle: Puzzle) -> bool:
    """Return whether a side with three men is to move somewhere in the line."""
    return any(position.phase() is Phase.FLYING for position, _ in puzzle.generate_turns())


def is_opening_trap(puzzle: Puzzle) -> bool:
    """Return whether men are in hand and a wrong first move looks nearly as good, or better."""
    position, right = puzzle.position, puzzle.moves[0]
    if position.phase() is not Phase.PLACING:
        return False
    wrong = [look_after(position, move) for move in position.generate_moves() if move != right]
    return max(wrong) >= look_after(position, right) - TEMPTING


def look_after(position: Position, move: Move) -> int:
    """Return what a position looks like after a move, for the side that has moved."""
    sides = position.successor(move).sides
    return -int(evaluate(*sides, bool(position.variant.flying), load_weights()))


def _solver_turns(puzzle: Puzzle) -> list[tuple[Position, Move]]:
    return list(puzzle.generate_turns())[::2]
