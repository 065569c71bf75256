"""The data file holds the numbers of the seed and nothing is left out."""

import dataclasses
import json
from importlib.resources import files

import pytest

from merels.engine.levels import Level, Settings, Weights, load_settings, read_settings


def document():
    return json.loads(files("merels.engine").joinpath("levels.json").read_bytes())


def test_depths_and_widths_are_those_of_the_mini_game():
    assert load_settings().levels == {
        "easy": Level(depth=1, width=8, choice="any"),
        "normal": Level(depth=2, width=8, choice="best"),
        "hard": Level(depth=3, width=6, choice="best"),
    }


def test_every_number_is_a_whole_one():
    settings = load_settings()
    numbers = [settings.win, settings.repetition]
    for phase in (settings.placing, settings.moving, settings.flying):
        numbers += dataclasses.astuple(phase)
    assert all(type(number) is int for number in numbers)


def test_the_file_says_nothing_that_is_not_read():
    assert read_settings(document()) == load_settings()
    fields = {field.name for field in dataclasses.fields(Settings)}
    assert set(document()) == fields - {"placing", "moving", "flying"} | {"weights"}
    names = {field.name for field in dataclasses.fields(Weights)}
    assert all(set(weights) == names for weights in document()["weights"].values())


def test_a_misspelt_weight_is_refused():
    broken = document()
    broken["weights"]["moving"]["mill"] = 1
    with pytest.raises(TypeError, match="mill"):
        read_settings(broken)
