"""Samples of positions: from games of fallible players, from tables uniformly, or by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from merels.board.index.ranking import Int64s
from merels.datasets import classes
from merels.datasets.classes import Boards, Flags, boards_at, find_classes, split_by_table
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import load_fallible_players
from merels.errors import MissingTableError, NotationError, advise
from merels.prospects.look import Expansion, Look, has_fallible_players, look_against
from merels.rules.position import Phase
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.homes import is_possible
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase

LONGEST: Final = 300
"""Plies after which a game is a draw, ..."""
QUIET: Final = 100
"""... and plies without a capture after which it is a draw, too."""
BEYOND: Final = 2000
"""More than any score."""
CARELESS: Final = 0.1
"""How often a move that gives the value away is played, compared with a move that keeps it."""


class Choices(NamedTuple):
    """The positions of one table, by their numbers among all positions, with their moves."""

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


def rank_scores(scores: Int64s) -> Int64s:
    """Return ranks of scores after a move: the better for the side that moved, the greater."""
    return results_of(scores) * (BEYOND - scores)


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
            results, chances = results_of(moves.scores), look.expect_moves(key, moves, 1)
            # Quickest wins, then the best chances.
            within = np.where(results == 1, 1 - moves.scores / 1000, chances)
            keys = np.asarray(1000 * results + within, dtype=np.float64)
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
    """Return how often moves are played: by a fallible player or, without a model, at random.

    Then a move that gives the value away is played a tenth as often as a move that keeps it.
    """
    if has_fallible_players(key.variant):
        return look.weigh(key, moves)
    results = results_of(moves.scores)
    best = np.repeat(np.maximum.reduceat(results, moves.begins), np.diff(moves.ends, prepend=0))
    return np.where(results == best, 1.0, CARELESS)


def _pick(ends: Int64s, keys: Floats, scores: Int64s) -> tuple[Int64s, Int64s]:
    """Return the move with the greatest key of each position, and the score after a best move."""
    worth = rank_scores(scores)
    picked, best = np.empty(len(ends), dtype=np.int64), np.empty(len(ends), dtype=np.int64)
    begin = 0
    for number, end in enumerate(ends):
        picked[number] = begin + int(np.argmax(keys[begin:end]))
        best[number] = scores[begin + int(np.argmax(worth[begin:end]))]
        begin = end
    return picked, best


# Samples of positions: from games, uniformly, or by phase; every symmetry class at most once.

KINDS: Final = ("games", "uniform", "phase")
"""Where positions come from: games of fallible players; all positions of the tables alike; all
positions alike, but equally many of each phase."""

TRIES: Final = 20
"""Draws in a row without a new position, after which no more are expected."""
MOST_AT_ONCE: Final = 1 << 20
"""Positions of tables that are drawn at a time."""

FEWEST_GAMES: Final = 8
POSITIONS_PER_GAME: Final = 40
"""A guess that only decides how many games are played together."""

OnProgress = Callable[[int], None]
"""Called with the number of positions found so far."""


def sample_boards(
    tables: Tablebase,
    count: int,
    kind: str,
    variant: Variant,
    seed: int = 0,
    on_progress: OnProgress = lambda _: None,
) -> Boards:
    """Return ``count`` positions, or as many as there are, in random order.

    Raises `NotationError` for an unknown kind, `MissingTableError` if there are no tables of the
    variant, and what probing raises: games need the tables of the whole game.
    """
    if kind not in KINDS:
        advice = advise(kind, KINDS, f"write one of {', '.join(KINDS)}")
        raise NotationError(f"{kind!r} is not a kind of sample", advice)
    chance = np.random.default_rng(seed)
    if kind == "games":
        return _fill(_draw_games(tables, count, variant, chance), count, variant, on_progress)
    keys = [key for key in tables.tables() if belongs_to(key, variant)]
    if not keys:
        raise MissingTableError(f"there are no tables of {variant.title} in {str(tables.path)!r}")
    groups = {"all": keys} if kind == "uniform" else _group_by_phase(keys)
    found: list[Boards] = []
    for number, group in enumerate(groups.values()):
        share = count * (number + 1) // len(groups) - count * number // len(groups)
        done = sum(len(part.own) for part in found)
        draws = _draw_uniformly(group, share, chance)
        found.append(_fill(draws, share, variant, on_progress, done))
    boards = classes.join_boards(found)
    return boards.take(chance.permutation(len(boards.own)))


def belongs_to(key: TableKey, variant: Variant) -> bool:
    """Return whether play of a variant can lead to a table; variants share tables."""
    return is_possible(key.men, variant) and TableKey(*key.men, variant) == key


def _group_by_phase(keys: Sequence[TableKey]) -> Mapping[Phase, list[TableKey]]:
    """Return the tables of each phase that has tables."""
    groups: dict[Phase, list[TableKey]] = {}
    for key in keys:
        phase = Phase.FLYING if key.own_flies else Phase.MOVING
        phase = Phase.PLACING if key.own_in_hand else phase
        groups.setdefault(phase, []).append(key)
    return groups


def _fill(
    draws: Iterator[Boards], count: int, variant: Variant, on_progress: OnProgress, done: int = 0
) -> Boards:
    """Return the first ``count`` classes that are drawn, each by its first position.

    ``done`` positions were found before.
    """
    found: list[Boards] = []
    known = np.empty(0, dtype=np.int64)
    failed = 0
    for boards in draws:
        drawn = find_classes(boards, variant)
        _, firsts = np.unique(drawn, return_index=True)
        new = np.sort(firsts[~np.isin(drawn[firsts], known)])[: count - len(known)]
        failed = 0 if len(new) else failed + 1
        found.append(boards.take(new))
        known = np.concatenate([known, drawn[new]])
        on_progress(done + len(known))
        if len(known) == count or failed == TRIES:
            break
    return classes.join_boards(found)


def _draw_uniformly(
    keys: Sequence[TableKey], count: int, chance: np.random.Generator
) -> Iterator[Boards]:
    """Yield positions of tables, each class equally likely, in any of its images."""
    sizes = np.array([key.index.size for key in keys], dtype=np.int64)
    at_once = min(count, MOST_AT_ONCE)
    while True:
        numbers = chance.multinomial(at_once, sizes / sizes.sum())
        parts = [
            _draw_from(key, int(number), chance)
            for key, number in zip(keys, numbers, strict=True)
            if number
        ]
        boards = classes.join_boards(parts)
        yield boards.take(chance.permutation(len(boards.own)))


def _draw_from(key: TableKey, count: int, chance: np.random.Generator) -> Boards:
    slots: Int64s = chance.integers(key.index.size, size=count)
    boards = boards_at(key, slots)
    symmetries = classes.image_tables(key.variant.board.symmetries)
    drawn = chance.integers(len(symmetries), size=count)
    for number, images in enumerate(symmetries):
        chosen = drawn == number
        for men in (boards.own, boards.enemy):
            men[chosen] = classes.images_of(men[chosen], images)
    return boards


def _draw_games(
    tables: Tablebase, count: int, variant: Variant, chance: np.random.Generator
) -> Iterator[Boards]:
    """Yield the positions of games; each fallible player plays against itself in turn.

    Without fallible players, moves are drawn as in `weigh_moves`.
    """
    games = max(FEWEST_GAMES, min(1000, count // POSITIONS_PER_GAME))
    while True:
        for person in load_fallible_players().values():
            look = look_against(tables, person)
            seed = int(chance.integers(1 << 32))
            begun = classes.start_boards(games, variant)
            plies = play_games(begun, look, (False, False), seed, variant)
            boards = classes.join_boards(ply.boards for ply in plies)
            yield boards.take(chance.permutation(len(boards.own)))
