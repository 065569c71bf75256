"""The first phase: quiet moves and the best captures, against the plain rules."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from arrangements import places_of, spread
from random_games import VARIANTS
from rules_oracle import random_tables

from merels import DRAW, Result, Value
from merels.board.board import FULL
from merels.solver.kernels.counting import LOST_NOW, begin_rows, first_value, new_counts
from merels.solver.kernels.rating import NARROW
from merels.solver.kernels.row import build_board, new_row
from merels.solver.kernels.states import SAFE
from merels.solver.moving import Table
from merels.solver.run import MemoryStore
from merels.solver.workspace import Array, Workspace, load_rated, no_rated_table
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

TABLES = [
    TableKey(own, enemy, variant=variant)
    for variant in VARIANTS
    for own, enemy in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5)]
]
SCORES = {Value.from_score(score): score for score in range(256)}


class Counted:
    """A table of which some rows have been counted, with random scores after captures."""

    def __init__(self, key, rows):
        pair = Pair.of(key)
        workspace = Workspace([pair])
        self.key = key
        self.table = Table.begin(key, pair.tables.index(key), workspace)
        self.after_captures = {} if key.capture_wins else random_tables([key.capture])
        self.walk = self.table.walk
        counts = new_counts(len(self.walk.arrangements))
        arguments = self.walk, self.load_captures(workspace), self.table.target, build_board()
        self.edges = sum(begin_rows((row, row + 1), *arguments, new_row(), counts) for row in rows)

    def load_captures(self, workspace):
        if not self.after_captures:
            return no_rated_table()
        store = MemoryStore()
        store.tables.update(self.after_captures)
        with ThreadPoolExecutor(1) as pool:
            return load_rated(self.key.capture, store, workspace, Array.CAPTURES, pool, 1)

    def position(self, row, number):
        at_rest = int(self.walk.representatives[row])
        men = spread(int(self.walk.arrangements[number]), FULL & ~at_rest)
        return self.key.position(men, at_rest)

    def state(self, row, number):
        """Return the count of quiet moves, and the score after the best capture."""
        at = row * self.walk.stride + number
        return int(self.walk.counts[at]), int(self.walk.captures[at])

    def values(self, position):
        """Return the values that are stored for a position, one for each of its places."""
        target = self.table.target
        places = places_of(position.own, position.enemy)
        return {int(target.values[row * target.to.stride + rank]) for row, rank in places}

    def best_capture(self, position):
        """Return the value of the best capture, None if there is none."""
        values = []
        for move in position.generate_moves():
            if move.captured is not None:
                after = position.successor(move)
                score = LOST_NOW
                if self.after_captures:
                    slot = self.key.capture.index.slot_of(after.own, after.enemy)
                    score = int(self.after_captures[self.key.capture][slot])
                values.append(Value.from_score(score).before_move())
        return max(values, default=None)


def count_quiet(position):
    return sum(move.captured is None for move in position.generate_moves())


@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_moves_are_counted_as_the_rules_have_them(key):
    chance = random.Random(1)
    row = chance.randrange(len(key.transposed.index.orbits))
    counted = Counted(key, [row])
    size = len(counted.walk.arrangements)
    for number in chance.sample(range(size), min(size, 300)):
        position = counted.position(row, number)
        quiet, best = count_quiet(position), counted.best_capture(position)
        count, capture = counted.state(row, number)
        is_safe = best is not None and best >= DRAW
        assert count == quiet + (SAFE if is_safe else 0)
        assert capture == (0 if best is None else SCORES[best])
        value = 0
        if is_safe:
            value = SCORES[best]
        elif quiet == 0:
            value = LOST_NOW if best is None else SCORES[best]
        assert counted.values(position) == {value}


@pytest.mark.parametrize("key", TABLES[:4], ids=lambda key: key.name)
def test_edges_are_the_quiet_moves_of_all_positions(key):
    counted = Counted(key, [0])
    size = len(counted.walk.arrangements)
    quiet = [count_quiet(counted.position(0, number)) for number in range(size)]
    assert counted.edges == sum(quiet)


def test_a_row_leaves_nothing_to_the_next():
    key = TableKey(4, 4)
    together, alone = Counted(key, [5, 6]), Counted(key, [6])
    stride = alone.walk.stride
    row = slice(6 * stride, 6 * stride + len(alone.walk.arrangements))
    assert np.array_equal(together.walk.counts[row], alone.walk.counts[row])
    assert np.array_equal(together.walk.captures[row], alone.walk.captures[row])


def begin(quiet, rating):
    """Return what is added to the count, the score after the best capture, and the value."""
    counts = new_counts(1)
    safe, capture = int(counts.safe[rating]), int(counts.scores[rating])
    return safe, capture, first_value(quiet, safe != 0, capture)


@pytest.mark.parametrize("quiet", [0, 1, 54])
def test_states_at_the_beginning(quiet):
    assert begin(quiet, NARROW.no_capture) == (0, 0, 0 if quiet else LOST_NOW)
    assert begin(quiet, NARROW.drawn) == (SAFE, 0, 0)
    for score in range(1, 255):
        value = Value.from_score(score).before_move()
        before = SCORES[value]
        if value.result is Result.WIN:
            expected = SAFE, before, before
        else:
            expected = 0, before, 0 if quiet else before
        assert begin(quiet, int(NARROW.ratings[score])) == expected
