"""The computer players: always legal, repeatable with a seed, and not foolish."""

import dataclasses

import pytest
from hypothesis import given
from random_games import games, play_randomly, positions

from merels import Game, IllegalMoveError, Move, Position, Variant, create_player
from merels.board.masks import mask_of
from merels.board.names import parse_console_point
from merels.engine.players.levels import NUMBERS
from merels.engine.players.plain import PlainPlayer

PLAIN = (*NUMBERS, "random")
"""Players in plain Python."""

THINKERS = ["normal", "hard"]


def men(names):
    return mask_of(parse_console_point(name) for name in names.split())


def choices(name, game, seeds=range(40)):
    """Return every move that the player chooses with some seed, in console coordinates."""
    return {create_player(name, seed).choose(game).console() for seed in seeds}


@pytest.mark.parametrize("name", PLAIN)
@given(position=positions())
def test_the_choice_is_legal_in_any_position(name, position):
    if position.legal_moves:
        assert create_player(name, seed=1).choose(Game(position)) in position.legal_moves


@pytest.mark.parametrize("name", PLAIN)
def test_all_phases_and_mid_turn_were_among_those(name):
    # What the random positions above may miss.
    for game in (play_randomly(seed, 300) for seed in range(6)):
        for position in game.positions[::7]:
            for move in list(position.legal_moves)[:1]:
                assert create_player(name, 3).choose(Game(position)) in position.legal_moves
                if move.captured is not None:
                    open_turn = Game(position.before_removal(move))
                    chosen = create_player(name, 3).choose(open_turn)
                    assert chosen.target is None
                    assert chosen in open_turn.legal_moves


@pytest.mark.parametrize("name", PLAIN)
def test_the_same_seed_makes_the_same_choice(name):
    game = play_randomly(3, 12)
    assert len(choices(name, game, [5] * 5)) == 1
    player = create_player(name, 5)
    assert player.choose(game) == player.choose(game) == create_player(name, 5).choose(game)


@pytest.mark.parametrize("name", PLAIN)
def test_seeds_make_a_difference(name):
    assert len(choices(name, Game())) > 1


def test_without_a_seed_players_differ():
    game = Game()
    assert len({create_player("random").choose(game) for _ in range(40)}) > 1


@given(games())
def test_taking_back_changes_nothing(game):
    if game.outcome() is None:
        player = create_player("easy", 1)
        chosen = player.choose(game)
        game.push(chosen)
        game.pop()
        assert player.choose(game) == chosen


def test_a_repeated_position_may_get_a_different_answer():
    game = Game(Position(white=men("A1 D2 G7 B6"), black=men("C3 E5 F4 D7")))
    for text in ("D2D3", "D7D6", "D3D2", "D6D7"):
        game.push(Move.parse_console(text))
    occurred = [create_player("random", seed).choose(game) for seed in range(20)]
    fresh = [create_player("random", seed).choose(Game(game.position)) for seed in range(20)]
    assert occurred != fresh


@pytest.mark.parametrize("name", PLAIN)
def test_a_finished_game_is_an_error(name):
    lost = Game(Position(white=0b11, black=0b111000))
    with pytest.raises(IllegalMoveError, match="game is over"):
        create_player(name, 1).choose(lost)


def test_easy_chooses_among_eight():
    assert len(choices("easy", Game(), range(300))) == 8


def test_easy_closes_its_own_mills_but_overlooks_the_enemys():
    closing = Game(Position(white=men("A1 G1 D2 B6"), black=men("C3 E5 G4 F6")))
    assert {move[:5] for move in choices("easy", closing)} == {"D2D1x"}
    threatened = Position(white=men("A1 C5"), black=men("D6 F6"), white_in_hand=7, black_in_hand=7)
    found = choices("easy", Game(threatened))
    assert "B6" in found
    assert len(found) > 1


@pytest.mark.parametrize("name", THINKERS)
def test_a_winning_mill_is_closed(name):
    game = Game(Position(white=men("A1 G1 D2 B6"), black=men("C3 E5 G4")))
    for move in choices(name, game):
        assert move.startswith("D2D1x")


@pytest.mark.parametrize("name", THINKERS)
def test_the_enemy_is_blocked_when_that_wins(name):
    # Black's four men have one way out, D1 to D2; the man on D3 shuts it.
    position = Position(
        white=men("A7 B4 F4 G7 D3"), black=men("A1 D1 G1 A4 G4"), variant=Variant(flying=False)
    )
    assert choices(name, Game(position)) == {"D3D2"}


@pytest.mark.parametrize("name", THINKERS)
def test_a_mill_is_stopped_while_placing(name):
    position = Position(white=men("A1 C5"), black=men("D6 F6"), white_in_hand=7, black_in_hand=7)
    assert choices(name, Game(position)) == {"B6"}


@pytest.mark.parametrize("name", THINKERS)
def test_closing_a_mill_comes_before_stopping_one(name):
    position = Position(
        white=men("A1 D1 C5"), black=men("D6 F6 C3"), white_in_hand=6, black_in_hand=6
    )
    for move in choices(name, Game(position)):
        assert move.startswith("G1x")


@pytest.mark.parametrize("name", THINKERS)
def test_the_threatening_man_is_captured(name):
    # White has closed a mill; only capturing D2, D1's neighbour, keeps Black from closing A1 D1 G1.
    position = Position(white=men("A7 D7 G7 B6"), black=men("A1 G1 D2 C5 E5 F6"), removing=True)
    assert choices(name, Game(position)) <= {"xD2", "xA1", "xG1"}


@pytest.mark.parametrize("name", THINKERS)
def test_a_side_that_is_ahead_does_not_repeat(name):
    """With a history in which the best move's position has occurred, another is played."""
    game = Game(Position(white=men("A1 D1 B4 F6 E3"), black=men("C5 G7 D6 F2")))
    best = PlainPlayer(name, 1, NUMBERS[name]).choose(game)
    assert best.captured is None
    there, back = Move(best.origin, best.target), Move(best.target, best.origin)
    answer = next(move for move in game.position.play(there).legal_moves if move.captured is None)
    for move in (there, answer, back, Move(answer.target, answer.origin)):
        game.push(move)
    for repetition, repeats in ((0, True), (100_000, False)):
        level = dataclasses.replace(NUMBERS[name], repetition=repetition)
        assert (PlainPlayer(name, 1, level).choose(game) == best) is repeats
