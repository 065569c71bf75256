"""Matches: many games between two players, colours in turn from the same openings.

Game ``2k`` and game ``2k + 1`` share an opening; A is White in the first of them. A game depends
on the match and its number alone, so the result is the same on any number of processes.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Final, TypeAlias

from merels.engine.players import Player, create_player
from merels.engine.random import Generator, derive_seed
from merels.errors import NotationError
from merels.rules.color import BLACK, WHITE, Color
from merels.rules.game import Game

MOST_OPENING_PLIES: Final = 40
"""Longer random openings would often be finished games."""

PlayerFactory: TypeAlias = Callable[[str, int], Player]
"""Makes a player from its name and a seed; a module's function, so that processes can share it."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays how many games, and how each begins and ends.

    ``a`` and ``b`` are names that the factory of players knows. A game begins with
    ``opening_plies`` random plies and is drawn after ``max_plies``, those of the opening included.
    """

    a: str
    b: str
    games: int
    opening_plies: int = 4
    max_plies: int = 200
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match: its number from 0, the colour of A, and the game with its moves.

    A game that was stopped because it grew too long has no outcome and counts as a draw.
    """

    index: int
    a_color: Color
    game: Game

    @property
    def winner(self) -> Color | None:
        """The side that won, None for a draw."""
        outcome = self.game.outcome()
        return None if outcome is None else outcome.winner


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of A.

    >>> Score(wins=6, draws=2, losses=2).percentage
    70.0
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games are counted."""
        return self.wins + self.draws + self.losses

    @property
    def percentage(self) -> float:
        """The share of the points, a draw being half a point; 50 before the first game."""
        return 50 * (2 * self.wins + self.draws) / self.games if self.games else 50.0

    def flipped(self) -> Score:
        """Return the same games counted from B's side."""
        return Score(self.losses, self.draws, self.wins)

    def plus(self, played: PlayedGame) -> Score:
        """Return the score with one more game."""
        won = played.winner is played.a_color
        drawn = played.winner is None
        return Score(self.wins + won, self.draws + drawn, self.losses + (not won and not drawn))


def parse_openings(text: str) -> int:
    """Return the number of plies in ``random:PLIES``.

    >>> parse_openings("random:4")
    4

    Raises `NotationError`.
    """
    found = re.fullmatch(r"random:([0-9]{1,2})", text, re.ASCII)
    plies = int(found[1]) if found else -1
    if not 0 <= plies <= MOST_OPENING_PLIES:
        raise NotationError(
            f"{text!r} are no openings; write random:PLIES with 0 to {MOST_OPENING_PLIES} plies"
        )
    return plies


def random_opening(plies: int, seed: int) -> Game:
    """Return an unfinished game of random moves.

    >>> random_opening(4, seed=1).ply
    4
    """
    attempt = 0
    while True:
        generator = Generator(derive_seed(seed, attempt))
        game = Game()
        while game.ply < plies and game.outcome() is None:
            moves = list(game.legal_moves)
            game.push(moves[generator.choice(len(moves))])
        if game.outcome() is None:
            return game
        attempt += 1


def play_game(match: Match, index: int, create: PlayerFactory = create_player) -> PlayedGame:
    """Play one game of a match."""
    game = random_opening(match.opening_plies, derive_seed(match.seed, index // 2))
    a_color = BLACK if index % 2 else WHITE
    players = {
        a_color: create(match.a, derive_seed(match.seed, index, 0)),
        a_color.other: create(match.b, derive_seed(match.seed, index, 1)),
    }
    while game.outcome() is None and game.ply < match.max_plies:
        game.push(players[game.turn].choose(game))
    return PlayedGame(index, a_color, game)


def play_match(
    match: Match, jobs: int = 1, create: PlayerFactory = create_player
) -> Iterator[PlayedGame]:
    """Yield the games of a match in order, played on ``jobs`` processes."""
    play = partial(play_game, match, create=create)
    if jobs == 1:
        yield from map(play, range(match.games))
        return
    with ProcessPoolExecutor(
        min(jobs, match.games), get_context("spawn"), initializer=_ignore_interrupts
    ) as pool:
        yield from pool.map(play, range(match.games))


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process; only the one that collects the games should answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
