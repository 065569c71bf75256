"""The tree: right where the tables know the truth."""

import random

from searched_positions import random_endgames

from merels import DRAW, Game, Result
from merels.engine.search.limits import Limits


def test_proved_values_are_true(engine, tables):
    """Every win or loss that the search reports is one, and none is nearer than the tables say."""
    proved = 0
    for position in random_endgames(4, 3, 60, 1):
        value = tables.probe(position)
        found = engine.search(Game(position), Limits(depth=4)).best.value
        if found is not None and found is not DRAW:
            proved += 1
            assert found.result is value.result
            assert found.plies >= value.plies if found.result is Result.WIN else True
        elif value.plies is not None and value.result is Result.WIN:
            assert value.plies > 1  # a mill that wins is never missed
    assert proved >= 5


def test_a_won_endgame_is_won_without_tables(engine, tables):
    """A win that the tables know is won against the best defence."""
    won = 0
    chance = random.Random(5)
    for position in random_endgames(3, 3, 100, 6):
        value = tables.probe(position)
        if value.result is not Result.WIN or not 5 <= value.plies <= 9 or won == 4:
            continue
        game = Game(position)
        while game.outcome() is None:
            if game.turn is position.turn:
                game.push(engine.search(game, Limits(nodes=400_000)).best.move)
            else:
                rated = tables.probe_moves(game.position)
                best = [move for move, rating in rated if rating == rated[0].value]
                game.push(chance.choice(best))
        assert game.outcome().winner is position.turn
        won += 1
    assert won == 4


def test_a_mid_turn_position_gets_the_removal_that_wins(engine, tables):
    seen = 0
    for position in random_endgames(4, 4, 300, 8):
        for move in position.legal_moves:
            if move.captured is None:
                continue
            game = Game(position.before_removal(move))
            best = engine.search(game, Limits(depth=5)).best
            assert best.move.target is None
            seen += 1
            if best.value is not None and best.value.result is Result.WIN:
                after = game.position.successor(best.move)
                assert tables.probe(after).result is Result.LOSS
            break
    assert seen > 5
