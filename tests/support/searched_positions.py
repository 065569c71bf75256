"""Positions for tests of the search."""

import random

from random_games import play_randomly

from merels import (
    Game,
    Position,
    Variant,
)
from merels.board.board import mask_of

BUSY = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"


def positions_of_all_kinds():
    """Yield ongoing games of every phase, with and without flying, and in mid-turn."""
    for variant in (Variant(), Variant(flying=False), Variant(men=3), Variant(men=12)):
        for seed in range(2):
            for position in play_randomly(seed, 200, variant).positions[seed::9]:
                moves = list(position.legal_moves)
                if moves:
                    yield Game(position)
                closing = [move for move in moves if move.captured is not None]
                if closing:
                    yield Game(position.before_removal(closing[-1]))


def random_endgames(own, enemy, count, seed):
    chance = random.Random(seed)
    while count:
        points = chance.sample(range(24), own + enemy)
        position = Position(white=mask_of(points[:own]), black=mask_of(points[own:]))
        if position.legal_moves:
            count -= 1
            yield position
