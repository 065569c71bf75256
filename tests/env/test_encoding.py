"""The table of actions."""

import pytest

import merels
from merels.env.encoding import ActionTable, Episode, EpisodeTerms


@pytest.mark.parametrize("variant", merels.VARIANTS.values(), ids=str)
def test_a_half_turn_and_its_number(variant):
    table = ActionTable(variant)
    points = len(variant.board.names)
    assert table.size == points * points + points
    start = merels.Position.start(variant)
    for action in range(table.size):
        half = table.half_turn(action, start)
        assert half.origin == half.target or table.number(half) == action
        assert half.captured is None


def test_points_are_counted_by_rows():
    names = [merels.NINE_MENS_MORRIS.board.names[point] for point in ActionTable().points]
    assert " ".join(names) == (
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    )


def test_in_mid_turn_a_point_is_a_capture():
    game = merels.Game()
    for text in ("d6", "f4", "d5", "b4", "d7"):
        game.push_action(text)
    table = ActionTable()
    halves = [table.half_turn(action, game.position) for action in table.legal(game.position)]
    assert list(map(str, halves)) == ["xb4", "xf4"]


def test_a_finished_game_has_no_actions():
    assert ActionTable().legal(merels.Position(white=0b111, black=0b11000)) == []


@pytest.mark.parametrize("action", [-1, 600])
def test_an_action_that_does_not_exist(action):
    with pytest.raises(merels.IllegalMoveError, match=f"{action} is not an action .* 0 to 599"):
        ActionTable().half_turn(action, merels.Position.start())


def test_a_man_on_the_last_point_of_the_largest_board_can_be_captured():
    names = [f"{column}{row}" for row in range(5, 0, -1) for column in "abcde"]
    lines = [" ".join(names[5 * row : 5 * row + 3]) for row in range(5)]
    fields = {"name": "grid", "men": 3, "points": " ".join(names), "lines": lines}
    variant = merels.rules.variant.describe(fields)
    game = merels.Game(variant=variant)
    for text in ("a5", "e1", "b5", "d1"):
        game.push(text)
    game.push_action("c5")
    assert ActionTable(variant).legal(game.position) == [23, 24]


# One game as environments play it.


def test_random_turns_depend_on_the_seed_and_never_end_the_game():
    terms = EpisodeTerms(merels.variant("three"), random_turns=6)
    begun = [Episode(terms, seed).game for seed in range(20)]
    assert {game.ply for game in begun} == {6}
    assert all(game.outcome() is None for game in begun)
    assert [Episode(terms, seed).game.fen() for seed in range(20)] == [g.fen() for g in begun]
    assert len({game.fen() for game in begun}) > 10


def test_a_game_is_cut_off_between_turns():
    episode = Episode(EpisodeTerms(merels.NINE_MENS_MORRIS, max_turns=5), 0)
    for action in (0, 3, 1, 4, 2):  # the fifth turn closes a mill
        assert not episode.is_truncated
        episode.play(action)
    assert not episode.is_truncated
    episode.play(3)
    assert (episode.is_truncated, episode.is_terminated) == (True, False)
    with pytest.raises(merels.IllegalMoveError, match="cut off after 5 turns"):
        episode.play(3)


def test_rewards():
    episode = Episode(EpisodeTerms(merels.variant("three")), 0)
    for action in (0, 3, 1, 5, 2):
        episode.play(action)
    assert episode.reward(merels.WHITE) == 0
    episode.play(3)
    assert episode.is_terminated
    assert [episode.reward(color) for color in merels.Color] == [1, -1]


def test_random_turns_leave_a_game_to_play():
    with pytest.raises(merels.NotationError, match="random_turns is 5; it must be less than max_t"):
        EpisodeTerms(merels.NINE_MENS_MORRIS, max_turns=5, random_turns=5)
    with pytest.raises(merels.NotationError, match="no game of Three Men's Morris lasted beyond"):
        Episode(EpisodeTerms(merels.variant("three"), max_turns=None, random_turns=500), 0)
