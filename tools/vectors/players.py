"""Vectors of the plain levels: random numbers, evaluations and choices."""

from __future__ import annotations

from typing import Any, Final

from merels import create_player
from merels.engine.evaluation.plain import NUMBERS, evaluate
from merels.engine.players.plain import Generator, derive_seed, scramble
from merels.rules.game import Game
from merels.rules.outcome import position_outcome
from merels.rules.position import Position
from merels.rules.variant import Blocked
from vectors.packing import Document, list_outcome, list_position
from vectors.positions import sample_positions, shuffled_game, shut_in_randomly

SEEDS: Final = (0, 1, 7, 0xFFFFFFFF)


def describe_random() -> Document:
    """Return numbers of the random generator."""
    seeds = (*SEEDS, 123456789)
    streams = {seed: Generator(seed) for seed in seeds}
    words = [[], [0], [1, 2], [2, 1], [0xFFFFFF, 0, 9, 9, 1, 3], [0xFFFFFFFF]]
    return {
        "scramble": [[word, scramble(word)] for word in (0, 1, 2, 0x80000000, 0xFFFFFFFF)],
        "derive": [[seed, list_, derive_seed(seed, *list_)] for seed in seeds for list_ in words],
        "streams": [[seed, [stream.next() for _ in range(8)]] for seed, stream in streams.items()],
    }


def describe_evaluations() -> Document:
    """Return positions, not in mid-turn, with their values at each level and their outcomes."""
    shut_in = (shut_in_randomly(derive_seed(5, number)) for number in range(60))
    positions = [*sample_positions(1000, seed=3), *filter(None, shut_in)]
    return {
        "levels": [name.upper() for name in NUMBERS],
        "positions": [
            [list_position(position), evaluate_at_levels(position), list_outcome(position)]
            for position in positions
            if not position.removing
        ],
    }


def evaluate_at_levels(position: Position) -> list[int]:
    """Return what each level makes of a position."""
    variant = position.variant
    ends = variant.blocked is Blocked.LOSS and not position.takings
    return [
        evaluate(*position.sides, variant, level, ends_if_blocked=ends)
        for level in NUMBERS.values()
    ]


def describe_choices() -> Document:
    """Return games with the choices of each level; in some of them positions are repeated."""
    positions = [
        position for position in sample_positions(260, seed=4) if position_outcome(position) is None
    ]
    choices = [
        describe_choice(shuffled_game(position, rounds=number % 4), SEEDS[number % len(SEEDS)])
        for number, position in enumerate(positions)
    ]
    opening = [describe_choice(Game(), seed) for seed in range(20)]
    return {"levels": [name.upper() for name in NUMBERS], "choices": opening + choices}


def describe_choice(game: Game, seed: int) -> list[Any]:
    """Return a game's start and moves, a seed, and what each level chooses with it."""
    return [
        list_position(game.start),
        [str(move) for move in game.history],
        seed,
        [str(create_player(name, seed).choose(game)) for name in NUMBERS],
    ]
