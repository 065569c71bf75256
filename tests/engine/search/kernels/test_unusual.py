"""The search of unusual variants finds what looking at every turn finds."""

import random

import pytest

from merels import NO_DRAW_RULES, Game, Limits, Position, Result
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import pack_key
from merels.rules.outcome import position_outcome
from merels.rules.unusual import Ban, Marks

SMALL = (
    "three:blocked=give-way,several=true,protected=false",
    "three:men=4,flying=three-on-board,return_ban=true",
    "three:captures=after-placing,men=4,blocked=give-way",
)
DEPTH = 5


def result_of(position, depth):
    """Return 1 if the side to move can win within some turns, -1 if it must lose, else 0."""
    outcome = position_outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is position.turn else -1
    if depth == 0:
        return 0
    best = -1
    for move in position.generate_moves():
        after = position.successor(move)
        result = result_of(after, depth - 1)
        best = max(best, result if after.turn is position.turn else -result)
        if best == 1:
            break
    return best


@pytest.mark.parametrize("text", SMALL)
def test_proved_results_are_those_of_looking_at_every_turn(text):
    engine, decided, chance = Engine(hash_mb=1), 0, random.Random(2)
    for _ in range(12):
        game = Game(variant=text, draw_rules=NO_DRAW_RULES)
        while game.outcome() is None and game.ply < 30:
            here = game.position
            expected = result_of(here, 3)
            engine.new_game()
            found = engine.search(Game(here, draw_rules=NO_DRAW_RULES), Limits(depth=DEPTH)).best
            if expected:
                decided += 1
                assert found.value is not None, here
                assert found.value.result == expected, here
            elif found.value is not None and found.value.result is not Result.DRAW:
                plies = found.value.plies or DEPTH
                assert result_of(here, min(plies, DEPTH + 1)) == found.value.result, here
            game.push(chance.choice(list(game.legal_moves)))
    assert decided > 5


@pytest.mark.parametrize("text", ["shax", "morabaraba", "nine:several=true,return_ban=true"])
def test_whole_games_are_legal(text):
    engine, chance = Engine(hash_mb=1), random.Random(5)
    game = Game(variant=text)
    while game.outcome() is None and game.ply < 160:
        moves = list(game.legal_moves)
        found = engine.search(game, Limits(nodes=300)).best.move
        assert found in moves
        game.push(found if game.ply % 3 else chance.choice(moves))
    assert game.ply > 12


def test_keys_tell_bans_and_first_mills_apart():
    free = Position(0b111, 0b111 << 8, variant="morabaraba")
    keys = {
        pack_key(free.with_marks(marks))
        for marks in (
            *(Marks(Ban(origin, 1)) for origin in range(11, 24)),
            *(Marks(None, Ban(origin, 8)) for origin in range(11, 24)),
            Marks(),
        )
    }
    assert len(keys) == 27
    placing = Position(0b111, 0b111 << 8, 9, 9, variant="nine:men=12,protected=false")
    assert pack_key(placing) == pack_key(Position(0b111, 0b111 << 8, 9, 9, variant="nine:men=12"))
