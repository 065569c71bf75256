"""The compiled twin, the reference and a slow program have the same turns in the same order."""

import random

import numpy as np
import pytest
import slow_rules as slow
from slow_rules import MIXED

from merels import NO_DRAW_RULES, Game, variant
from merels.rules import unusual_kernels as kernels
from merels.rules.kernels import rules_of
from merels.rules.legal import explain_illegal
from merels.rules.unusual import Ban, Marks


def name_turn(move, names):
    point = {None: None} | dict(enumerate(names))
    return point[move.origin], point[move.target], frozenset(names[each] for each in move.captures)


@pytest.mark.parametrize("text", MIXED)
def test_three_programs_agree_along_random_games(text):
    game_of = variant(text)
    rules, fields = rules_of(game_of), kernels.fields_of(game_of)
    names, out = game_of.board.names, np.empty(fields.most_turns, dtype=np.int64)
    for seed in range(3):
        chance, game = random.Random(seed), Game(variant=text, draw_rules=NO_DRAW_RULES)
        while game.outcome() is None and game.ply < 150:
            here, seen = game.position, slow.read(game.position)
            moves = list(here.legal_moves)
            count = kernels.write_turns(*kernels.pack_state(here.state), rules, fields, out)
            turns = [kernels.unpack_turn(int(turn)) for turn in out[:count]]
            assert turns == [(move.origin, move.target, move.captures) for move in moves]
            assert set(slow.turns(seen)) == {name_turn(move, names) for move in moves}
            for move, turn in zip(moves, out[:count], strict=True):
                assert explain_illegal(here, move) is None
                after = here.successor(move)
                played = kernels.play_turn(*kernels.pack_state(here.state), turn, rules, fields)
                assert tuple(map(int, played[:5])) == kernels.pack_state(after.state)
                assert played.again == (after.turn is here.turn)
                assert slow.play(seen, name_turn(move, names)) == slow.read(after)
            game.push(chance.choice(moves))


@pytest.mark.parametrize(
    "marks", [Marks(), Marks(Ban(0, 24), Ban(24, 0)), Marks(None, Ban(3, 7)), Marks(first_mill=2)]
)
def test_marks_are_packed_without_loss(marks):
    packed = kernels.pack_marks(marks)
    assert kernels.unpack_marks(packed) == marks
    assert kernels.unpack_marks(int(kernels.swap_marks(packed))) == marks.swapped
