"""Write ``choices.txt``: positions with the values and choices that every implementation must give.

One position a line: FEN; static value for the side to move with the plain and the sharp weights;
seed; the moves that easy, normal, hard and random choose with it. In mid-turn there are no values.
"""

from __future__ import annotations

from pathlib import Path

from merels import Game, Position, create_player
from merels.engine.evaluation.plain import NUMBERS, evaluate
from merels.engine.players.levels import RANDOM
from merels.matches.match import Match, play_match

PLAYERS = (*NUMBERS, RANDOM)
CHOICES = Path(__file__).with_name("choices.txt")


def describe(position: Position, seed: int) -> str:
    """Return the line of a position."""
    values = ["-", "-"]
    if not position.removing:
        values = [
            str(evaluate(*position.sides, position.variant, NUMBERS[name]))
            for name in ("normal", "hard")
        ]
    moves = [str(create_player(name, seed).choose(Game(position))) for name in PLAYERS]
    return "; ".join([position.fen(), *values, str(seed), *moves])


def collect_positions() -> list[Position]:
    """Return positions of all phases from played games, some of them in mid-turn."""
    found = []
    for played in play_match(Match("hard", "normal", games=6, seed=1)):
        for number, position in enumerate(played.game.positions[played.index % 5 :: 5]):
            moves = list(position.legal_moves)
            closing = [move for move in moves if move.captured is not None]
            if closing and number % 2 == played.index % 2:
                found.append(position.before_removal(closing[0]))
            elif moves:
                found.append(position)
    return found


if __name__ == "__main__":
    lines = [describe(position, seed) for seed, position in enumerate(collect_positions())]
    CHOICES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
