"""One game as environments play it."""

import pytest

import merels
from merels.env.episode import Episode, EpisodeTerms


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
