"""Samples of positions: from games, uniformly, or by phase; every symmetry class at most once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from merels.board.index.ranking import Int64s
from merels.datasets.classes import (
    Boards,
    find_classes,
    image_tables,
    images_of,
    join_boards,
    start_boards,
)
from merels.datasets.games import play_games
from merels.engine.fallible.player import load_fallible_players
from merels.errors import MissingTableError, NotationError, advise
from merels.prospects.look import look_against
from merels.rules.position import Phase
from merels.rules.variant import Variant
from merels.values.layout.homes import is_possible
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase

KINDS: Final = ("games", "uniform", "phase")
"""Where positions come from: games of fallible players; all positions of the tables alike; all
positions alike, but equally many of each phase."""

TRIES: Final = 20
"""Draws in a row without a new position, after which there are taken to be no more."""
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
        found.append(
            _fill(
                _draw_uniformly(group, share, chance),
                share,
                variant,
                lambda new, done=done: on_progress(done + new),  # type: ignore[misc]
            )
        )
    boards = join_boards(found)
    return boards.take(chance.permutation(len(boards.own)))


def belongs_to(key: TableKey, variant: Variant) -> bool:
    """Return whether play of a variant can lead to a table; variants share tables."""
    return is_possible(key.men, variant) and TableKey(*key.men, variant) == key


def _group_by_phase(keys: Sequence[TableKey]) -> Mapping[Phase, list[TableKey]]:
    """Return the tables of each phase that has any."""
    groups: dict[Phase, list[TableKey]] = {}
    for key in keys:
        phase = Phase.FLYING if key.own_flies else Phase.MOVING
        phase = Phase.PLACING if key.own_in_hand else phase
        groups.setdefault(phase, []).append(key)
    return groups


def _fill(draws: Iterator[Boards], count: int, variant: Variant, on_progress: OnProgress) -> Boards:
    """Return the first ``count`` classes that are drawn, each by its first position."""
    found: list[Boards] = []
    known = np.empty(0, dtype=np.int64)
    failed = 0
    for boards in draws:
        classes = find_classes(boards, variant)
        _, firsts = np.unique(classes, return_index=True)
        new = np.sort(firsts[~np.isin(classes[firsts], known)])[: count - len(known)]
        failed = 0 if len(new) else failed + 1
        found.append(boards.take(new))
        known = np.concatenate([known, classes[new]])
        on_progress(len(known))
        if len(known) == count or failed == TRIES:
            break
    return join_boards(found)


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
        boards = join_boards(parts)
        yield boards.take(chance.permutation(len(boards.own)))


def _draw_from(key: TableKey, count: int, chance: np.random.Generator) -> Boards:
    slots: Int64s = chance.integers(key.index.size, size=count)
    own, enemy = key.index.masks_of_many(slots)
    symmetries = image_tables(key.variant.board.symmetries)
    drawn = chance.integers(len(symmetries), size=count)
    for number, images in enumerate(symmetries):
        chosen = drawn == number
        own[chosen] = images_of(own[chosen], images)
        enemy[chosen] = images_of(enemy[chosen], images)
    hands = (np.full(count, hand, dtype=np.int64) for hand in (key.own_in_hand, key.enemy_in_hand))
    return Boards(own, enemy, *hands)


def _draw_games(
    tables: Tablebase, count: int, variant: Variant, chance: np.random.Generator
) -> Iterator[Boards]:
    """Yield the positions of games; each of the modelled people plays against itself in turn.

    Where none are modelled, all of them play alike: see `weigh_moves`.
    """
    games = max(FEWEST_GAMES, min(1000, count // POSITIONS_PER_GAME))
    while True:
        for person in load_fallible_players().values():
            look = look_against(tables, person)
            seed = int(chance.integers(1 << 32))
            begun = start_boards(games, variant)
            plies = play_games(begun, look, (False, False), seed, variant)
            boards = join_boards(ply.boards for ply in plies)
            yield boards.take(chance.permutation(len(boards.own)))
