"""A thread's memory has room for everything, and nothing lies on anything else."""

from itertools import pairwise

import numpy as np

from merels.engine.evaluation import any_board
from merels.engine.search.kernels import memory
from merels.engine.search.kernels.memory import (
    MOST_BEFORE,
    MOST_PLIES,
    ROOM,
    create_memory,
    history_of,
    turns_at,
)
from merels.engine.search.kernels.ordering import MOST_TURNS, WAYS

SETTINGS = 13
PARTS = {
    memory.NODES: SETTINGS,
    memory.WORTH: 32,
    memory.KILLERS: 2 * (MOST_PLIES + 1),
    memory.HISTORY: 2 * WAYS,
    memory.PATH: MOST_BEFORE + MOST_PLIES + 1,
    memory.LINES: ROOM * ROOM,
    memory.TURNS: (MOST_PLIES + 1) * MOST_TURNS,
    memory.BOARD: any_board.LENGTH,
    memory.WORK: 0,
}
"""Where each part begins, and the numbers that it needs."""


def test_parts_do_not_overlap():
    assert list(PARTS) == sorted(PARTS)
    for (begin, length), (after, _) in pairwise(PARTS.items()):
        assert begin + length <= after
    assert memory.REPEATS == SETTINGS - 1


def test_every_ply_has_its_turns_and_every_side_its_history():
    assert [turns_at(ply) for ply in (0, 1)] == [memory.TURNS, memory.TURNS + MOST_TURNS]
    assert turns_at(MOST_PLIES) + MOST_TURNS <= memory.BOARD
    assert history_of(0) == history_of(2) == history_of(1) - WAYS


def test_threads_share_all_but_their_work():
    shared = [np.zeros(1, dtype=np.int64) for _ in range(3)]
    one, other = create_memory(*shared), create_memory(*shared)
    assert one[:3] == other[:3] == tuple(shared)
    assert len(one.work) == memory.WORK
    assert not np.shares_memory(one.work, other.work)
