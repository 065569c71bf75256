"""Positions and games made by hand, their men named as game files name them; random men too."""

from __future__ import annotations

import random
from collections.abc import Iterator

from merels import NINE_MENS_MORRIS, WHITE, Color, Game, Position, Variant
from merels.board.board import Mask, mask_of, parse_algebraic_point


def men(names: str) -> Mask:
    """Return the points named, separated by spaces."""
    return mask_of(map(parse_algebraic_point, names.split()))


def moving(
    white: str, black: str, turn: Color = WHITE, variant: Variant = NINE_MENS_MORRIS
) -> Position:
    """Return a position with all men placed."""
    return Position(men(white), men(black), turn=turn, variant=variant)


def placing(
    white: str, black: str, white_in_hand: int, black_in_hand: int, turn: Color = WHITE
) -> Position:
    """Return a position with men in hand."""
    return Position(men(white), men(black), white_in_hand, black_in_hand, turn)


# One man of each side can go to and fro forever.
QUIET = moving("a7 a1 b4 d2", "g1 c5 e5 f6")
TO_AND_FRO = ("a7-d7", "g1-d1", "d7-a7", "d1-g1")


def push_all(game: Game, *moves: str) -> None:
    """Play moves, given as text."""
    for move in moves:
        game.push(move)


def arrangements(
    seed: int, count: int, least: int = 0, most: int = 24
) -> Iterator[tuple[Mask, Mask]]:
    """Yield random men of both sides as masks: ``least`` or more each, ``most`` or fewer in all."""
    chance = random.Random(seed)
    for _ in range(count):
        points = chance.sample(range(24), chance.randint(2 * least, most))
        cut = chance.randint(least, len(points) - least)
        yield mask_of(points[:cut]), mask_of(points[cut:])
