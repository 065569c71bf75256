"""Themes: found by name, and readable."""

import re
from xml.etree import ElementTree

import pytest

from merels import NotationError, Position, svg
from merels.svg.themes import THEMES, Ink, Spot, arrow, cross, element, number, words


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


# Shapes: text that is escaped, numbers that are short.


@pytest.mark.parametrize(
    ("value", "text"), [(2.0, "2"), (1 / 3, "0.33"), (100, "100"), (0.0, "0"), (1.10, "1.1")]
)
def test_numbers_have_two_decimals_at_most(value, text):
    assert number(value) == text


def test_attributes_and_text_are_escaped():
    text = words("text", "<a> & b", fill='"red"')
    parsed = ElementTree.fromstring(text)
    assert (parsed.text, parsed.attrib) == ("<a> & b", {"fill": '"red"'})


def test_children_are_inside():
    parsed = ElementTree.fromstring(element("g", element("circle", r=1), element("line")))
    assert [child.tag for child in parsed] == ["circle", "line"]


def test_a_cross_has_two_strokes_through_its_spot():
    strokes = ElementTree.fromstring(element("g", cross(Spot(10, 20), 4, 1, "red")))
    assert len(strokes) == 2
    for stroke in strokes:
        x1, y1, x2, y2 = (float(stroke.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == (10, 20)


@pytest.mark.parametrize("end", [Spot(200, 0), Spot(0, 200), Spot(-120, 160)])
def test_an_arrow_points_at_its_end_and_keeps_its_distance(end):
    line, head = ElementTree.fromstring(element("g", arrow(Spot(0, 0), end, 30, "red")))
    x, y = map(float, head.attrib["points"].split()[0].split(","))
    assert (x, y) == pytest.approx((end.x * 0.85, end.y * 0.85), abs=0.01)
    start = float(line.attrib["x1"]), float(line.attrib["y1"])
    assert start == pytest.approx((end.x * 0.15, end.y * 0.15), abs=0.01)
