"""A thread's memory has room for everything, and nothing lies on anything else."""

from itertools import pairwise

import numpy as np
from searched_positions import BUSY

from merels import DrawRules, Game, Move, Position
from merels.board.board import mask_of
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
from merels.engine.search.limits import Limits

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


# Lines end where the draw rules say so.


def test_a_repetition_is_seen_coming(engine):
    """A move that repeats the position for the third time scores as a draw."""
    position = Position(white=mask_of([0, 2, 4, 9, 14]), black=mask_of([16, 18, 20, 6]))
    game = Game(position)
    shuffle = [Move(14, 13), Move(6, 7), Move(13, 14), Move(7, 6)]
    for move in shuffle + shuffle[:3]:
        game.push(move)
    # Black to move: a7-a1 brings the first position back for the third time.
    assert game.occurrences() == 2
    lines = engine.search(game, Limits(depth=6), lines=100).lines
    (back,) = (line for line in lines if line.move == shuffle[3])
    assert back.score == 0
    fresh = engine.search(Game(game.position), Limits(depth=6), lines=100).lines
    (elsewhere,) = (line for line in fresh if line.move == shuffle[3])
    assert elsewhere.score != 0


def test_the_ply_limit_is_seen_coming(engine):
    """One ply before the limit every quiet move draws; only a capture would not."""
    fen = BUSY.rsplit(" ", 2)[0] + " 99 60"
    game = Game.from_fen(fen)
    analysis = engine.search(game, Limits(depth=6))
    quiet = [m for m in game.legal_moves if m.captured is None]
    assert len(quiet) == len(game.legal_moves)
    assert analysis.best.score == 0
    free = Game.from_fen(fen, draw_rules=DrawRules(ply_limit=None))
    assert engine.search(free, Limits(depth=6)).best.score != 0
