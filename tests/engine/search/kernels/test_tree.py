"""The tree: right where the tables know the truth, and aware of the draw rules."""

import random

from searched_positions import BUSY, random_endgames

from merels import (
    DRAW,
    DrawRules,
    Game,
    Move,
    Position,
    Result,
)
from merels.board.masks import mask_of
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
