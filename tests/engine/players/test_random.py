"""The portable generator: fixed numbers, because another language must produce the same."""

import pytest

from merels.engine.players.random import Generator, derive_seed, fresh_seed, scramble


def test_scramble_gives_known_numbers():
    # The finalizer of MurmurHash3, whose value of 1 is well known.
    assert scramble(1) == 0x514E28B7
    assert scramble(0) == 0
    assert scramble(2**32 + 1) == scramble(1)


def test_stream_is_the_scrambled_multiples_of_the_step():
    generator = Generator(5)
    step = 0x9E3779B9
    assert [generator.next() for _ in range(4)] == [scramble(5 + n * step) for n in (1, 2, 3, 4)]


def test_choice_is_the_remainder_of_the_next_number():
    numbers, choices = Generator(9), Generator(9)
    assert [choices.choice(n) for n in range(1, 50)] == [numbers.next() % n for n in range(1, 50)]


@pytest.mark.parametrize("count", [2, 3, 8])
def test_choices_are_about_even(count):
    generator = Generator(1)
    hits = [0] * count
    for _ in range(6000):
        hits[generator.choice(count)] += 1
    assert all(0.9 < hit * count / 6000 < 1.1 for hit in hits)


def test_derived_seeds_depend_on_every_word_and_its_place():
    seeds = {derive_seed(s, a, b) for s in range(10) for a in range(10) for b in range(10)}
    assert len(seeds) == 1000
    assert derive_seed(-1) == 2**32 - 1


def test_fresh_seeds_differ():
    assert len({fresh_seed() for _ in range(10)}) > 1
