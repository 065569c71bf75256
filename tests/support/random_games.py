"""Random games and positions, shared by the tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from merels import NINE_MENS_MORRIS, NO_DRAW_RULES, DrawRules, Game, Position, Variant

WALKING = Variant(flying=False)
VARIANTS = (NINE_MENS_MORRIS, WALKING)


def play_randomly(
    seed: int,
    plies: int,
    variant: Variant = NINE_MENS_MORRIS,
    draw_rules: DrawRules = NO_DRAW_RULES,
) -> Game:
    """Return a game of at most ``plies`` random moves.

    Every second move captures a man if possible: purely random games hardly ever end.
    """
    chance = random.Random(seed)
    game = Game(variant=variant, draw_rules=draw_rules)
    for _ in range(plies):
        if game.outcome() is not None:
            break
        moves = list(game.legal_moves)
        takes = [move for move in moves if move.captured is not None]
        game.push(chance.choice(takes if takes and chance.random() < 0.5 else moves))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games at any stage, including finished ones, with and without flying."""
    return play_randomly(
        draw(st.integers(0, 2**32 - 1)),
        draw(st.integers(0, 120)),
        draw(st.sampled_from(VARIANTS)),
    )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Reachable positions: placing, moving, flying, finished and in mid-turn."""
    position = draw(games()).position
    closing = [move for move in position.legal_moves if move.captured is not None]
    if closing and draw(st.booleans()):
        return position.before_removal(draw(st.sampled_from(closing)))
    return position
