"""Games of fallible players: many at once, every move rated by exact values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from merels.datasets.classes import Boards, Int64s, split_by_table
from merels.engine.fallible.kernels import Floats
from merels.prospects.look import Expansion, Look, has_fallible_players
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.key import TableKey

Flags = npt.NDArray[np.bool_]

LONGEST: Final = 300
"""Plies after which a game is a draw, ..."""
QUIET: Final = 100
"""... and plies without a capture after which it is one too."""
CARELESS: Final = 0.1
"""How often a move that gives the value away is played, compared with one that keeps it."""


class Choices(NamedTuple):
    """The positions of one table, by their numbers among all, with their moves."""

    key: TableKey
    chosen: Int64s
    moves: Expansion


class Ply(NamedTuple):
    """One ply of all games that go on; results are -1, 0 and 1 for the side that moved."""

    games: Int64s
    boards: Boards
    before: Int64s
    after: Int64s
    distance: Int64s
    """Plies to the end before the move, 0 in a draw."""
    looks: Int64s
    """What the position before the move looks like to the side to move."""
    choices: list[Choices]
    """All moves that could have been played, by table."""


def results_of(scores: Int64s) -> Int64s:
    """Return the results for the side that has moved, from scores for the side to move.

    >>> results_of(np.array([0, 1, 2, 41])).tolist()
    [0, 1, -1, 1]
    """
    return np.where(scores == 0, 0, np.where(scores & 1 == 1, 1, -1))


def play_games(
    boards: Boards,
    look: Look,
    is_best: tuple[bool, bool],
    seed: int,
    variant: Variant = NINE_MENS_MORRIS,
) -> Iterator[Ply]:
    """Play games to their end, and yield every ply; ``is_best``: which side has best play."""
    chance = np.random.default_rng(seed)
    games = np.arange(len(boards.own))
    quiet = np.zeros(len(games), dtype=np.int64)
    for ply in range(LONGEST):
        if not len(games):
            return
        played, after, captures, is_over = _play_ply(
            boards, look, is_best[ply % 2], chance, variant
        )
        yield played._replace(games=games)
        quiet = np.where(captures, 0, quiet + 1)
        goes_on = ~is_over & (quiet < QUIET)
        games, quiet, boards = games[goes_on], quiet[goes_on], after.take(goes_on)


def _play_ply(
    boards: Boards, look: Look, best: bool, chance: np.random.Generator, variant: Variant
) -> tuple[Ply, Boards, Flags, Flags]:
    """Return the ply, the positions after it, which moves took a man, and which won."""
    size = len(boards.own)
    after = Boards(*(np.empty(size, dtype=np.int64) for _ in range(4)))
    found = np.empty((4, size), dtype=np.int64)
    captures, is_over = np.empty(size, dtype=bool), np.empty(size, dtype=bool)
    choices: list[Choices] = []
    for key, chosen in split_by_table(boards, variant):
        here = boards.take(chosen)
        moves = look.expand(key, here.own, here.enemy)
        choices.append(Choices(key, chosen, moves))
        if best:
            keys = _preference(moves.scores, look.expect_moves(key, moves, 1))
        else:
            weights = weigh_moves(look, key, moves)
            keys = np.log(chance.random(len(moves.scores))) / np.maximum(weights, 1e-300)
        picked, rank = _pick(moves.ends, keys, moves.scores)
        captures[chosen] = moves.captures[picked] & 1 == 1
        placed = (moves.captures[picked] >= 2) | key.is_placing
        scores = moves.scores[picked]
        is_over[chosen] = scores == 1
        found[:, chosen] = [
            results_of(rank),
            results_of(scores),
            np.where(rank == 0, 0, rank),
            look.looks_of(key, here.own, here.enemy)
            if has_fallible_players(variant)
            else 0 * scores,
        ]
        after.own[chosen], after.enemy[chosen] = moves.own[picked], moves.enemy[picked]
        after.own_in_hand[chosen] = key.enemy_in_hand
        after.enemy_in_hand[chosen] = key.own_in_hand - placed
    numbered = np.empty(0, np.int64)  # the caller knows the numbers of the games
    played = Ply(numbered, boards, found[0], found[1], found[2], found[3], choices)
    return played, after, captures, is_over


def weigh_moves(look: Look, key: TableKey, moves: Expansion) -> Floats:
    """Return how often moves are played: by a person or, where none is modelled, by chance.

    Then a move that gives the value away is played a tenth as often as one that keeps it.
    """
    if has_fallible_players(key.variant):
        return look.weigh(key, moves)
    results = results_of(moves.scores)
    firsts = np.concatenate([np.zeros(1, dtype=np.int64), moves.ends[:-1]])
    best = np.repeat(np.maximum.reduceat(results, firsts), np.diff(moves.ends, prepend=0))
    return np.where(results == best, 1.0, CARELESS)


def _preference(scores: Int64s, chances: Floats) -> Floats:
    """Return sort keys of moves for best play: quickest wins, then the best chances."""
    results = results_of(scores)
    within = np.where(results == 1, 1 - scores / 1000, chances)
    return np.asarray(1000.0 * results + within, dtype=np.float64)


def _pick(ends: Int64s, keys: Floats, scores: Int64s) -> tuple[Int64s, Int64s]:
    """Return the move with the greatest key of each position, and the score after a best move."""
    worth = np.where(scores == 0, 0.0, np.where(scores & 1 == 1, 2000.0 - scores, scores - 2000.0))
    picked, best = np.empty(len(ends), dtype=np.int64), np.empty(len(ends), dtype=np.int64)
    begin = 0
    for number, end in enumerate(ends):
        picked[number] = begin + int(np.argmax(keys[begin:end]))
        best[number] = scores[begin + int(np.argmax(worth[begin:end]))]
        begin = end
    return picked, best
