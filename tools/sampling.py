"""Positions like those in games and searches: compiled games with many random moves."""

from __future__ import annotations

from merels._jit import bare_kernel, inlined, kernel  # first: its error names what is missing

# isort: split
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels.engine.evaluation.kernels import load_weights
from merels.engine.evaluation.static import fitted_to
from merels.engine.search.kernels.memory import (
    TURNS,
    Memory,
    TreeNode,
    create_memory,
    has_too_few,
    play,
    turns_at,
)
from merels.engine.search.kernels.ordering import MOST_TURNS, TURN
from merels.engine.search.kernels.transpositions import create_table
from merels.engine.search.kernels.tree import INFINITE, frontier, list_turns
from merels.engine.search.threads import prepare
from merels.rules.game import Game
from merels.rules.variant import NINE_MENS_MORRIS, Variant

Int64s = npt.NDArray[np.int64]

LONGEST = 120
"""Plies after which a game is abandoned."""

TURNED_BACK = np.array([sum((b >> i & 1) << -i % 8 for i in range(8)) for b in range(256)])
"""The men on a square, mirrored, by the byte that says where they stand."""


class Positions(NamedTuple):
    """Positions as the side to move sees them, one per row."""

    own: Int64s
    enemy: Int64s
    own_in_hand: Int64s
    enemy_in_hand: Int64s

    def take(self, chosen: npt.NDArray[np.generic]) -> Positions:
        """Return some of the positions."""
        return Positions(*(column[chosen] for column in self))


class Games(NamedTuple):
    """Which games are played."""

    number: int
    chance: int
    """Random moves in 256."""
    seed: int
    longest: int = LONGEST
    descendants: int = 0
    """For each position, how many of those one or two random turns later are taken too."""
    margin: int = 0
    """How much worse than the best a move may be that is not random, in hundredths of a man."""
    opening: int = 2
    """Random plies at the beginning."""


@inlined
def draw_number(state: int) -> int:
    """Return the next state of a generator of random numbers; its high bits are good."""
    return state * 6364136223846793005 + 1442695040888963407


@inlined
def write_position(node: TreeNode, out: Int64s, count: int) -> int:
    """Write a position, three numbers; return how many there are then."""
    out[3 * count], out[3 * count + 1], out[3 * count + 2] = node.own, node.enemy, node.hands
    return count + 1


@inlined
def wander(node: TreeNode, turns: int, state: int, memory: Memory) -> TreeNode:
    """Return a position one or two random turns later; the first turns are listed at ply 0."""
    child = play(node, memory.work[TURNS + (state >> 33 & 0x7FFFFFFF) % turns] & TURN)
    if state >> 25 & 1 or has_too_few(child):
        return child
    replies = list_turns(child, 0, 1, memory)
    if replies == 0:
        return child
    place = TURNS + MOST_TURNS + (draw_number(state) >> 33 & 0x7FFFFFFF) % replies
    return play(child, memory.work[place] & TURN)


@inlined
def choose_good(node: TreeNode, turns: int, margin: int, state: int, memory: Memory) -> int:
    """Return the place of a random turn among those that are good two turns ahead."""
    best = -INFINITE
    scores = memory.work[turns_at(2) :]
    for i in range(turns):
        child = play(node, memory.work[TURNS + i] & TURN)
        score = INFINITE
        if not has_too_few(child):
            score = -frontier(child, -INFINITE, margin - best, 1, memory)
        scores[i] = score
        best = max(best, score)
    good = 0
    for i in range(turns):
        if scores[i] >= best - margin:
            good += 1
            scores[good - 1] = i
    return int(scores[(state >> 33 & 0x7FFFFFFF) % good])


@bare_kernel
def play_games(games: Games, men: int, out: Int64s, memory: Memory) -> int:
    """Play games of so many men; write own, enemy, hands of each position, and return how many."""
    state, count = games.seed, 0
    room = len(out) // 3 - games.descendants - 1
    for _ in range(games.number):
        node = TreeNode(0, 0, men << 4 | men, 0)
        for ply in range(games.longest):
            turns = list_turns(node, 0, 0, memory)
            if turns == 0 or count >= room:
                break
            for _ in range(games.descendants):
                state = draw_number(state)
                later = wander(node, turns, state, memory)
                if not has_too_few(later):
                    count = write_position(later, out, count)
            state = draw_number(state)
            place = (state >> 33 & 0x7FFFFFFF) % turns
            if state >> 20 & 255 >= games.chance and ply >= games.opening:
                place = choose_good(node, turns, games.margin, state, memory)
            node = play(node, memory.work[TURNS + place] & TURN)
            if has_too_few(node):
                break
            count = write_position(node, out, count)
    return count


@inlined
def mirror(men: int) -> int:
    """Return the mirror image of a set of men."""
    return int(
        TURNED_BACK[men & 255] | TURNED_BACK[men >> 8 & 255] << 8 | TURNED_BACK[men >> 16] << 16
    )


@inlined
def swap_squares(men: int) -> int:
    """Return a set of men with the inner and outer squares exchanged."""
    return men >> 16 | men & 0xFF00 | (men & 0xFF) << 16


@inlined
def turn_round(men: int) -> int:
    """Return a set of men after a quarter turn."""
    return men << 2 & 0xFCFCFC | men >> 6 & 0x030303


@kernel
def replace_by_least(rows: Int64s) -> None:
    """Replace each position by the least of its images under the symmetries of the board."""
    for i in range(len(rows)):
        own, enemy = rows[i, 0], rows[i, 1]
        least = own | enemy << 24
        for number in range(16):
            own, enemy = turn_round(own), turn_round(enemy)
            if number % 4 == 0:
                own, enemy = mirror(own), mirror(enemy)
            if number % 8 == 0:
                own, enemy = swap_squares(own), swap_squares(enemy)
            least = min(least, own | enemy << 24)
        rows[i, 0], rows[i, 1] = least & 0xFFFFFF, least >> 24


def sample_games(games: Games, variant: Variant = NINE_MENS_MORRIS) -> Positions:
    """Return the positions of games on three squares, each once; of symmetric ones the least."""
    memory = create_memory(np.zeros(1, dtype=np.int64), create_table(16), load_weights(variant))
    is_fitted = fitted_to(variant) is not None
    prepare(memory, Game(variant=variant), age=0, nodes=None, is_fitted=is_fitted)
    out = np.zeros(3 * games.number * games.longest * (1 + games.descendants), dtype=np.int64)
    rows = out[: 3 * play_games(games, variant.men, out, memory)].reshape(-1, 3)
    replace_by_least(rows)
    rows = np.unique(rows, axis=0)
    return Positions(rows[:, 0], rows[:, 1], rows[:, 2] & 15, rows[:, 2] >> 4)
