"""The two slow solvers agree: one in plain Python on positions, one compiled on whole tables."""

import pytest
from slow_game import solve_game
from slow_tables import Kind, generate_rows, solve

from merels import variant
from merels.rules.position import Sides

GAMES = [
    "three",
    "three:men=4,full_board=draw",
    "three:flying=three-on-board",
    "three:placing=any-turn,flying=three-in-all",
    "three:placing=any-turn,men=4",
]


@pytest.mark.parametrize("name", GAMES)
def test_the_slow_solvers_agree(name):
    game = variant(name)
    scores = solve_game(game)
    found = {
        Sides(own, enemy, kind.own_in_hand, kind.enemy_in_hand): score
        for kind, table in solve(game, [Kind(0, 0, game.men, game.men)]).items()
        for own, enemies, row in generate_rows(game, kind, table)
        for enemy, score in zip(enemies.tolist(), row.tolist(), strict=True)
    }
    going_on = {sides: score for sides, score in scores.items() if not has_too_few(sides)}
    assert going_on.items() <= found.items()
    assert len(going_on) > 3000


def has_too_few(sides):
    return sides.own.bit_count() + sides.own_in_hand < 3
