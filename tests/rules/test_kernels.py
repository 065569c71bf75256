"""Two implementations, one answer: the reference generator and its compiled twin.

Both are driven along random games from the empty board to the end; every list of turns, every
count and every successor must be the same.
"""

import random
from collections import Counter

import numpy as np
import pytest
from own_variant import CROSSES

from merels.board.board import mask_of
from merels.rules import generator, kernels
from merels.rules.variant import VARIANTS, Variant, spell, variant

EVERY = [*VARIANTS.values(), Variant(flying=False), variant("lasker:men=4"), CROSSES]
GAMES = Counter(dict.fromkeys(("nine", "lasker", "twelve"), 400))
LONGEST_GAME = 400  # three men of each side that may not fly can go on for ever


def reference_turns(position, variant):
    return list(generator.generate_turns(*position, variant))


def compiled_turns(position, rules, out):
    count = kernels.write_turns(*position, rules, out)
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
    """Choose a turn: one that takes a man with some probability, never if ``greed`` is None."""
    takes = [turn for turn in turns if turn[2] is not None]
    if greed is None:
        return chance.choice([turn for turn in turns if turn[2] is None] or turns)
    return chance.choice(takes if takes and chance.random() < greed else turns)


def compare_along_game(chance, variant, out):
    """Play one game; return how it ended: the side to move is short of men, or blocked."""
    greed = chance.choice([None, 0.0, 0.3, 0.7])  # long games with full boards, and short ones
    position = (0, 0, variant.men, variant.men)
    rules = kernels.rules_of(variant)
    for _ in range(LONGEST_GAME):
        turns = reference_turns(position, variant)
        packed = compiled_turns(position, rules, out)
        assert packed == [pack(turn) for turn in turns], position
        assert kernels.count_turns(*position, rules) == len(turns), position
        for turn, number in zip(turns, packed, strict=True):
            expected = reference_successor(position, turn)
            assert compiled_successor(position, number) == expected, (position, turn)
        own, enemy, own_in_hand, enemy_in_hand = position
        too_few = generator.has_too_few(own, own_in_hand)
        assert kernels.is_over(*position) == (
            too_few or generator.has_too_few(enemy, enemy_in_hand)
        )
        if not turns:
            full = own | enemy == variant.board.full
            return "too few" if too_few else "full" if full else "blocked"
        position = reference_successor(position, choose(chance, turns, greed))
    return "endless"


def working_space(variant):
    return np.empty(kernels.rules_of(variant).most_turns, dtype=np.int64)


@pytest.mark.parametrize("share", [0.25, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("variant", EVERY, ids=spell)
def test_same_turns_and_successors_along_random_games(variant, share):
    chance = random.Random(1)
    out = working_space(variant)
    games = int(share * (GAMES[variant.name] or 100))
    ends = [compare_along_game(chance, variant, out) for _ in range(games)]
    assert "too few" in ends
    assert ("full" in ends) == (variant.name == "twelve")


def random_men(chance, free, count):
    men = chance.sample(sorted(free), count)
    free -= set(men)
    return sum(1 << point for point in men)


def surround(men, free, count, board):
    """Return ``count`` men, as many as possible next to ``men``."""

    def is_apart(point):
        return not men & board.neighbours[point]

    return mask_of(sorted(free, key=is_apart)[:count])


@pytest.mark.parametrize("variant", EVERY, ids=spell)
def test_same_turns_from_any_arrangement(variant):
    """Games seldom block a side or take all its men; random arrangements do."""
    blocked = 0
    chance = random.Random(3)
    out, rules = working_space(variant), kernels.rules_of(variant)
    for _ in range(2500):
        free = set(variant.board.points)
        own = random_men(chance, free, chance.randint(0, variant.men))
        if chance.random() < 0.5:
            enemy = random_men(chance, free, chance.randint(0, variant.men))
        else:
            enemy = surround(own, free, variant.men, variant.board)
        hands = [
            min(chance.choice([0, 0, 1, 3]), variant.men - men.bit_count()) for men in (own, enemy)
        ]
        position = own, enemy, *hands
        turns = [pack(turn) for turn in reference_turns(position, variant)]
        blocked += not turns and not kernels.is_over(*position)
        assert compiled_turns(position, rules, out) == turns, position
        assert kernels.count_turns(*position, rules) == len(turns), position
    assert blocked >= 5 or variant.men < 6  # a few men cannot be shut in


@pytest.mark.parametrize("variant", EVERY, ids=spell)
def test_helpers_agree(variant):
    chance = random.Random(4)
    board, rules = variant.board, kernels.rules_of(variant)
    for _ in range(500):
        men = random_men(chance, set(board.points), chance.randint(0, variant.men))
        assert kernels.removable(men, rules) == generator.removable(men, board)
        for point in board.points:
            assert kernels.in_mill(men, point, rules) == generator.in_mill(men, point, board)
