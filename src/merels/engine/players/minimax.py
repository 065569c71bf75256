"""Alpha-beta search over the most promising moves of each position."""

from __future__ import annotations

from typing import NamedTuple

from merels.engine.evaluation.plain import evaluate
from merels.engine.players.levels import LevelNumbers
from merels.rules.generator import Turn, generate_removals, generate_turns
from merels.rules.sides import Sides
from merels.rules.variant import Variant


class Candidate(NamedTuple):
    """A promising move: its value to the side that plays it, and what the other side sees."""

    value: int
    turn: Turn
    after: Sides


class Minimax:
    """A search to a level's depth, over a level's width of moves in each position."""

    def __init__(self, level: LevelNumbers, variant: Variant) -> None:
        self._level = level
        self._variant = variant

    def candidates(self, sides: Sides) -> list[Candidate]:
        """Return the moves with the best static values, best first.

        Moves of equal value keep the generator's order. A move that closes a mill comes once, with
        the capture that has the best static value.
        """
        found: list[Candidate] = []
        last_step = None
        for turn in generate_turns(*sides, self._variant):
            candidate = self._candidate(sides, turn)
            step = turn[:2]
            if step != last_step:
                found.append(candidate)
                last_step = step
            elif candidate.value > found[-1].value:
                found[-1] = candidate
        found.sort(key=lambda candidate: -candidate.value)
        return found[: self._level.width]

    def best_removal(self, sides: Sides) -> Turn:
        """Return the capture with the best static value, the first among equals, in mid-turn."""
        turns = generate_removals(sides.enemy, self._variant.board)
        removals = [self._candidate(sides, turn) for turn in turns]
        return max(removals, key=lambda candidate: candidate.value).turn

    def values(self, candidates: list[Candidate], penalties: list[int]) -> list[int]:
        """Return the value of each candidate after a search, less its penalty.

        A penalty lowers a good value, at most to 0, and leaves a bad one as it is: the side that is
        behind has no reason to avoid a draw. Values within the level's margin of the best are
        exact; the others are bounds below that.
        """
        values: list[int] = []
        for candidate, penalty in zip(candidates, penalties, strict=True):
            # One below what may be played, so that values from there on are exact.
            alpha = max(values, default=-self._level.win) - self._level.margin - 1
            value = self._value(candidate, self._level.depth - 1, alpha, self._level.win, ply=1)
            values.append(max(value - penalty, min(value, 0)))
        return values

    def _value(self, candidate: Candidate, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a candidate to the side that plays it at ``ply``."""
        if candidate.value == self._level.win:
            return self._level.win - ply
        if depth == 0:
            return candidate.value
        return -self._search(candidate.after, depth, -beta, -alpha, ply + 1)

    def _search(self, sides: Sides, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value for the side to move, exact if it lies between the bounds."""
        candidates = self.candidates(sides)
        if not candidates:
            return 0  # a full board that is a draw: a blocked side's loss is seen before
        best = -self._level.win
        for candidate in candidates:
            best = max(best, self._value(candidate, depth - 1, max(alpha, best), beta, ply))
            if best >= beta:
                break
        return best

    def _candidate(self, sides: Sides, turn: Turn) -> Candidate:
        after = sides.after(turn)
        return Candidate(-evaluate(*after, self._variant, self._level), turn, after)
