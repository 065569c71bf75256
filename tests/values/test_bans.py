"""Positions with a pending ban: the tablebase looks ahead from them."""

import random

from raw_positions import solve_game

from merels import WHITE, Position, open_tablebase, variant
from merels.rules.unusual_kernels import unpack_marks
from merels.rules.value import Source, Value
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.layout.plan import Plan, all_tables

GAME = variant("three:men=4,return_ban=true")


def test_the_value_of_a_position_with_a_ban_follows_from_tables(tmp_path):
    solve_tables(
        Plan.for_tables(all_tables(GAME), is_done=lambda _: False), TableFolder(tmp_path), 1
    )
    positions = solve_game(GAME)
    banned = [number for number, marks in enumerate(positions.marks.tolist()) if marks]
    assert len(banned) > 100
    with open_tablebase(tmp_path) as tablebase:
        for number in random.Random(0).sample(banned, 100):
            own, enemy = int(positions.own[number]), int(positions.enemy[number])
            marks = unpack_marks(int(positions.marks[number]))
            position = Position(own, enemy, turn=WHITE, variant=GAME).with_marks(marks)
            assert tablebase.probe(position) == Value.from_score(int(positions.scores[number]))
            assert tablebase.source(position) is Source.AHEAD
