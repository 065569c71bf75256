"""Vectors of the rules that few variants change: each alone, and games of the two new games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from merels.engine.players.plain import derive_seed
from merels.rules.game import Game
from merels.rules.outcome import DrawRules
from merels.rules.variant import variant
from vectors.packing import Document, describe_variant, hash_moves, list_outcome
from vectors.positions import play_randomly

PERFT: Final = Path(__file__).parents[2] / "tests" / "data" / "unusual_perft.txt"
"""Whose variants these vectors describe."""

NEW_GAMES: Final = ("morabaraba", "shax")
GAMES: Final = 3
LONGEST: Final = 120
FEN_EVERY: Final = 5
MANY: Final = 1000
"""Games in the soak; a few of them are compared at once."""
FEW: Final = 6


def describe_unusual() -> Document:
    """Return every variant of the counts of moves, and games of each that is not usual."""
    lines = PERFT.read_text(encoding="utf-8").splitlines()
    texts = dict.fromkeys(line.partition(";")[0] for line in lines if not line.startswith("#"))
    return {
        "fen_every": FEN_EVERY,
        "variants": {text: describe_variant(variant(text)) for text in texts},
        "games": {
            text: [describe_game(seed, text) for seed in range(GAMES)]
            for text in texts
            if text not in NEW_GAMES and not variant(text).is_usual
        },
        "digests": {text: [digest_game(seed, text) for seed in range(FEW)] for text in NEW_GAMES},
    }


def play(seed: int, text: str) -> Game:
    """Return a random game by the rules of a variant alone."""
    return play_randomly(derive_seed(11, seed), variant(text), LONGEST)


def describe_game(seed: int, text: str) -> Document:
    """Return the moves of a game, a hash of the legal moves at each ply, FENs, and the end."""
    game = play(seed, text)
    fens = []
    replayed = Game(variant=text, draw_rules=DrawRules(None, None))
    for move in game.history:
        if replayed.ply % FEN_EVERY == 0:
            fens.append(replayed.fen())
        replayed.push(move)
    return {
        "moves": " ".join(map(str, game.history)),
        "hashes": [hash_moves(position) for position in game.positions],
        "fens": fens,
        "outcome": list_outcome(game.position),
    }


def digest_game(seed: int, text: str) -> list[Any]:
    """Return the plies of a random game, a hash of its legal moves at every ply, and its last FEN.

    Whoever plays the same game by the same random numbers finds the same.
    """
    game = play(seed, text)
    return [game.ply, derive_seed(0, *map(hash_moves, game.positions)), game.fen()]


def main() -> None:
    """Print what `digest_game` finds of many games; the soak of the front end compares them."""
    print(json.dumps({text: [digest_game(n, text) for n in range(MANY)] for text in NEW_GAMES}))
