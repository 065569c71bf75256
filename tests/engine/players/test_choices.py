"""Choices as plain data, which other implementations of the levels must match as well."""

from pathlib import Path

import pytest

from merels import Game, Position, create_player
from merels.engine.evaluation.plain import NUMBERS, evaluate
from merels.engine.players.levels import RANDOM

LINES = Path(__file__).with_name("choices.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES)
def test_choices_are_as_recorded(line):
    fen, plain, sharp, seed, *moves = line.split("; ")
    position = Position.from_fen(fen)
    for name, move in zip((*NUMBERS, RANDOM), moves, strict=True):
        assert str(create_player(name, int(seed)).choose(Game(position))) == move
    if not position.removing:
        for name, value in (("normal", plain), ("hard", sharp)):
            assert evaluate(*position.sides, position.variant, NUMBERS[name]) == int(value)


def test_the_record_covers_every_phase():
    fens = [line.split("; ")[0].split() for line in LINES]
    assert {(phase, action) for _, _, phase, action, *_ in fens} >= {
        ("p", "p"),
        ("m", "s"),
        ("p", "r"),
        ("m", "r"),
    }
    assert any(fen[2] == "m" and "3" in (fen[4], fen[6]) for fen in fens)
