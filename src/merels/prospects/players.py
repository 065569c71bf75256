"""Create a computer player by name; every interface gets its players here."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from merels.engine.evaluation.plain import NUMBERS
from merels.engine.players import perfect
from merels.engine.players.expert import ExpertPlayer, Search, StrengthPlayer
from merels.engine.players.levels import FEWEST, RANDOM, Player, find_level
from merels.engine.players.perfect import OnUnknown
from merels.engine.players.plain import PlainPlayer, RandomPlayer, fresh_seed
from merels.engine.search.limits import Limits
from merels.engine.search.root import ChanceOracle
from merels.prospects.chances import with_chances
from merels.rules.value import Oracle

if TYPE_CHECKING:
    from merels.engine.search.searcher import OnInfo, Searcher


def create_player(
    name: str,
    seed: int | None = None,
    oracle: Oracle | None = None,
    limits: Limits | None = None,
    *,
    engine: Searcher | None = None,
    stop: threading.Event | None = None,
    on_info: OnInfo | None = None,
    on_unknown: OnUnknown | None = None,
) -> Player:
    """Return the player called ``name``, in upper or lower case: see `find_level`.

    The same seed makes the same choices in the same game, except where a player searches by the
    clock; without a seed, players choose differently.

    The other arguments are for players that search. Expert and perfect ask the ``oracle`` for exact
    values, and search within ``limits``, by default their level's. Setting ``stop`` ends a
    search early; ``on_info`` is called after each iteration, and ``on_unknown`` once, with the
    first position whose value a perfect player lacks.

    Several players may share an ``engine``. Otherwise each player loads its own engine, with the
    same oracle, when it first chooses. The engine of ``elo:N`` must have no oracle, and forgets
    what it has learnt before every move; a player ``elo:N`` keeps its own limits, which make its
    strength.

    >>> create_player("Easy", seed=1).name
    'easy'

    Raises `NotationError` if there is no such player.
    """
    level = find_level(name)
    seed = fresh_seed() if seed is None else seed
    if level.name == RANDOM:
        return RandomPlayer(seed)
    if level.limits is None:
        return PlainPlayer(level.name, seed, NUMBERS[level.name])
    if not level.asks_oracle:
        search = Search(level.limits, engine, hash_mb=1, stop=stop, on_info=on_info)
        return StrengthPlayer(level, seed, search)
    search = Search(limits or level.limits, engine, oracle=oracle, stop=stop, on_info=on_info)
    expert = ExpertPlayer(search)
    if level.draw_rule is None:
        return expert
    rule = _create_rule(level.draw_rule, with_chances(oracle))
    seconds = search.limits.budget
    return perfect.PerfectPlayer(level.name, seed, oracle, expert, rule, seconds, on_unknown)


def _create_rule(name: str, oracle: Oracle | None) -> perfect.DrawRule:
    fewest = perfect.FewestReplies(oracle)
    if name == FEWEST or not isinstance(oracle, ChanceOracle):
        return fewest
    return perfect.BestChance(name, oracle, fewest)
