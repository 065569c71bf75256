"""The whole game of a small variant, solved slowly over raw positions, men in hand included.

Plain Python on the reference generator, without symmetry: a position is a `Sides`, and every
position that the start leads to is held at once. `three` takes a tenth of a second, Lasker's rules
with four men on its board two seconds; for larger boards see `slow_tables`.

>>> from merels import variant
>>> scores = solve_game(variant("three"))
>>> scores[Sides(0, 0, 3, 3)]
10
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from merels import Variant
from merels.rules.generator import generate_turns
from merels.rules.position import Sides
from merels.rules.variant import FullBoard

LOST_NOW = 1

Successors = dict[Sides, list[Sides]]


def solve_game(variant: Variant) -> dict[Sides, int]:
    """Return the score of every position that the start leads to, for the side to move.

    As in a table: 0 is a draw, any other score the plies to the end plus 1. Positions from which
    neither side can force its win are draws: the game repeats itself.
    """
    return solve_from([Sides(0, 0, variant.men, variant.men)], variant)


def solve_from(starts: Iterable[Sides], variant: Variant) -> dict[Sides, int]:
    """Return the score of every position that these lead to, these included."""
    after = _explore(starts, variant)
    before = defaultdict(list)
    for sides, successors in after.items():
        for successor in successors:
            before[successor].append(sides)
    scores: dict[Sides, int] = {}
    level, due = LOST_NOW, {sides for sides in after if _has_lost(sides, after, variant)}
    while due:
        scores.update(dict.fromkeys(due, level))
        level += 1
        touched = {earlier for sides in due for earlier in before[sides]} - scores.keys()
        # An even level wins by any move; an odd one loses if every move lets the other side win.
        due = touched if level % 2 == 0 else {s for s in touched if _all_won(after[s], scores)}
    return {sides: scores.get(sides, 0) for sides in after}


def _explore(starts: Iterable[Sides], variant: Variant) -> Successors:
    after: Successors = {}
    waiting = list(starts)
    while waiting:
        sides = waiting.pop()
        if sides not in after:
            after[sides] = [sides.after(turn) for turn in generate_turns(*sides, variant)]
            waiting += after[sides]
    return after


def _has_lost(sides: Sides, after: Successors, variant: Variant) -> bool:
    is_full = sides.own | sides.enemy == variant.board.full
    return not after[sides] and not (is_full and variant.full_board is FullBoard.DRAW)


def _all_won(successors: list[Sides], scores: dict[Sides, int]) -> bool:
    return all(scores.get(sides, LOST_NOW) % 2 == 0 for sides in successors)
