"""Make the suite of `merels regret` from the tables of the whole game, or check it against them.

    python tools/make_suite.py --tables DIR [--games N] [--each N] [--out FILE]
    python tools/make_suite.py --tables DIR --check [--out FILE]

Each of the modelled people plays games against itself. All decisions in them are counted: how often
a phase and difficulty comes up is the frequency of that stratum. The same number of cases is drawn
from every stratum, each symmetry class at most once; games that reach the flying phase are played
several times from there, since few do. Every value is checked one by one against the
tables before anything is written.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import merels.regret
from merels._files import whole_file
from merels.datasets.classes import Boards, find_classes, join_boards, start_boards
from merels.datasets.samples import Ply, play_games
from merels.engine.fallible.player import FALLIBLE_NAMES, find_fallible_player
from merels.prospects.look import Look, look_against
from merels.regret.games import look_for_cases, rate_decisions
from merels.regret.suite import (
    FILE,
    STRATA,
    Case,
    Stratum,
    Suite,
    interleave,
    pack_suite,
    unpack_suite,
)
from merels.rules.position import WHITE, Phase
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase, open_tablebase

SHIPPED = Path(merels.regret.__file__).with_name(FILE)
SEED = 18
FALLIBLE = (False, False)


class Decision(NamedTuple):
    """A decision in a game: a position of a table, the scores after its moves, and whose turn."""

    key: TableKey
    own: int
    enemy: int
    scores: tuple[int, ...]
    difficulty: str
    white_moves: bool

    @property
    def stratum(self) -> Stratum:
        """Phase and difficulty."""
        flying = Phase.FLYING if self.key.own_flies else Phase.MOVING
        return (Phase.PLACING if self.key.is_placing else flying).value, self.difficulty

    @property
    def case(self) -> Case:
        """The case, with the colours of the game."""
        position = self.key.position(self.own, self.enemy)
        if (position.turn is WHITE) != self.white_moves:
            position = position.swap_colors()
        return Case(position, self.scores, self.difficulty)


class Order(NamedTuple):
    """What one of the people plays."""

    tables: Path | None
    person: str
    games: int
    replays: int
    variant: Variant = NINE_MENS_MORRIS


def find_decisions(club: Look, ply: Ply, turn: int) -> Iterator[Decision]:
    """Yield the decisions of one ply of many games."""
    for key, chosen, moves in ply.choices:
        boards = ply.boards.take(chosen)
        for which, scores, difficulty in rate_decisions(club, key, moves):
            own, enemy = int(boards.own[which]), int(boards.enemy[which])
            yield Decision(key, own, enemy, scores, difficulty, turn % 2 == 0)


def play_person(order: Order) -> tuple[list[Decision], list[Decision]]:
    """Return the decisions of games of a person against itself, and of replays.

    Few games reach the flying phase. Each that does is played some times more from there; its
    decisions are cases like others, but do not count towards frequencies.
    """
    found: list[Decision] = []
    more: list[Decision] = []
    flights: dict[int, Boards] = {}
    seed = SEED + FALLIBLE_NAMES.index(order.person)
    with open_tablebase(order.tables) as tables:
        look = look_against(tables, find_fallible_player(order.person))
        club = look_for_cases(tables)
        begun = start_boards(order.games, order.variant)
        for turn, ply in enumerate(play_games(begun, look, FALLIBLE, seed, order.variant)):
            found += find_decisions(club, ply, turn)
            for row in np.flatnonzero(is_flying(ply.boards)).tolist():
                flights.setdefault(int(ply.games[row]), ply.boards.take(slice(row, row + 1)))
        begun = join_boards(list(flights.values()) * order.replays)
        for turn, ply in enumerate(play_games(begun, look, FALLIBLE, seed + 100, order.variant)):
            more += find_decisions(club, ply, turn)
    return found, [each for each in more if each.stratum[0] == Phase.FLYING.value]


def is_flying(boards: Boards) -> npt.NDArray[np.bool_]:
    """Return in which positions the side to move has three men, all on the board."""
    men = np.array([mask.bit_count() for mask in boards.own.tolist()])
    flying: npt.NDArray[np.bool_] = (men == 3) & (boards.own_in_hand == 0)
    return flying


def draw_cases(decisions: list[Decision], each: int, variant: Variant) -> list[Case]:
    """Return at most ``each`` cases of decisions of one stratum, of different classes."""
    columns = ([d.own, d.enemy, d.key.own_in_hand, d.key.enemy_in_hand] for d in decisions)
    boards = Boards(*np.array(list(columns), dtype=np.int64).reshape(-1, 4).T)
    _, firsts = np.unique(find_classes(boards, variant), return_index=True)
    chosen = np.random.default_rng(SEED).permutation(firsts)[:each]
    return [decisions[i].case for i in chosen.tolist()]


def make_suite(orders: Sequence[Order], each: int, jobs: int = 1) -> Suite:
    """Return a suite with ``each`` cases of every stratum, or as many as there are."""
    if jobs == 1:
        played = list(map(play_person, orders))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            played = list(pool.map(play_person, orders))
    strata: dict[Stratum, list[Decision]] = {stratum: [] for stratum in STRATA}
    counts: Counter[Stratum] = Counter()
    for found, more in played:
        counts.update(decision.stratum for decision in found)
        for decision in (*found, *more):
            strata[decision.stratum].append(decision)
    games = sum(order.games for order in orders)
    cases = [draw_cases(found, each, orders[0].variant) for found in strata.values()]
    frequencies = {stratum: round(counts[stratum] / 2 / games, 4) for stratum in STRATA}
    return Suite(interleave(cases), frequencies, games)


def find_faults(suite: Suite, tables: Tablebase) -> Iterator[str]:
    """Yield what is wrong with a suite, each value looked up on its own."""
    for number, case in enumerate(suite.cases, start=1):
        if dict(tables.probe_moves(case.position)) != case.values:
            yield f"case {number}: the tables give other values for {case.position.fen()!r}"
        if len(case.keeping) == len(case.scores):
            yield f"case {number}: every move keeps the value"


def describe(suite: Suite) -> Iterator[str]:
    """Yield how many cases each stratum has, and how often it comes up in a game."""
    counts = Counter((case.phase, case.difficulty) for case in suite.cases)
    for stratum in STRATA:
        phase, difficulty = stratum
        yield f"{phase:8} {difficulty:7} {counts[stratum]:5}  {suite.frequencies[stratum]:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or check, and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder with the whole game, solved")
    parser.add_argument("--games", type=int, default=300, help="for each of the people")
    parser.add_argument("--replays", type=int, default=6, help="of games from the flying phase")
    parser.add_argument("--jobs", type=int, default=1, help="processes, up to one for each person")
    parser.add_argument("--each", type=int, default=400, help="cases of a stratum")
    parser.add_argument("--check", action="store_true", help="only compare with the tables")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args(arguments)
    if options.check:
        suite = unpack_suite(options.out.read_bytes())
    else:
        wanted = options.games, options.replays
        orders = [Order(options.tables, person, *wanted) for person in FALLIBLE_NAMES]
        suite = make_suite(orders, options.each, options.jobs)
    with open_tablebase(options.tables) as tables:
        faults = list(find_faults(unpack_suite(pack_suite(suite)), tables))
    print(*(faults or describe(suite)), sep="\n")
    if not faults and not options.check:
        with whole_file(options.out) as file:
            file.write(pack_suite(suite))
    print(f"{len(suite.cases)} cases, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
