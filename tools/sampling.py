"""Positions like those in games and searches: compiled games with many random moves."""

from __future__ import annotations

from merels._jit import bare_kernel  # first: its error names what is not installed

# isort: split
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels.engine.search.kernels.ordering import TURN
from merels.engine.search.kernels.transpositions import create_table
from merels.engine.search.kernels.tree import (
    BEFORE,
    INFINITE,
    NODE_LIMIT,
    PLY_LIMIT,
    REPETITIONS,
    TURNS,
    Memory,
    Node,
    create_memory,
    frontier,
    has_too_few,
    list_turns,
    play,
)
from merels.engine.search.kernels.tree import FLYING as MAY_FLY

Int64s = npt.NDArray[np.int64]

LONGEST = 120
"""Plies after which a game is abandoned."""


class Positions(NamedTuple):
    """Positions as the side to move sees them, one per row."""

    own: Int64s
    enemy: Int64s
    own_in_hand: Int64s
    enemy_in_hand: Int64s

    def take(self, chosen: npt.NDArray[np.generic]) -> Positions:
        """Return some of the positions."""
        return Positions(*(column[chosen] for column in self))


@bare_kernel
def play_games(seed: int, games: int, chance: int, out: Int64s, memory: Memory) -> int:
    """Play games with ``chance`` random moves in 256; write own, enemy, hands of each position.

    Returns how many positions were written, three numbers each.
    """
    state, count = seed, 0
    room = len(out) // 3
    for _ in range(games):
        node = Node(0, 0, 0x99, 0)
        for ply in range(LONGEST):
            turns = list_turns(node, 0, 0, memory)
            if turns == 0 or count == room:
                break
            state = state * 6364136223846793005 + 1442695040888963407
            place = (state >> 33 & 0x7FFFFFFF) % turns
            if state >> 20 & 255 >= chance and ply >= 2:
                best = -INFINITE
                for i in range(turns):
                    child = play(node, memory.work[TURNS + i] & TURN)
                    score = INFINITE
                    if not has_too_few(child):
                        score = -frontier(child, -INFINITE, -best, 1, memory)
                    if score > best:
                        best, place = score, i
            node = play(node, memory.work[TURNS + place] & TURN)
            if has_too_few(node):
                break
            out[3 * count] = node.own
            out[3 * count + 1] = node.enemy
            out[3 * count + 2] = node.hands
            count += 1
    return count


def sample_games(games: int, chance: int, seed: int, weights: Int64s) -> Positions:
    """Return the distinct positions of games with ``chance`` random moves in 256."""
    memory = create_memory(np.zeros(1, dtype=np.int64), create_table(16), weights)
    memory.work[NODE_LIMIT] = 1 << 60
    memory.work[REPETITIONS], memory.work[PLY_LIMIT] = 3, 100
    memory.work[MAY_FLY], memory.work[BEFORE] = 1, 0
    out = np.zeros(3 * games * LONGEST, dtype=np.int64)
    count = play_games(seed, games, chance, out, memory)
    rows = np.unique(out[: 3 * count].reshape(-1, 3), axis=0)
    return Positions(rows[:, 0], rows[:, 1], rows[:, 2] & 15, rows[:, 2] >> 4)
