"""The board as text."""

import os
import subprocess
import sys

import pytest
from arrange import moving

from merels.rules.diagram import draw


def test_men_are_drawn_on_their_points():
    empty = draw(moving("", "")).splitlines()
    lines = draw(moving("a7 d7", "g1")).splitlines()
    assert len({len(line) for line in lines}) == 1
    changed = [
        (row, column, mark)
        for row, (line, before) in enumerate(zip(lines, empty, strict=True))
        for column, (mark, old) in enumerate(zip(line, before, strict=True))
        if mark != old
    ]
    last = len(lines[0]) - 1
    assert [place[:2] for place in changed] == [(0, 0), (0, last // 2), (len(lines) - 1, last)]
    white, also_white, black = (mark for _, _, mark in changed)
    assert white == also_white != black


@pytest.mark.parametrize(
    ("encoding", "drawn"), [("ascii", "O-----------@"), ("utf-8", "○-----------●")]
)
def test_what_is_printed_fits_the_encoding(encoding, drawn):
    code = "import merels; print(merels.Position(0b1, 0b10)); print(merels.Game())"
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.stdout.decode(encoding).startswith(drawn)
