"""Place fallible players of the model on the scale of ``elo:N``, by matches.

    python tools/place_people.py --tables DIR [--games N] [--seed N] WHO OPPONENT...

WHO is a person of the model, or a place on the line of ``tools/strengths.py``; opponents are
``elo:N``. The tables must be those of the whole game: a person sees wins and losses that are near.
"""

from __future__ import annotations

import argparse
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import numpy as np
from fit_levels import create, lead_of, play, print_row
from strengths import person_at

from merels.engine.fallible.player import FALLIBLE_NAMES, FalliblePlayer, find_fallible_player
from merels.engine.players.levels import Player, parse_strength
from merels.engine.players.plain import generator_for
from merels.engine.search.root import list_moves
from merels.prospects.look import Look, look_against
from merels.rules.game import Game
from merels.rules.move import Move
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase, open_tablebase

NUMBERS = 1 << 32
"""The random numbers from which a ticket is drawn."""


@dataclass(frozen=True)
class ModelPlayer:
    """Plays each move as often as a person of the model does."""

    name: str
    look: Look
    seed: int

    def choose(self, game: Game) -> Move:
        """Return a legal move."""
        position, moves = game.position, list_moves(game)
        key = TableKey.of(position)
        found = self.look.expand(key, np.array([position.own]), np.array([position.enemy]))
        men = zip(found.own.tolist(), found.enemy.tolist(), strict=True)
        weights = dict(zip(men, self.look.weigh(key, found).tolist(), strict=True))
        after = [position.successor(move) for move in moves]
        ends = list(accumulate(weights[each.own, each.enemy] for each in after))
        ticket = generator_for(game, self.seed).next() / NUMBERS * ends[-1]
        return moves[bisect_right(ends, ticket)]


def find_who(name: str) -> FalliblePlayer | None:
    """Return a person, or the player at a place on the line; None for other players."""
    if name in FALLIBLE_NAMES:
        return find_fallible_player(name)
    return person_at(float(name)) if re.fullmatch(r"-?[0-9.]+", name) else None


def create_either(tables: Tablebase, name: str, seed: int) -> Player:
    """Return a fallible player, or one of a given strength."""
    person = find_who(name)
    if person is None:
        return create(name, seed)
    return ModelPlayer(name, look_against(tables, person), seed)


def place(tables: Tablebase, who: str, opponents: Sequence[str], games: int, seed: int) -> float:
    """Play against each opponent; return the mean of what the matches say."""
    places = []
    for opponent in opponents:
        score = play(who, opponent, games, seed, 1, partial(create_either, tables))
        print_row(who, opponent, score, "")
        places.append(parse_strength(opponent) + lead_of(score))
    return sum(places) / len(places)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", metavar="DIR", required=True, help="tables of the whole game")
    parser.add_argument("--games", type=int, default=200, help="in each match")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("who")
    parser.add_argument("opponents", nargs="+")
    options = parser.parse_args(arguments)
    with open_tablebase(options.tables) as tables:
        found = place(tables, options.who, options.opponents, options.games, options.seed)
    print(f"{options.who}: {found:.0f}")


if __name__ == "__main__":
    main()
