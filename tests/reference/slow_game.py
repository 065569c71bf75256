"""The whole game of a small variant, solved slowly over raw positions, men in hand included."""

from __future__ import annotations

from collections import defaultdict, deque

from merels import Result, Variant
from merels.rules.generator import generate_turns
from merels.rules.sides import Sides
from merels.rules.variant import FullBoard


def solve_game(variant: Variant) -> dict[Sides, Result]:
    """Return the result of every position that the start leads to, for the side to move.

    Positions from which neither side can force its win are draws: the game repeats itself.
    """
    start = Sides(0, 0, variant.men, variant.men)
    after: dict[Sides, list[Sides]] = {}
    waiting = [start]
    while waiting:
        sides = waiting.pop()
        if sides not in after:
            after[sides] = [sides.after(turn) for turn in generate_turns(*sides, variant)]
            waiting += after[sides]
    before = defaultdict(list)
    for sides, successors in after.items():
        for successor in successors:
            before[successor].append(sides)
    left = {sides: len(successors) for sides, successors in after.items()}
    results: dict[Sides, Result] = {}
    decided = deque(sides for sides, count in left.items() if count == 0)
    for sides in decided:
        is_full = sides.own | sides.enemy == variant.board.full
        draws = is_full and variant.full_board is FullBoard.DRAW
        results[sides] = Result.DRAW if draws else Result.LOSS
    decided = deque(sides for sides in decided if results[sides] is Result.LOSS)
    while decided:
        sides = decided.popleft()
        for earlier in before[sides]:
            if earlier in results:
                continue
            left[earlier] -= 1
            if results[sides] is Result.LOSS:
                results[earlier] = Result.WIN
            elif left[earlier] > 0:
                continue
            else:
                results[earlier] = Result.LOSS
            decided.append(earlier)
    return {sides: results.get(sides, Result.DRAW) for sides in after}
