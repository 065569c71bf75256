"""Variants as requests name them."""

import builtins
import io
from pathlib import Path

import pytest

from merels import VariantError, variant
from merels.web.api.games import read_game, read_variant


@pytest.mark.parametrize("text", ["nine", "morabaraba", "five:men=4,flying=three-on-board"])
def test_names_and_changes(text):
    assert read_variant(text) == variant(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not a variant; the variants are three, five"),
        ("seven", "'seven' is not a variant"),
        ("nine:hands=2", "'hands=2' in 'nine:hands=2' is not a change"),
        ("nine:men=99", "men: a side has 3 to 12 men, not 99 (in 'nine:men=99')"),
        ("nine:men=" + "9" * 80, "is more than any board has points"),
    ],
)
def test_a_bad_variant_is_quoted(text, words):
    with pytest.raises(VariantError) as caught:
        read_variant(text)
    assert caught.value.field == "variant"
    assert words in str(caught.value)


def test_no_file_is_ever_opened(monkeypatch, tmp_path):
    """Not even one that describes a variant."""
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nmen = 3\npoints = "a1 b1 c1 a2 b2 c2"\nlines = ["a1 b1 c1"]\n')
    assert variant(file).name == "own"

    def refuse(*_, **__):
        raise AssertionError("a file was opened")

    for home in (builtins, io):
        monkeypatch.setattr(home, "open", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    for text in (str(file), "own.toml", "../own.toml", "nine.toml", "nine:men=4.toml"):
        with pytest.raises(VariantError, match="variant: "):
            read_game(None, variant=text)
