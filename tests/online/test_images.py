"""Which positions help in a game."""

from random_games import play_randomly

from merels.online.images import helps, image_of
from merels.rules.game import Game
from merels.rules.variants import named_variant


def test_images_of_a_position_are_one_whatever_the_colours():
    position = play_randomly(11, 25).position
    images = {image_of(position.transform(each)) for each in position.board.symmetries}
    assert images == {image_of(position)} == {image_of(position.swap_colors())}


def test_a_position_its_images_and_what_follows_help():
    for seed in range(4):
        played = play_randomly(seed, 10 * seed + 5).position
        mirrored = played.transform(played.board.symmetries[-1])
        assert helps(played, played)
        assert helps(mirrored, played)
        for move in played.generate_moves():
            assert helps(
                mirrored.successor(move) if mirrored == played else played.successor(move), played
            )


def test_half_a_turn_helps():
    game = Game()
    for move in ("d6", "f4", "d5", "b4"):
        game.push(move)
    before = game.position
    game.push_action("d7")
    assert game.is_mid_turn
    assert helps(game.position, before)


def test_other_positions_do_not():
    played = play_randomly(2, 30).position
    assert not helps(Game().position, played)
    assert not helps(Game(variant=named_variant("six")).position, played)
