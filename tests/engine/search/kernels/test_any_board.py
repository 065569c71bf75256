"""The search's moves on any board are those of the rules, in a different order."""

import numpy as np
import pytest
from own_variant import CROSSES
from random_games import play_randomly

from merels import VARIANTS, Color, Position, Variant, variant
from merels.board.board import Board, mask_of
from merels.engine.evaluation.any_board import pack_board
from merels.engine.search.kernels import ordering
from merels.engine.search.kernels.any_board import write_any_turns
from merels.engine.search.kernels.memory import TreeNode, play
from merels.engine.search.kernels.ordering import MOST_TURNS, TURN, WAYS, take_best
from merels.engine.search.threads import pack_hands, pack_turn, unpack_turn

EVERY = [
    *(each for each in VARIANTS.values() if each.is_usual),
    Variant(flying=False),
    variant("lasker:men=4"),
    CROSSES,
]


def list_ranked(position):
    worth, history = np.zeros(32, np.int64), np.arange(WAYS, dtype=np.int64)
    out = np.zeros(MOST_TURNS, np.int64)
    board, hands = pack_board(position.variant), pack_hands(position)
    count = write_any_turns(position.own, position.enemy, hands, board, worth, history, out)
    return out[:count]


def list_turns(position):
    ranked = list_ranked(position)
    return [take_best(place, len(ranked), ranked) & TURN for place in range(len(ranked))]


def positions_of(game):
    for seed in range(12):
        for position in play_randomly(seed, 150, game).positions:
            if min(map(position.total, Color)) >= 3:
                yield position


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_exactly_the_legal_turns(game):
    seen = 0
    for position in positions_of(game):
        found = [unpack_turn(turn, game.board) for turn in list_turns(position)]
        assert sorted(found, key=str) == sorted(position.generate_moves(), key=str)
        closes = [move.captured is not None for move in found]
        assert closes == sorted(closes, reverse=True)
        seen += len(found)
    assert seen > 150


def test_ranks_are_those_of_nine_mens_own_kernels():
    worth, history = np.zeros(32, np.int64), np.arange(WAYS, dtype=np.int64)
    out = np.zeros(MOST_TURNS, np.int64)
    for game in (Variant(), Variant(flying=False), Variant(men=12)):
        for position in positions_of(game):
            count = ordering.write_turns(
                *(position.own, position.enemy, pack_hands(position)),
                *(bool(game.flying), worth, history, out),
            )
            assert sorted(out[:count]) == sorted(list_ranked(position)), position


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_playing_a_turn_gives_the_successor(game):
    for position in positions_of(game):
        node = TreeNode(position.own, position.enemy, pack_hands(position), 3)
        for move in position.generate_moves():
            after = position.successor(move)
            quiet = 4 if move.captured is None else 0
            expected = (after.own, after.enemy, pack_hands(after), quiet)
            assert play(node, pack_turn(move)) == expected


def test_the_most_turns_have_room():
    """Every man can close a mill on every empty point, and capture any man."""
    names = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    edges = [f"{one} {other}" for one in names for other in names if one < other]
    lines = [f"{pair} {empty}" for pair in ("a1 b1", "c1 d1") for empty in names[16:]]
    busy = Variant(men=9, placing="any-turn", board=Board(" ".join(names), lines, edges))
    position = Position(mask_of(range(8)), mask_of(range(8, 16)), 1, 1, variant=busy)
    assert len(list_ranked(position)) == len(position.legal_moves) == 9 * 9 * 8 <= MOST_TURNS
