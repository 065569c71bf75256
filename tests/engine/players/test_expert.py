"""Players that search: a time for each move, or a given strength."""

import pytest
from random_games import play_randomly

from merels import Game, Limits, Position, Result, Value, create_player
from merels.board.board import mask_of
from merels.engine.players.expert import UNIT, weigh_lines
from merels.engine.players.levels import WEAKEST
from merels.engine.search.searcher import Line
from merels.rules.move import Move

WINNING = Position(white=mask_of([0, 2, 9, 14]), black=mask_of([16, 20, 3]))
"""White closes 0-1-2 and takes the third man."""


@pytest.fixture(scope="module")
def weakest():
    return create_player(f"ELO:{WEAKEST}", seed=1)


def test_expert_plays_legally_in_every_phase_and_in_mid_turn():
    player = create_player("expert", limits=Limits(seconds=0.01))
    for seed in range(3):
        for position in play_randomly(seed, 120).positions[::11]:
            if position.legal_moves:
                assert player.choose(Game(position)) in position.legal_moves
            for move in position.legal_moves:
                if move.captured is not None:
                    open_turn = Game(position.before_removal(move))
                    assert player.choose(open_turn) in open_turn.legal_moves
                    break


def test_expert_wins_at_once_if_it_can():
    assert create_player("expert", limits=Limits(seconds=0.02)).choose(Game(WINNING)).target == 1


def test_expert_asks_the_oracle():
    target = mask_of([0])

    class Oracle:
        def get(self, position):
            won = position.white == target
            return Value(Result.LOSS, 4) if won else Value(Result.WIN, 3)

    assert (
        create_player("expert", oracle=Oracle(), limits=Limits(seconds=0.01)).choose(Game()).target
        == 0
    )


def test_the_same_seed_makes_the_same_choice(weakest):
    games = [play_randomly(3, plies) for plies in range(4, 30, 5)]
    other = create_player(f"elo:{WEAKEST}", seed=1)
    first = [weakest.choose(game) for game in games]
    assert [weakest.choose(game) for game in games] == first
    assert [other.choose(game) for game in reversed(games)] == first[::-1]


def test_seeds_make_a_difference():
    moves = set()
    for seed in range(12):
        player = create_player(f"elo:{WEAKEST}", seed)
        moves.add(player.choose(Game()))
    assert len(moves) > 2


def test_even_the_weakest_makes_no_absurd_blunders(weakest):
    """It takes a win that is one turn away, and closes rather than gives up a mill."""
    assert weakest.choose(Game(WINNING)).target == 1
    closing = Position(
        white=mask_of([0, 1, 22]), black=mask_of([13, 12, 16]), white_in_hand=6, black_in_hand=6
    )
    assert weakest.choose(Game(closing)).captured is not None


def test_the_choice_is_legal(weakest):
    for seed in range(4):
        for position in play_randomly(seed, 150).positions[::10]:
            if position.legal_moves:
                assert weakest.choose(Game(position)) in position.legal_moves


def weigh(halving, *lines):
    return weigh_lines([Line(Move.parse(text), score, None, ()) for text, score in lines], halving)


def test_a_move_that_looks_worse_is_chosen_less_often():
    weights = weigh(40, ("d6", 10), ("f4", 10), ("b4", -10), ("a7", -30), ("a1", -70))
    assert weights == [UNIT, UNIT, 741_455, UNIT // 2, UNIT // 4]


def test_only_the_best_moves_without_halving():
    assert weigh(0, ("d6", 10), ("f4", 10), ("b4", 9)) == [UNIT, UNIT, 0]


def test_wins_and_losses_within_sight_are_seen():
    assert weigh(400, ("d6", 29_997), ("f4", 900)) == [UNIT, 0]
    assert weigh(400, ("d6", -300), ("f4", -29_998)) == [UNIT, 0]
    assert weigh(400, ("d6", -29_996), ("f4", -29_998))[1] > 0


def test_where_the_best_takes_a_man_another_takes_one_too():
    assert weigh(400, ("b6xb4", 300), ("a7", 290), ("b6xd1", 280))[1] == 0
    assert weigh(400, ("a7", 300), ("b6xb4", 290))[1] > 0
