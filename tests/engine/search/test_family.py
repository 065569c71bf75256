"""Every variant is searched: its own moves, its own draws, and nothing decided is given away."""

import random

import pytest
from own_variant import CROSSES
from random_games import play_randomly
from slow_game import solve_game

from merels import (
    VARIANTS,
    WHITE,
    Game,
    Move,
    Position,
    Result,
    Value,
    Variant,
    variant,
)
from merels.board.board import Board, mask_of
from merels.engine.evaluation.static import evaluate_position
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import has_nine_mens_rules

EVERY = [*VARIANTS.values(), variant("six:flying=three-on-board"), CROSSES]


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_lines_are_legal_and_named_as_on_their_board(engine, game):
    searched = 0
    for seed in range(3):
        for position in play_randomly(seed, 80, game).positions[seed::7]:
            if not position.legal_moves:
                continue
            for line in engine.search(Game(position), Limits(nodes=2000), lines=2).lines:
                played = Game(position)
                for move in line.pv:
                    assert move.board is game.board
                    if played.outcome() is not None:
                        break
                    played.push(str(move))
                searched += 1
    assert searched > 5


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_a_capture_completes_the_turn(engine, game):
    seen = 0
    for seed in range(30):
        for position in play_randomly(seed, 60, game).positions:
            moves = (move for move in position.legal_moves if move.target is not None)
            closing = [move for move in moves if move.captured is not None]
            if not closing:
                continue
            seen += 1
            middle = position.before_removal(closing[0])
            found = engine.search(Game(middle), Limits(depth=3)).best.move
            assert found in middle.legal_moves
            break
    assert seen > 5


def results_of(game):
    return {sides: Value.from_score(score).result for sides, score in solve_game(game).items()}


def test_nothing_decided_is_given_away_in_three_mens_morris():
    """From every position of the game, against all its values; and proved values are true."""
    game = VARIANTS["three"]
    results = results_of(game)
    engine = Engine(hash_mb=1)
    assert len(results) > 3000
    assert set(results.values()) == set(Result)
    for sides, result in random.Random(3).sample(sorted(results.items()), 1200):
        position = Position(*sides, WHITE, variant=game)
        if not position.legal_moves:
            continue
        engine.new_game()
        best = engine.search(Game(position), Limits(nodes=3000)).best
        assert results[position.successor(best.move).sides] == -result, position
        assert best.value is None or best.value.result is result


@pytest.mark.parametrize("name", ["three:flying=three-on-board", "three:placing=any-turn"])
def test_other_rules_on_the_small_board(name):
    game = variant(name)
    results = results_of(game)
    engine = Engine(hash_mb=1)
    for sides, result in random.Random(4).sample(sorted(results.items()), 300):
        position = Position(*sides, WHITE, variant=game)
        if not position.legal_moves:
            continue
        engine.new_game()
        best = engine.search(Game(position), Limits(nodes=20_000)).best
        assert results[position.successor(best.move).sides] == -result, position
        assert best.value is None or best.value.result is result


def test_a_full_board_is_a_draw_or_a_loss(engine):
    """Two points are left: White fills one, Black the other, and White cannot move."""
    row = Board("a1 b1 c1 d1 e1 f1 g1 h1", ["a1 b1 c1"])
    for full_board, result in (("draw", Result.DRAW), ("loss", Result.LOSS)):
        tight = Variant(men=4, full_board=full_board, board=row)
        position = Position(mask_of([3, 5, 7]), mask_of([0, 4, 6]), 1, 1, variant=tight)
        lines = engine.search(Game(position), Limits(depth=8), lines=9).lines
        for line in lines:
            if result is Result.DRAW:
                assert line.score == 0
            else:
                assert line.value is not None
                assert (line.value.result, line.value.plies) == (result, 2)


def test_repetitions_are_seen_with_men_in_hand(engine):
    """In Lasker's game positions recur while men are in hand."""
    position = Position(
        mask_of([0, 2, 4, 9, 14]), mask_of([16, 18, 20, 6]), 2, 2, variant=VARIANTS["lasker"]
    )
    game = Game(position)
    shuffle = [Move(14, 13), Move(6, 7), Move(13, 14), Move(7, 6)]
    for move in shuffle + shuffle[:3]:
        game.push(move)
    lines = engine.search(game, Limits(depth=4), lines=1000).lines
    (back,) = (line for line in lines if line.move == shuffle[3])
    assert back.score == 0
    fresh = engine.search(Game(game.position), Limits(depth=4), lines=1000).lines
    (elsewhere,) = (line for line in fresh if line.move == shuffle[3])
    assert elsewhere.score != 0


def test_which_variants_have_nine_mens_own_kernels():
    usual = [name for name, game in VARIANTS.items() if has_nine_mens_rules(game)]
    assert usual == ["nine", "ten"]
    assert has_nine_mens_rules(variant("nine:flying=never"))
    assert has_nine_mens_rules(variant("nine:men=11,full_board=draw"))
    assert not has_nine_mens_rules(variant("nine:men=12,full_board=draw"))


def test_the_same_engine_searches_one_game_after_another(engine):
    """What it has learnt of one game says nothing about another."""
    found = []
    for name in ("nine", "twelve", "nine", "twelve"):
        analysis = engine.search(Game(variant=variant(name)), Limits(depth=5))
        found.append((analysis.nodes, analysis.lines))
    assert found[:2] == found[2:]


@pytest.mark.parametrize("name", ["ten", "twelve"])
def test_more_men_have_an_evaluation_of_their_own(name):
    used, fresh = Engine(hash_mb=1), Engine(hash_mb=1)
    used.search(Game(), Limits(depth=4))
    game = Game(variant=variant(name))
    found, expected = (each.search(game, Limits(depth=6)) for each in (used, fresh))
    assert (found.nodes, found.best.score) == (expected.nodes, expected.best.score)
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
    values = {evaluate_position(Position.from_fen(fen, variant(each))) for each in ("nine", name)}
    assert len(values) == 2


def test_leaves_have_the_value_of_their_board():
    """At depth 1 the best move leads to the position that is worst for the other side."""
    for seed in range(6):
        position = play_randomly(seed, 20 + seed, variant("twelve")).position
        after = [position.successor(move) for move in position.legal_moves]
        if position.removing or any(not each.legal_moves for each in after):
            continue
        best = Engine(hash_mb=1).search(Game(position), Limits(depth=1)).best
        assert best.score == max(-evaluate_position(each) for each in after)


@pytest.mark.parametrize("name", ["twelve", "nine:men=12,full_board=draw"])
def test_the_last_man_that_fills_the_board_draws(name):
    """At the end of a line too: the side to move is blocked there, but has not lost."""
    white = mask_of([3, 4, 6, 9, 10, 11, 12, 15, 19, 21, 22])
    black = mask_of([0, 1, 2, 5, 7, 8, 13, 14, 16, 20, 23])  # no mill can be closed
    position = Position(white, black, 1, 1, variant=variant(name))
    for depth in (2, 3):
        lines = Engine(hash_mb=1).search(Game(position), Limits(depth=depth), lines=9).lines
        assert {line.score for line in lines} == {0}
