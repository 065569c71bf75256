"""The data file has the numbers of the mini-game's design, and every entry is used."""

import dataclasses
import json
from importlib.resources import files
from itertools import pairwise

import pytest

from merels import NotationError
from merels.engine.evaluation.plain import NUMBERS, Weights, read_numbers
from merels.engine.players.levels import (
    LEVELS,
    STRENGTHS,
    STRONGEST,
    WEAKEST,
    Strength,
    find_level,
    interpolate,
    parse_strength,
    read_levels,
)

SIGNS = {field.name for field in dataclasses.fields(Weights)}


def document():
    return json.loads(files("merels.engine").joinpath("levels.json").read_bytes())


def test_depths_and_widths_are_those_of_the_mini_game():
    assert {name: (v.depth, v.width) for name, v in NUMBERS.items()} == {
        "easy": (1, 8),
        "normal": (2, 8),
        "hard": (3, 6),
    }


def test_only_easy_plays_less_than_its_best():
    assert [level.margin > 0 for level in NUMBERS.values()] == [True, False, False]


def test_every_number_is_an_integer():
    for level in NUMBERS.values():
        numbers = [level.depth, level.width, level.margin, level.win, level.repetition]
        for phase in (level.placing, level.moving, level.flying):
            numbers += dataclasses.astuple(phase)
        assert all(type(number) is int for number in numbers)


def test_every_entry_of_the_file_is_used():
    found = document()
    assert read_levels(found) == LEVELS
    assert read_numbers(found) == NUMBERS
    assert set(found) == {"win", "repetition", "levels", "weights"}
    for name, level in found["levels"].items():
        numbers = {"depth", "width", "margin", "weights"} if name in NUMBERS else {"seconds"}
        assert set(level) == {"text"} | numbers
    assert {found["levels"][name]["weights"] for name in NUMBERS} == set(found["weights"])
    for phases in found["weights"].values():
        assert set(phases) == {"placing", "moving", "flying"}
        assert all(set(weights) == SIGNS for weights in phases.values())


def test_a_misspelt_weight_is_refused():
    broken = document()
    broken["weights"]["plain"]["moving"]["mill"] = 1
    with pytest.raises(TypeError, match="mill"):
        read_numbers(broken)


def test_what_levels_need():
    assert [name for name, level in LEVELS.items() if level.needs_engine] == ["expert", "perfect"]
    assert [name for name, level in LEVELS.items() if level.asks_oracle] == ["expert", "perfect"]
    assert [name for name, level in LEVELS.items() if not level.needs_engine] == list(NUMBERS)
    assert find_level("elo:1000").needs_engine
    assert not find_level("elo:1000").asks_oracle
    assert not find_level("Random").needs_engine


@pytest.mark.parametrize("name", ["", "medium", "human", "hard ", "ｈａｒｄ", "uci:x"])
def test_an_unknown_level_is_quoted(name):
    with pytest.raises(NotationError) as caught:
        find_level(name)
    assert repr(name) in str(caught.value)
    assert "easy, normal, hard, expert, perfect, random, elo:N" in str(caught.value)


def test_a_stronger_player_searches_more_and_errs_less():
    levels = [find_level(f"elo:{strength}") for strength in range(WEAKEST, STRONGEST + 1, 10)]
    nodes = [level.limits.nodes for level in levels]
    assert nodes == sorted(nodes)
    halvings = [level.halving for level in levels]
    assert halvings == sorted(halvings, reverse=True)
    numbers = {(level.limits.nodes, level.halving) for level in levels}
    assert len(numbers) > (max(STRENGTHS) - WEAKEST) // 20


def test_strengths_are_measured_in_steps_of_at_most_200_from_that_of_easy():
    measured = list(STRENGTHS)
    assert measured[0] == WEAKEST == 300
    assert all(0 < high - low <= 200 for low, high in pairwise(measured))


def test_numbers_in_between_are_whole_and_halfway():
    low, high = STRENGTHS[900], STRENGTHS[1100]
    middle = interpolate(1000)
    assert middle == Strength((low.nodes + high.nodes) // 2, (low.halving + high.halving) // 2)
    assert interpolate(900) == low


def test_numbers_above_all_measured_ones_play_as_the_strongest():
    top, beyond = find_level("elo:1500"), find_level(f"elo:{STRONGEST}")
    assert (beyond.limits, beyond.halving, beyond.text) == (top.limits, top.halving, top.text)
    assert max(STRENGTHS) == 1500


def test_the_strongest_plays_only_the_best():
    assert STRENGTHS[max(STRENGTHS)].halving == 0
    assert all(each.halving for number, each in STRENGTHS.items() if number < max(STRENGTHS))


@pytest.mark.parametrize("text", ["elo:", "elo:x", "elo:-5", "elo:299", "elo:99999", "elo:1e3"])
def test_a_strength_outside_the_range_is_quoted(text):
    with pytest.raises(NotationError, match=f"{WEAKEST} to {STRONGEST}") as caught:
        find_level(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("strength", [WEAKEST, 1234, STRONGEST])
def test_names_of_strengths(strength):
    assert find_level(f"elo:{strength}").name == f"elo:{strength}"
    assert parse_strength(f"elo:{strength}") == strength
