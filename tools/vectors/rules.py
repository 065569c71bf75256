"""Vectors of the rules: perft and whole games."""

from __future__ import annotations

from typing import Final

from merels.engine.players.plain import derive_seed
from merels.rules.game import Game
from merels.rules.legal import count_leaves
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS
from vectors.packing import Document, hash_moves, list_outcome, list_position, pack_move
from vectors.positions import WALKING, play_randomly, sample_positions

MOST_LEAVES: Final = 4000


def count_in_turn(position: Position) -> list[int]:
    """Return the leaves at depths 1, 2, ... as far as counting them is quick."""
    counts: list[int] = []
    while len(counts) < 5 and (not counts or 0 < counts[-1] * max(counts[0], 8) <= MOST_LEAVES):
        counts.append(count_leaves(position, len(counts) + 1))
    return counts


def describe_perft() -> Document:
    """Return positions with the numbers of their leaves at depths 1, 2, ..."""
    positions = [Position.start(), Position.start(WALKING), *sample_positions(80, seed=1)]
    return {
        "positions": [[list_position(position), count_in_turn(position)] for position in positions]
    }


def describe_game(game: Game) -> Document:
    """Return the moves of a game, a hash of the legal moves at each ply, and how it ended."""
    return {
        "flying": int(bool(game.variant.flying)),
        "moves": "".join(map(pack_move, game.history)),
        "hashes": [hash_moves(position) for position in game.positions],
        "in_hand": [game.position.white_in_hand, game.position.black_in_hand],
        "outcome": list_outcome(game.position),
    }


def describe_games() -> Document:
    """Return whole random games."""
    seeds = [derive_seed(2, number) for number in range(45)]
    games = [play_randomly(seed, WALKING if seed % 4 == 0 else NINE_MENS_MORRIS) for seed in seeds]
    return {"games": [describe_game(game) for game in games]}
