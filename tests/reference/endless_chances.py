"""Chances of a look without end, as a system of linear equations over raw positions: slow.

The chance of each position in which the person is to move is one unknown. Given which move best
play makes in each drawn position, the equations are linear; best play changes its moves until none
is better by their solution. No position stands for another, not even its mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from slow_chances import SCORES, foresee, weigh

from merels import Position, Result
from merels.engine.fallible.player import FalliblePlayer
from merels.values.tablebase import Tablebase

ALIKE = 1e-12
"""Moves whose chances differ by less are equally good."""


@dataclass(frozen=True)
class Replies:
    """The replies of the person to a position: what the decided ones score, and the drawn ones."""

    exact: float
    decided: float
    drawn: dict[Position, float]


@dataclass
class EndlessGame:
    """Best play against a person, from some positions to the end."""

    tables: Tablebase
    person: FalliblePlayer
    replies: dict[Position, Replies] = field(default_factory=dict)
    """By the position in which the person is to move."""
    options: dict[Position, list[Position]] = field(default_factory=dict)
    """Where the moves that keep a draw lead, by the position in which best play is to move."""

    def explore(self, starts: Iterable[Position]) -> None:
        """Find all that can arise from positions in which the person is to move."""
        waiting = list(starts)
        while waiting:
            position = waiting.pop()
            if position not in self.replies:
                self.replies[position] = self._reply(position)
                waiting += self._follow(self.replies[position].drawn)

    def _reply(self, position: Position) -> Replies:
        decided, drawn = 0.0, {}
        for after, weight in weigh(self.tables, position, self.person).items():
            if self._is_drawn(after):
                drawn[after] = weight
            else:
                decided += weight * foresee(self.tables, after, self.person)
        exact = SCORES[Result(-self.tables.probe(position).result)]
        return Replies(exact, decided, drawn)

    def _follow(self, drawn: Iterable[Position]) -> Iterator[Position]:
        for position in drawn:
            if position not in self.options:
                moves = map(position.successor, position.generate_moves())
                self.options[position] = [after for after in moves if self._is_drawn(after)]
                yield from self.options[position]

    def _is_drawn(self, position: Position) -> bool:
        return self.tables.probe(position).result is Result.DRAW

    def solve(self) -> dict[Position, float]:
        """Return the chance of every position in which the person is to move."""
        numbers = {position: number for number, position in enumerate(self.replies)}
        choice = {position: options[0] for position, options in self.options.items()}
        while True:
            solution = self._solve_equations(numbers, choice)
            chances = dict(zip(numbers, solution.tolist(), strict=True))
            better = dict(self._improve(choice, chances))
            if not better:
                return chances
            choice.update(better)

    def _solve_equations(self, numbers, choice):
        matrix, constants = np.eye(len(numbers)), np.empty(len(numbers))
        discount = self.person.discount
        for position, number in numbers.items():
            found = self.replies[position]
            constants[number] = found.exact + discount * (found.decided - found.exact)
            for after, weight in found.drawn.items():
                matrix[number, numbers[choice[after]]] -= discount * weight
        return np.linalg.solve(matrix, constants)

    def _improve(self, choice, chances):
        for position, options in self.options.items():
            best = max(options, key=chances.__getitem__)
            if chances[best] > chances[choice[position]] + ALIKE:
                yield position, best
