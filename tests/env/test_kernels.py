"""Compiled games are the same as those of the plain rules, in every variant."""

import numpy as np
import pytest

import merels
from merels.env.encoding import Episode, EpisodeTerms, action_table, mask_actions, observe

GAMES, STEPS, CAP = 3, 150, 60


USUAL = [name for name, each in merels.VARIANTS.items() if each.is_usual]


@pytest.mark.parametrize("name", ["shax", "morabaraba", "nine:several=true"])
def test_other_rules_are_refused(name):
    with pytest.raises(merels.NotationError, match="cannot be played in compiled environments"):
        merels.env.Vector(2, name)


@pytest.mark.parametrize("name", [*USUAL, "nine:flying=never", "lasker:men=4"])
def test_every_step_is_that_of_the_plain_rules(name):
    variant = merels.variant(name)
    terms = EpisodeTerms(variant, CAP)
    games = merels.env.Vector(GAMES, variant, max_turns=CAP, seed=7)
    plain = [Episode(terms, 0) for _ in range(GAMES)]
    ends = 0
    for step in range(STEPS):
        for i, episode in enumerate(plain):
            assert games.position(i) == episode.game.position
        masks, planes = games.legal_actions(), games.observe()
        actions = games.sample()
        for i, episode in enumerate(plain):
            position = episode.game.position
            assert (masks[i] == mask_actions(position, to_act=True)).all()
            assert masks[i, actions[i]]
            if step % 5 == 0:
                assert (planes[i] == observe(position, position.turn)).all()
        done = games.step(actions)
        for i, episode in enumerate(plain):
            color = episode.game.turn
            episode.play(int(actions[i]))
            ended = (episode.is_terminated, episode.is_truncated)
            assert (done.terminated[i], done.truncated[i]) == ended
            assert done.rewards[i] == episode.reward(color)
            if any(ended):
                ends += 1
                plain[i] = Episode(terms, 0)
    assert ends


def test_every_illegal_action_is_noticed():
    variant = merels.variant("lasker:men=4")
    size = action_table(variant).size
    games = merels.env.Vector(1, variant, seed=3)
    for _ in range(60):
        legal = games.legal_actions()[0].copy()
        before = [column.copy() for column in games._games]
        tried = merels.env.Vector(size + 2, variant)
        for column, one in zip(tried._games, before, strict=True):
            column[:] = one[0]
        rewards = tried.step(np.arange(-1, size + 1)).rewards
        assert ((rewards == -1) == (np.pad(legal, 1) == 0)).all()
        games.step(games.sample())
