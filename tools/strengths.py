"""Players of every strength, and how strong one must be to solve a puzzle half of the time.

The model knows three people; between and beyond them, horizon and temperatures follow a smooth
line. Matches of players on it against ``elo:N`` say how strong they are, so the scale is that of
the levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from merels.board.index.ranking import Int64s
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import (
    BEGINNER,
    CLUB,
    MASTER,
    Choosing,
    FalliblePlayer,
    find_fallible_player,
)
from merels.prospects.look import Expansion, look_against
from merels.rules.position import Position
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase

LINE: Final = {-3.6: 114, -2.4: 417, -1.2: 583, 0.0: 717, 1.0: 817, 2.0: 876, 3.0: 1117, 4.0: 1303}
"""Strengths at places on the line, as ``tools/place_people.py`` measures them. Each place farther
doubles the horizon, and at 0 it is that of club players. The published rates do not say how far
masters see (by a fit, less far than club players); the line goes on until the longest threats of
the game are seen."""

WEAKEST: Final = 300
STRONGEST: Final = 1300
STEP: Final = 25
GRID: Final = range(WEAKEST, STRONGEST + STEP, STEP)
"""Strengths that are tried; between them the chance to solve a puzzle is taken as a line."""

DRAW: Final = 0
STEEPEST: Final = 50.0
"""Beyond this the exponential is as good as 0."""


def person_at(place: float) -> FalliblePlayer:
    """Return the player at a place on the line.

    Temperatures are those of beginners at -1 and of masters at 1; beyond, they stay, so that a
    right move that looks bad can still be found once it is seen.

    >>> weak, strong = person_at(-1), person_at(1)
    >>> weak.placing.temperature, strong.placing.temperature
    (155.0, 54.0)
    >>> weak.moving.horizon, strong.moving.horizon
    (2.5, 10.0)
    """
    first, last = find_fallible_player(BEGINNER), find_fallible_player(MASTER)
    share = (min(place, 1.0) + 1) / 2
    horizon = find_fallible_player(CLUB).moving.horizon * 2**place

    def between(one: Choosing, other: Choosing) -> Choosing:
        warmth = one.temperature * (other.temperature / one.temperature) ** share
        return one._replace(horizon=horizon, temperature=warmth)

    return replace(
        first,
        name=f"{place:g}",
        placing=between(first.placing, last.placing),
        moving=between(first.moving, last.moving),
    )


@cache
def person_of(strength: int) -> FalliblePlayer:
    """Return a player of a strength, between those that were measured."""
    return person_at(float(np.interp(strength, list(LINE.values()), list(LINE))))


@dataclass(frozen=True, slots=True)
class Task:
    """A position with a solver to move; right is the shortest win, or what keeps the value."""

    position: Position
    is_shortest: bool


def find_right(scores: Int64s, shortest: bool) -> npt.NDArray[np.bool_]:
    """Return which moves are right, given the scores after each, for the side to move then.

    >>> find_right(np.array([0, 3, 5, 4]), True).tolist()
    [False, True, False, False]
    >>> find_right(np.array([0, 3, 5, 4]), False).tolist()
    [False, True, True, False]
    """
    wins = scores & 1 == 1
    if not wins.any():
        return np.asarray(scores == DRAW)
    return np.asarray(wins & (scores == scores[wins].min()) if shortest else wins)


def solve_chances(tables: Tablebase, tasks: Sequence[Task]) -> Floats:
    """Return how likely each player of the grid makes a right move in each task.

    Someone who knows that there is a win looks for it and plays it if it is within the horizon;
    otherwise the move is chosen as in a game in which that win is a draw.
    """
    chances = np.empty((len(tasks), len(GRID)))
    for key, numbers in _by_table(tasks).items():
        own = np.array([tasks[i].position.own for i in numbers], dtype=np.int64)
        enemy = np.array([tasks[i].position.enemy for i in numbers], dtype=np.int64)
        found = look_against(tables, person_of(WEAKEST)).expand(key, own, enemy)
        right, nearest = _mark(found, [tasks[i].is_shortest for i in numbers])
        unseen = found._replace(scores=np.where(found.scores & 1 == 1, DRAW, found.scores))
        begins = np.concatenate([[0], found.ends[:-1]])
        for column, strength in enumerate(GRID):
            person = person_of(strength)
            weights = look_against(tables, person).weigh(key, unseen)
            seen = see_wins(person.choosing(key.own_in_hand), nearest)
            lucky = np.add.reduceat(weights * right, begins)
            chances[numbers, column] = seen + (1 - seen) * lucky
    return chances


def see_wins(choosing: Choosing, scores: Floats) -> Floats:
    """Return how often wins are seen; scores are those after the move, infinite without a win."""
    steps = np.clip((choosing.horizon - scores) / choosing.softness, -STEEPEST, STEEPEST)
    return np.where(np.isfinite(scores), 1 / (1 + np.exp(-steps)), 0.0)


def _by_table(tasks: Sequence[Task]) -> dict[TableKey, list[int]]:
    tables: dict[TableKey, list[int]] = {}
    for number, task in enumerate(tasks):
        tables.setdefault(TableKey.of(task.position), []).append(number)
    return tables


def _mark(found: Expansion, shortest: list[bool]) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Return which moves are right, and for each position the score of the nearest win."""
    right = np.zeros(len(found.scores), dtype=bool)
    nearest = np.full(len(found.ends), np.inf)
    for number, is_shortest in enumerate(shortest):
        part = found.of(number)
        scores = found.scores[part]
        right[part] = find_right(scores, is_shortest)
        nearest[number] = min(scores[scores & 1 == 1], default=np.inf)
    return right, nearest


def strength_of(chances: Floats) -> int:
    """Return the strength from which on a puzzle is solved more often than not.

    ``chances`` belong to the players of the grid. The result is within the grid.

    >>> half = [0.4] * 18 + [0.6] * (len(GRID) - 18)
    >>> strength_of(np.array(half))
    738
    """
    failing = np.flatnonzero(chances < 0.5)
    if not len(failing):
        return WEAKEST
    last = int(failing[-1])
    if last == len(GRID) - 1:
        return STRONGEST
    low, high = chances[last], chances[last + 1]
    return round(GRID[last] + STEP * float((0.5 - low) / (high - low)))


def rate_lines(tables: Tablebase, lines: Sequence[Sequence[Task]]) -> list[int]:
    """Return the strength of each puzzle, given the tasks of the solver along its line."""
    flat = [task for line in lines for task in line]
    chances = solve_chances(tables, flat)
    strengths: list[int] = []
    begin = 0
    for line in lines:
        strengths.append(strength_of(chances[begin : begin + len(line)].prod(axis=0)))
        begin += len(line)
    return strengths
