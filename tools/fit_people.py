"""Fit the model of fallible players to published rates of mistakes, and its curves to its games.

    python tools/fit_people.py --tables DIR [--games N] [--out FILE]

Each person plays games against itself. The horizon is fitted to the share of all moves that give
the value of the position away, the two temperatures to the shares while placing and moving among
moves from drawn positions. Then best play meets the person, from the empty board and from lost
positions; the curves say what positions that look alike went on to score.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from merels._files import whole_file
from merels.datasets.classes import Boards, start_boards
from merels.datasets.samples import Ply, play_games
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import (
    FALLIBLE_NAMES,
    FalliblePlayer,
    Outlook,
    load_fallible_players,
)
from merels.prospects.look import look_against
from merels.values.tablebase import Tablebase, open_tablebase

Flags = npt.NDArray[np.bool_]

RESIGNED = 10
"""People resign games that will end within so many plies: such moves do not count."""

UNIT = 100.0
FLATTEST = 0.02
"""Curves are fitted in such units, and always rise a little."""

CHECK = 99
"""The seed of the games that check the fit."""
STEPS = 6
"""How often the numbers are corrected."""
SLOPE = 150.0
"""Plies of the horizon for each unit of all mistakes; about what games show."""


class Rates(NamedTuple):
    """Shares of moves that give the value away: all, and those from draws by phase."""

    all_moves: float
    placing: float
    moving: float


PUBLISHED = {
    "beginner": Rates(0.075, 0.101, 0.055),
    "club": Rates(0.059, 0.075, 0.043),
    "master": Rates(0.048, 0.049, 0.031),
}
"""Three bands of an online site; for the middle one, phases are not published: halfway."""


def measure(
    person: FalliblePlayer, tables: Tablebase, games: int, seed: int
) -> tuple[Rates, list[Ply]]:
    """Return how often a person errs in games against itself, and the games."""
    look = look_against(tables, person)
    plies = list(play_games(start_boards(games), look, (False, False), seed))
    return Rates(*(float(wrong.mean()) for wrong in find_mistakes(plies))), plies


def find_mistakes(plies: list[Ply]) -> tuple[Flags, Flags, Flags]:
    """Return for each move whether it gave the value away; the moves are those of `Rates`."""
    before = np.concatenate([ply.before for ply in plies])
    wrong = np.concatenate([ply.after < ply.before for ply in plies])
    placing = np.concatenate([ply.boards.own_in_hand > 0 for ply in plies])
    distance = np.concatenate([ply.distance for ply in plies])
    drawn = before == 0
    return wrong[drawn | (distance > RESIGNED)], wrong[drawn & placing], wrong[drawn & ~placing]


def describe_share(flags: Flags) -> str:
    """Return a share with twice its standard error.

    >>> describe_share(np.array([True] * 50 + [False] * 50))
    '50.0 ± 10.0 %'
    """
    share = flags.mean()
    return f"{100 * share:.1f} ± {200 * np.sqrt(share * (1 - share) / len(flags)):.1f} %"


def fit_choosing(
    person: FalliblePlayer, wanted: Rates, tables: Tablebase, games: int
) -> FalliblePlayer:
    """Return the person with the horizon and temperatures that give the wanted rates."""
    for step in range(STEPS):
        found, _ = measure(person, tables, games, step)
        print(f"{person.name}: {describe(person)} -> {found}", flush=True)
        share = 1.0 if step < STEPS // 2 else 0.5
        horizon = person.moving.horizon + share * SLOPE * (found.all_moves - wanted.all_moves)
        placing, moving = (
            choosing._replace(
                horizon=max(1.0, horizon),
                temperature=choosing.temperature * (aim / rate) ** share,
            )
            for choosing, aim, rate in (
                (person.placing, wanted.placing, found.placing),
                (person.moving, wanted.moving, found.moving),
            )
        )
        person = replace(person, placing=placing, moving=moving)
    return person


def describe(person: FalliblePlayer) -> str:
    """Return a person's numbers for a line of the report."""
    return (
        f"horizon {person.moving.horizon:.1f}, temperatures {person.placing.temperature:.0f} and "
        f"{person.moving.temperature:.0f}"
    )


class Expectations(NamedTuple):
    """Positions in which best play was to move against a person, and what they led to."""

    placing: Flags
    drawn: Flags
    looks: Floats
    distance: Floats
    hope: Floats
    """What was gained over the exact value, discounted by the turns it took."""


class Turn(NamedTuple):
    """A position in which best play was to move."""

    placing: bool
    result: int
    look: int
    distance: int


def follow_games(plies: list[Ply], first: int, discount: float) -> Expectations:
    """Return the positions of best play, which makes every other ply from ``first`` on."""
    games: dict[int, list[Turn]] = {}
    for ply in plies[first::2]:
        in_hand = ply.boards.own_in_hand + ply.boards.enemy_in_hand
        columns = (in_hand > 0, ply.before, ply.looks, ply.distance)
        turns = map(Turn._make, zip(*(column.tolist() for column in columns), strict=True))
        for game, turn in zip(ply.games.tolist(), turns, strict=True):
            games.setdefault(game, []).append(turn)
    ends: dict[int, int] = {}
    for ply in plies[1 - first :: 2]:
        ends.update(zip(ply.games.tolist(), (-ply.after).tolist(), strict=True))
    rows = [
        (turn.placing, turn.result == 0, turn.look, turn.distance, hope)
        for game, turns in games.items()
        for turn, hope in zip(turns, find_hopes(turns, ends.get(game, 0), discount), strict=True)
        if turn.result < 1
    ]
    return Expectations(*(np.array(column) for column in zip(*rows, strict=True)))


def find_hopes(turns: list[Turn], end: int, discount: float) -> list[float]:
    """Return for each turn the share of what could be gained that was, discounted by the wait."""
    results = [*(turn.result for turn in turns), end]
    hopes: list[float] = []
    for number, result in enumerate(results[:-1]):
        later = [k for k in range(number + 1, len(results)) if results[k] > result]
        gain = (results[later[0]] - result) / (1 - result) if later and result < 1 else 0.0
        hopes.append(gain * discount ** (later[0] - number) if later else 0.0)
    return hopes


def fit_curve(x: Floats, hope: Floats) -> Outlook:
    """Return the rising curve under which the hopes are most likely, by Newton's method."""
    columns = np.column_stack([np.ones(len(x)), x / UNIT])
    numbers = np.zeros(2)
    for _ in range(30):
        share = 1 / (1 + np.exp(-np.clip(columns @ numbers, -30, 30)))
        slope = columns.T @ (hope - share)
        bend = (columns.T * (share * (1 - share))) @ columns + 1e-6 * np.eye(2)
        numbers = numbers + np.clip(np.linalg.solve(bend, slope), -1, 1)
    rise = max(float(numbers[1]), FLATTEST)
    return Outlook(round(-float(numbers[0]) / rise * UNIT, 1), round(UNIT / rise, 1))


def meet_best_play(
    person: FalliblePlayer, tables: Tablebase, games: int, seed: int
) -> Expectations:
    """Return the positions of games that best play has against a person, from either side."""
    look = look_against(tables, person)
    found: list[Expectations] = []
    for first, is_best in ((0, (True, False)), (1, (False, True))):
        plies = list(play_games(start_boards(games), look, is_best, seed + first))
        found.append(follow_games(plies, first, person.discount))
    plies = list(play_games(draw_lost(person, tables, games), look, (True, False), seed + 2))
    found.append(follow_games(plies, 0, person.discount))
    return Expectations(*(np.concatenate(column) for column in zip(*found, strict=True)))


def fit_outlooks(person: FalliblePlayer, found: Expectations) -> FalliblePlayer:
    """Return the person with the curves that its games against best play show."""
    placing, moving = found.drawn & found.placing, found.drawn & ~found.placing
    lost = ~found.drawn
    return replace(
        person,
        placing_outlook=fit_curve(found.looks[placing], found.hope[placing]),
        moving_outlook=fit_curve(found.looks[moving], found.hope[moving]),
        # A lost game seldom becomes a win at once: the curve says how often it becomes a draw.
        lost_outlook=fit_curve(found.distance[lost], np.minimum(2 * found.hope[lost], 1)),
    )


def report_outlooks(person: FalliblePlayer, found: Expectations) -> None:
    """Print what the curves say of positions and what became of them, as rows of a table."""
    placing, moving = found.drawn & found.placing, found.drawn & ~found.placing
    kinds = (
        ("placing", placing, found.looks, person.placing_outlook, 0.5),
        ("moving", moving, found.looks, person.moving_outlook, 0.5),
        ("lost", ~found.drawn, found.distance, person.lost_outlook, 0.0),
    )
    for name, chosen, x, (middle, scale), least in kinds:
        share = 1 / (1 + np.exp(-np.clip((x[chosen] - middle) / scale, -50, 50)))
        # In a draw half a point can be gained, in a loss half a point by a draw.
        actual = least + (1 - least) * found.hope[chosen]
        predicted = least + 0.5 * share
        print(
            f"| {person.name} | {name} | {chosen.sum():,} | {100 * predicted.mean():.1f} % "
            f"| {100 * actual.mean():.1f} % |",
            flush=True,
        )


def draw_lost(person: FalliblePlayer, tables: Tablebase, count: int) -> Boards:
    """Return lost positions of a person's games against itself."""
    _, plies = measure(person, tables, count, 7)
    columns = zip(*(ply.boards.take(ply.before == -1) for ply in plies), strict=True)
    lost = Boards(*(np.concatenate(column) for column in columns))
    chance = np.random.default_rng(7)
    return lost.take(chance.permutation(len(lost.own))[:count])


def document_of(people: Sequence[FalliblePlayer]) -> dict[str, Any]:
    """Return people in the form of the data file."""
    first = people[0]
    return {
        "discount": first.discount,
        "softness": first.moving.softness,
        "people": {
            person.name: {
                "strength": person.strength,
                "horizon": round(person.moving.horizon, 1),
                "temperature": {
                    "placing": round(person.placing.temperature, 1),
                    "moving": round(person.moving.temperature, 1),
                },
                "outlook": {
                    "placing": list(person.placing_outlook),
                    "moving": list(person.moving_outlook),
                    "lost": list(person.lost_outlook),
                },
            }
            for person in people
        },
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, report, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, help="folder of solved tables")
    parser.add_argument("--games", type=int, default=400, help="for each correction")
    parser.add_argument("--only", choices=FALLIBLE_NAMES, action="append", help="repeatable")
    parser.add_argument("--measure", action="store_true", help="fit nothing, report rates")
    parser.add_argument("--out", type=Path, help="write the people to this file")
    options = parser.parse_args(arguments)

    fitted: list[FalliblePlayer] = []
    with open_tablebase(options.tables) as tables:
        for name, known in load_fallible_players().items():
            person = known
            if not options.measure and name in (options.only or FALLIBLE_NAMES):
                person = fit_choosing(person, PUBLISHED[name], tables, options.games)
                person = fit_outlooks(person, meet_best_play(person, tables, options.games, 0))
            _, plies = measure(person, tables, 2 * options.games, CHECK)
            shares = ", ".join(map(describe_share, find_mistakes(plies)))
            print(f"{person.name}: {describe(person)}: {shares}", flush=True)
            report_outlooks(person, meet_best_play(person, tables, options.games, CHECK))
            fitted.append(person)
    if options.out:
        with whole_file(options.out) as file:
            file.write((json.dumps(document_of(fitted), indent=2) + "\n").encode())


if __name__ == "__main__":
    main()
