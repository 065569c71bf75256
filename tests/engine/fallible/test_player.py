"""Fallible players as data."""

import json
from importlib.resources import files

import pytest

from merels import NotationError
from merels.engine.fallible.player import (
    BEGINNER,
    CLUB,
    DATA_FILE,
    FALLIBLE_NAMES,
    MASTER,
    find_fallible_player,
    load_fallible_players,
    read_fallible_players,
)


def test_every_entry_of_the_file_is_used():
    document = json.loads(files("merels.engine.fallible").joinpath(DATA_FILE).read_bytes())
    assert set(document) == {"discount", "softness", "people"}
    assert tuple(document["people"]) == FALLIBLE_NAMES == (BEGINNER, CLUB, MASTER)
    assert read_fallible_players(document) == load_fallible_players()
    for entry in document["people"].values():
        assert set(entry) == {"strength", "horizon", "temperature", "outlook"}
        assert set(entry["temperature"]) == {"placing", "moving"}
        assert set(entry["outlook"]) == {"placing", "moving", "lost"}


def test_names_in_any_case():
    assert find_fallible_player("Master") is load_fallible_players()["master"]


@pytest.mark.parametrize("name", ["", "grandmaster", "ｃｌｕｂ", "club "])
def test_an_unknown_name_is_quoted(name):
    with pytest.raises(NotationError) as caught:
        find_fallible_player(name)
    text = str(caught.value)
    assert text.startswith(f"{name!r} is not a fallible player; ")
    assert text.endswith("write one of beginner, club, master")


def test_stronger_people_are_drawn_less_to_poor_moves():
    for phase in ("placing", "moving"):
        warmth = [getattr(person, phase).temperature for person in load_fallible_players().values()]
        assert warmth == sorted(warmth, reverse=True)


def test_hope_is_discounted_and_bounded():
    for person in load_fallible_players().values():
        assert 0.9 < person.discount < 1
        assert person.expect_draw(gained=0, drawn=1, look=-30000, in_hand=0) < 0.51
        assert person.expect_draw(1, 0, 0, 0) == pytest.approx(0.5 + 0.5 * person.discount)
        poor, good = (person.expect_draw(0.1, 0.9, look, 4) for look in (-100, 100))
        assert 0.5 < poor < good < 1
