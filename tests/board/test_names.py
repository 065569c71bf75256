"""Names of points, in both coordinate systems."""

import pytest

from merels import NotationError
from merels.board.names import (
    ALGEBRAIC_NAMES,
    CONSOLE_NAMES,
    parse_algebraic_point,
    parse_console_point,
)

CONSOLE = "A1 D1 G1 G4 G7 D7 A7 A4 B2 D2 F2 F4 F6 D6 B6 B4 C3 D3 E3 E4 E5 D5 C5 C4"
ALGEBRAIC = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"


def test_names_in_the_order_of_the_points():
    assert " ".join(CONSOLE_NAMES) == CONSOLE
    assert " ".join(ALGEBRAIC_NAMES) == ALGEBRAIC


def test_names_parse_back():
    assert list(map(parse_console_point, CONSOLE.split())) == list(range(24))
    assert list(map(parse_console_point, CONSOLE.lower().split())) == list(range(24))
    assert list(map(parse_algebraic_point, ALGEBRAIC.split())) == list(range(24))


@pytest.mark.parametrize("parse", [parse_console_point, parse_algebraic_point])
@pytest.mark.parametrize("text", ["A2", "a2", "d4", "D4", "h1", "a8", "a0", "", "d", "d66", "٣3"])
def test_no_such_point(parse, text):
    with pytest.raises(NotationError, match=r"is not a point") as caught:
        parse(text)
    assert repr(text) in str(caught.value)


def test_algebraic_names_are_lower_case():
    """In upper case they would be mistaken for console names, which count rows from the top."""
    with pytest.raises(NotationError, match="'D6' is not a point"):
        parse_algebraic_point("D6")
