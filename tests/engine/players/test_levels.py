"""The data file holds the numbers of the mini-game's design, and nothing in it goes unread."""

import dataclasses
import json
from importlib.resources import files

import pytest

from merels.engine.players.levels import Weights, load_levels, read_levels

SIGNS = {field.name for field in dataclasses.fields(Weights)}


def document():
    return json.loads(files("merels.engine.players").joinpath("levels.json").read_bytes())


def test_depths_and_widths_are_those_of_the_mini_game():
    assert {name: (v.depth, v.width) for name, v in load_levels().items()} == {
        "easy": (1, 8),
        "normal": (2, 8),
        "hard": (3, 6),
    }


def test_only_easy_plays_less_than_its_best():
    assert [level.margin > 0 for level in load_levels().values()] == [True, False, False]


def test_every_number_is_a_whole_one():
    for level in load_levels().values():
        numbers = [level.depth, level.width, level.margin, level.win, level.repetition]
        for phase in (level.placing, level.moving, level.flying):
            numbers += dataclasses.astuple(phase)
        assert all(type(number) is int for number in numbers)


def test_the_file_says_nothing_that_is_not_read():
    found = document()
    assert read_levels(found) == load_levels()
    assert set(found) == {"win", "repetition", "levels", "weights"}
    for level in found["levels"].values():
        assert set(level) == {"depth", "width", "margin", "weights"}
    assert {level["weights"] for level in found["levels"].values()} == set(found["weights"])
    for phases in found["weights"].values():
        assert set(phases) == {"placing", "moving", "flying"}
        assert all(set(weights) == SIGNS for weights in phases.values())


def test_a_misspelt_weight_is_refused():
    broken = document()
    broken["weights"]["plain"]["moving"]["mill"] = 1
    with pytest.raises(TypeError, match="mill"):
        read_levels(broken)
