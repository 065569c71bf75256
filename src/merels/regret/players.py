"""Measure players as matches know them: each position is a new game for a new player."""

from __future__ import annotations

from collections.abc import Callable

from merels.engine.players.player import Player
from merels.engine.players.random import derive_seed
from merels.matches.faults import PlayerError
from merels.matches.match import LentPlayer
from merels.regret.cases import Case
from merels.regret.measure import Judged, Report, judge
from merels.regret.suite import Suite


def measure_player(
    create: Callable[[int], Player],
    suite: Suite,
    seed: int = 0,
    on_case: Callable[[Judged], None] = lambda _: None,
) -> Report:
    """Ask a player in every case of a suite; ``create`` makes one from a seed.

    A player that fails or answers with an illegal move loses all that is at stake.
    """
    judged = []
    for number, case in enumerate(suite.cases):
        judged.append(_ask(create, derive_seed(seed, number), case))
        on_case(judged[-1])
    return Report(judged, suite.frequencies)


def _ask(create: Callable[[int], Player], seed: int, case: Case) -> Judged:
    try:
        player = create(seed)
        try:
            return judge(case, player.choose(case.game()))
        finally:
            if isinstance(player, LentPlayer):
                player.give_back()
    except PlayerError as error:
        return Judged(case, case.at_stake, str(error))
