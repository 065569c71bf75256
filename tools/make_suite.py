"""Make the suite of `merels regret` from the tables of the whole game, or check it against them.

    python tools/make_suite.py --tables DIR [--games N] [--each N] [--out FILE]
    python tools/make_suite.py --tables DIR --check [--out FILE]

Each of the modelled people plays games against itself. All decisions in them are counted: how often
a phase and difficulty comes up is the frequency of that stratum. The same number of cases is drawn
from every stratum, each symmetry class at most once. Every value is checked one by one against the
tables before anything is written.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import merels.regret
from merels._files import whole_file
from merels.datasets.boards import boards_of, split_by_table, start_boards
from merels.datasets.classes import find_classes
from merels.datasets.games import play_games
from merels.engine.people.person import load_people
from merels.regret.cases import Case
from merels.regret.judging import look_for_cases, rate_decisions
from merels.regret.suite import FILE, STRATA, Stratum, Suite, interleave, pack_suite, unpack_suite
from merels.rules.color import WHITE
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.tables.tablebase import Tablebase, open_tablebase

SHIPPED = Path(merels.regret.__file__).with_name(FILE)
SEED = 18


def find_decisions(tables: Tablebase, games: int, variant: Variant) -> Iterator[Case]:
    """Yield every decision in games of each person against itself."""
    judge = look_for_cases(tables)
    for number, person in enumerate(load_people().values()):
        look = tables.look_against(person)
        begun = start_boards(games, variant)
        plies = play_games(begun, look, (False, False), SEED + number, variant)
        for ply, played in enumerate(plies):
            for key, chosen in split_by_table(played.boards, variant):
                here = played.boards.take(chosen)
                for which, scores, difficulty in rate_decisions(judge, key, here.own, here.enemy):
                    position = key.position(int(here.own[which]), int(here.enemy[which]))
                    if (position.turn is WHITE) != (ply % 2 == 0):
                        position = position.swap_colors()
                    yield Case(position, scores, difficulty)


def make_suite(
    tables: Tablebase, games: int, each: int, variant: Variant = NINE_MENS_MORRIS
) -> Suite:
    """Return a suite with ``each`` cases of every stratum, or as many as there are."""
    counts: Counter[Stratum] = Counter()
    strata: dict[Stratum, dict[int, Case]] = {stratum: {} for stratum in STRATA}
    for case in find_decisions(tables, games, variant):
        stratum = case.phase, case.difficulty
        counts[stratum] += 1
        [number] = find_classes(boards_of([case.position]), variant).tolist()
        strata[stratum].setdefault(number, case)
    chance = np.random.default_rng(SEED)
    drawn = []
    for cases in strata.values():
        known = list(cases.values())
        drawn.append([known[i] for i in chance.permutation(len(known))[:each]])
    in_all = games * len(load_people())
    sides = 2 * in_all
    frequencies = {stratum: round(counts[stratum] / sides, 4) for stratum in STRATA}
    return Suite(interleave(drawn), frequencies, in_all)


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
    parser.add_argument("--games", type=int, default=1000, help="for each of the people")
    parser.add_argument("--each", type=int, default=500, help="cases of a stratum")
    parser.add_argument("--check", action="store_true", help="only compare with the tables")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args(arguments)
    with open_tablebase(options.tables) as tables:
        if options.check:
            suite = unpack_suite(options.out.read_bytes())
        else:
            suite = make_suite(tables, options.games, options.each)
        faults = list(find_faults(unpack_suite(pack_suite(suite)), tables))
    print(*(faults or describe(suite)), sep="\n")
    if not faults and not options.check:
        with whole_file(options.out) as file:
            file.write(pack_suite(suite))
    print(f"{len(suite.cases)} cases, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
