"""The strength that solves a puzzle half of the time."""

import numpy as np
import pytest
from arrange import moving
from solved import solved_folder
from strengths import (
    GRID,
    LINE,
    STRONGEST,
    WEAKEST,
    Task,
    find_right,
    person_at,
    person_of,
    rate_lines,
    see_wins,
    solve_chances,
    strength_of,
)

from merels import open_tablebase
from merels.engine.fallible.player import find_fallible_player


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as opened:
        yield opened


@pytest.mark.parametrize(("name", "place"), [("beginner", -1), ("club", 0), ("master", 1)])
def test_the_line_of_players_passes_near_the_three_people(name, place):
    known, found = find_fallible_player(name), person_at(place)
    assert found.placing.temperature == pytest.approx(known.placing.temperature, rel=0.12)
    assert found.moving.temperature == pytest.approx(known.moving.temperature, rel=0.12)
    strength = np.interp(place, list(LINE), list(LINE.values()))
    assert strength == pytest.approx(known.strength, abs=75)


def test_the_line_was_measured_for_every_strength():
    assert list(LINE.values()) == sorted(set(LINE.values()))
    assert min(LINE.values()) <= WEAKEST
    assert max(LINE.values()) >= STRONGEST
    assert person_of(LINE[0]).moving == person_at(0).moving


def test_stronger_players_see_farther_and_are_tempted_less():
    people = [person_of(strength) for strength in GRID]
    horizons = [person.moving.horizon for person in people]
    assert horizons == sorted(set(horizons))
    for temperatures in (
        [person.placing.temperature for person in people],
        [person.moving.temperature for person in people],
    ):
        assert temperatures == sorted(temperatures, reverse=True)


def test_right_is_the_shortest_win_or_all_that_keeps_the_value():
    assert find_right(np.array([4, 0, 0]), False).tolist() == [False, True, True]
    assert find_right(np.array([7, 3, 0]), True).tolist() == [False, True, False]
    assert find_right(np.array([7, 3, 0]), False).tolist() == [True, True, False]


def test_a_win_at_the_horizon_is_seen_half_of_the_time():
    choosing = person_of(800).moving
    seen = see_wins(choosing, np.array([choosing.horizon, 1000.0, np.inf]))
    assert seen[0] == pytest.approx(0.5)
    assert seen[1] < 1e-6
    assert seen[2] == 0


def test_strength_is_where_the_chance_stays_above_a_half():
    size = len(GRID)
    assert strength_of(np.ones(size)) == WEAKEST
    assert strength_of(np.zeros(size)) == STRONGEST
    dip = np.ones(size)
    dip[10] = 0.0  # a move that tempts players in the middle
    assert GRID[10] < strength_of(dip) <= GRID[11]


def test_winning_at_once_is_easy_and_many_moves_are_harder_than_one(tablebase):
    at_once = Task(moving("a7 d7 g4", "a1 f2 c3"), is_shortest=True)
    quiet = Task(moving("a7 d2 g4", "a1 f2 c5"), is_shortest=True)
    chances = solve_chances(tablebase, [at_once, quiet])
    assert ((chances >= 0) & (chances <= 1)).all()
    assert rate_lines(tablebase, [[at_once]]) == [WEAKEST]
    one, twice = rate_lines(tablebase, [[quiet], [quiet, quiet]])
    assert one <= twice
