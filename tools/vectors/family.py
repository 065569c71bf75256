"""Vectors of every variant: games, and choices of the plain levels in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as count_from
from typing import Any, Final

from merels import create_player
from merels.engine.evaluation.plain import NUMBERS
from merels.engine.players.plain import derive_seed
from merels.rules.game import Game
from merels.rules.outcome import NO_DRAW_RULES, Reason, position_outcome
from merels.rules.position import Position
from merels.rules.variant import VARIANTS, FullBoard, Variant
from vectors.packing import Document, hash_moves, list_outcome, pack_move
from vectors.players import evaluate_at_levels
from vectors.positions import play_quietly, play_randomly

FAMILY_GAMES: Final = 5
LONGEST_FAMILY_GAME: Final = 80
FAMILY_CHOICES: Final = 6

FEN_EVERY: Final = 3
"""Plies; an odd number, so that both sides are to move."""


def describe_family() -> Document:
    """Return games of every variant, and choices of the plain levels in them."""
    return {
        "levels": [name.upper() for name in NUMBERS],
        "fen_every": FEN_EVERY,
        "variants": {
            name: {
                "games": [describe_family_game(game) for game in family_games(variant)],
                "choices": describe_family_choices(variant),
            }
            for name, variant in VARIANTS.items()
        },
    }


def family_games(variant: Variant) -> Iterator[Game]:
    """Yield games of a variant; if a full board is a draw, one ends with that."""
    for number in range(FAMILY_GAMES):
        yield play_randomly(derive_seed(8, number), variant, LONGEST_FAMILY_GAME)
    if variant.full_board is FullBoard.DRAW and 2 * variant.men == len(variant.board.names):
        quiet = (play_quietly(derive_seed(9, number), variant) for number in count_from(0))
        yield next(game for game in quiet if is_full_board(game))


def is_full_board(game: Game) -> bool:
    """Whether a game ended because the board was full."""
    outcome = game.outcome()
    return outcome is not None and outcome.reason is Reason.FULL_BOARD


def describe_family_game(game: Game) -> Document:
    """Return a game with everything that follows from its rules.

    Each ply has a hash of its legal moves and the values at the plain levels; FENs are those of
    `list_fens`.
    """
    return {
        "moves": "".join(map(pack_move, game.history)),
        "hashes": [hash_moves(position) for position in game.positions],
        "values": [evaluate_at_levels(position) for position in game.positions],
        "fens": list_fens(game),
        "outcome": list_outcome(game.position),
    }


def list_fens(game: Game) -> list[str]:
    """Return the FENs at plies 0, `FEN_EVERY` and so on."""
    replayed = Game(variant=game.variant, draw_rules=NO_DRAW_RULES)
    fens = [replayed.fen()]
    for move in game.history:
        replayed.push(move)
        if replayed.ply % FEN_EVERY == 0:
            fens.append(replayed.fen())
    return fens


def describe_family_choices(variant: Variant) -> list[Any]:
    """Return FENs, seeds and what each level chooses there."""
    positions = play_randomly(derive_seed(10, 0), variant, LONGEST_FAMILY_GAME).positions
    going_on = [position for position in positions if position_outcome(position) is None]
    chosen = going_on[:: max(1, len(going_on) // FAMILY_CHOICES)][:FAMILY_CHOICES]
    return [
        [position.fen(), seed, choose_at_levels(position, seed)]
        for seed, position in enumerate(chosen)
    ]


def choose_at_levels(position: Position, seed: int) -> list[str]:
    """Return the move that each level chooses in a position."""
    game = Game(position, draw_rules=NO_DRAW_RULES)
    return [pack_move(create_player(level, seed).choose(game)) for level in NUMBERS]
