"""Themes: found by name, and readable."""

import re

import pytest

from merels import NotationError, Position, svg
from merels.svg.themes import THEMES, Ink


def luminance(color):
    assert re.fullmatch("#[0-9a-f]{6}", color)
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return the contrast of two colours as web guidelines define it."""
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_values_and_coordinates_are_readable(name):
    theme = THEMES[name]
    inks = [theme.win, theme.draw, theme.loss, Ink(theme.paper, theme.text)]
    assert all(contrast(*ink) >= 4.5 for ink in inks)


@pytest.mark.parametrize("name", ["", "Light", "sepia", None, []])
def test_an_unknown_name_is_quoted(name):
    with pytest.raises(NotationError, match="light, dark, high-contrast") as caught:
        svg.board(Position.start(), theme=name)
    assert repr(name) in str(caught.value)
