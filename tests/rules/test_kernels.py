"""Two implementations, one answer: the reference generator and its compiled twin.

Both are driven along random games from the empty board to the end; every list of turns, every
count and every successor must be the same.
"""

import random

import numpy as np
import pytest

from merels.rules import generator, kernels

GAMES = 1000
LONGEST_GAME = 3000  # random games end long before that


def reference_turns(position, flying):
    return list(generator.generate_turns(*position, flying))


def compiled_turns(position, flying, out):
    count = kernels.write_turns(*position, flying, kernels.GEOMETRY, out)
    return out[:count].tolist()


def pack(turn):
    origin, target, captured = (kernels.NONE if point is None else point for point in turn)
    return origin | target << 5 | captured << 10


def reference_successor(position, turn):
    """Return the next position as the other side sees it."""
    own, enemy, own_in_hand, enemy_in_hand = position
    origin, target, captured = turn
    own = generator.stand_after(own, origin, target)
    if captured is not None:
        enemy &= ~(1 << captured)
    return enemy, own, enemy_in_hand, own_in_hand - (origin is None)


def compiled_successor(position, packed):
    own, enemy, own_in_hand, enemy_in_hand = position
    men, others, in_hand = kernels.play_turn(own, enemy, own_in_hand, packed)
    return others, men, enemy_in_hand, in_hand


def choose(chance, turns, greed):
    takes = [turn for turn in turns if turn[2] is not None]
    return chance.choice(takes if takes and chance.random() < greed else turns)


def compare_along_game(chance, flying, out):
    """Play one game; return how it ended: the side to move is short of men, or blocked."""
    greed = chance.choice([0.0, 0.3, 0.7])  # long games with full boards, and short ones
    position = (0, 0, 9, 9)
    for _ in range(LONGEST_GAME):
        turns = reference_turns(position, flying)
        packed = compiled_turns(position, flying, out)
        assert packed == [pack(turn) for turn in turns], position
        assert kernels.count_turns(*position, flying, kernels.GEOMETRY) == len(turns), position
        for turn, number in zip(turns, packed, strict=True):
            expected = reference_successor(position, turn)
            assert compiled_successor(position, number) == expected, (position, turn)
        own, enemy, own_in_hand, enemy_in_hand = position
        too_few = generator.has_too_few(own, own_in_hand)
        assert kernels.is_over(*position) == (
            too_few or generator.has_too_few(enemy, enemy_in_hand)
        )
        if not turns:
            return "too few" if too_few else "blocked"
        position = reference_successor(position, choose(chance, turns, greed))
    pytest.fail(f"a game went on for {LONGEST_GAME} plies")


@pytest.mark.parametrize("flying", [True, False])
@pytest.mark.parametrize("seed", [1, 2])
def test_same_turns_and_successors_along_random_games(flying, seed):
    chance = random.Random(seed)
    out = np.empty(kernels.MOST_TURNS, dtype=np.int64)
    ends = [compare_along_game(chance, flying, out) for _ in range(GAMES)]
    assert "too few" in ends


def random_men(chance, free, count):
    men = chance.sample(sorted(free), count)
    free -= set(men)
    return sum(1 << point for point in men)


@pytest.mark.parametrize("flying", [True, False])
def test_same_turns_from_any_arrangement(flying):
    """Games seldom block a side or take all its men; random arrangements do."""
    blocked = 0
    chance = random.Random(3)
    out = np.empty(kernels.MOST_TURNS, dtype=np.int64)
    for _ in range(5000):
        free = set(range(24))
        own, enemy = (random_men(chance, free, chance.randrange(13)) for _ in range(2))
        position = own, enemy, chance.choice([0, 0, 1, 3]), chance.choice([0, 0, 1, 3])
        turns = [pack(turn) for turn in reference_turns(position, flying)]
        blocked += not turns and not kernels.is_over(*position)
        assert compiled_turns(position, flying, out) == turns, position
        assert kernels.count_turns(*position, flying, kernels.GEOMETRY) == len(turns), position
    assert blocked >= 10


def test_helpers_agree():
    chance = random.Random(4)
    for _ in range(2000):
        men = random_men(chance, set(range(24)), chance.randrange(13))
        assert kernels.removable(men, kernels.GEOMETRY) == generator.removable(men)
        for point in range(24):
            assert kernels.in_mill(men, point, kernels.GEOMETRY) == generator.in_mill(men, point)
