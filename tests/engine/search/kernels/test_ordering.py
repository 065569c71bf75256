"""The search's moves are those of the rules, in a different order."""

import numpy as np
import pytest
from random_games import play_randomly

from merels import Color, Variant
from merels.engine.search.kernels.memory import TreeNode, play
from merels.engine.search.kernels.ordering import MOST_TURNS, TURN, WAYS, take_best, write_turns
from merels.engine.search.threads import pack_hands, pack_turn, unpack_turn


def list_turns(position):
    worth, history = np.zeros(32, np.int64), np.zeros(WAYS, np.int64)
    out = np.zeros(MOST_TURNS, np.int64)
    flying = bool(position.variant.flying)
    count = write_turns(
        position.own, position.enemy, pack_hands(position), flying, worth, history, out
    )
    return [take_best(place, count, out) & TURN for place in range(count)]


@pytest.mark.parametrize("variant", [Variant(), Variant(flying=False), Variant(men=12)], ids=str)
def test_exactly_the_legal_turns(variant):
    seen = 0
    for seed in range(8):
        for position in play_randomly(seed, 150, variant).positions:
            if position.removing or min(map(position.total, Color)) < 3:
                continue
            found = [unpack_turn(turn) for turn in list_turns(position)]
            assert sorted(found, key=str) == sorted(position.generate_moves(), key=str)
            seen += len(found)
    assert seen > 3000


def test_mills_are_closed_first():
    for seed in range(8):
        for position in play_randomly(seed, 60).positions:
            closes = [unpack_turn(turn).captured is not None for turn in list_turns(position)]
            assert closes == sorted(closes, reverse=True)


def test_playing_a_turn_gives_the_successor():
    game = play_randomly(3, 150)
    quiet = 0
    for position, move, after in zip(
        game.positions, game.history, game.positions[1:], strict=False
    ):
        node = TreeNode(position.own, position.enemy, pack_hands(position), quiet)
        quiet = 0 if move.captured is not None else quiet + 1
        expected = (after.own, after.enemy, pack_hands(after), quiet)
        assert play(node, pack_turn(move)) == expected


def test_a_capture_alone_leaves_the_own_men():
    game = play_randomly(3, 150)
    for position, move in zip(game.positions, game.history, strict=False):
        if move.captured is None:
            continue
        middle, after = position.before_removal(move), position.successor(move)
        node = TreeNode(middle.own, middle.enemy, pack_hands(middle), 4)
        (removal,) = (m for m in middle.legal_moves if m.captured == move.captured)
        assert play(node, pack_turn(removal)) == (after.own, after.enemy, pack_hands(after), 0)
        assert unpack_turn(pack_turn(removal)) == removal
