"""Why a move was bad: what it let go, allowed and missed."""

from dataclasses import replace
from typing import NamedTuple

import pytest
from arrange import moving, placing

from merels import BLACK, DRAW, WHITE, Game, Move, Result, Value, variant
from merels.matches.reasons import Keeping, MoveReason, ReasonKind, _can_block, explain


class Rated(NamedTuple):
    move: Move
    value: Value | None
    source: str = "table"


def rate(**values):
    return [Rated(Move.parse(move), value) for move, value in values.items()]


def early(white, black):
    """Return a position of the placing phase, White to move, without captures so far."""
    return placing(white, black, 9 - len(white.split()), 9 - len(black.split()))


LOST = Value(Result.LOSS, 4)


def test_moves_that_keep_the_value_are_counted():
    assert Keeping.of_moves(rate(a1=DRAW, d1=LOST, g1=DRAW)) == Keeping(Result.DRAW, 2, 3)
    only = Keeping.of_moves(rate(a1=LOST, d1=DRAW))
    assert only == Keeping(Result.DRAW, 1, 2, Move.parse("d1"))
    assert (
        MoveReason(ReasonKind.LET_GO, keeping=only).describe(WHITE)
        == "let the draw go: only d1 held"
    )
    won = Keeping(Result.WIN, 2, 9)
    assert (
        MoveReason(ReasonKind.LET_GO, keeping=won).describe(WHITE)
        == "let the win go: 2 of 9 moves won"
    )


def test_they_are_not_counted_if_a_value_is_unknown():
    assert Keeping.of_moves(rate(a1=DRAW, d1=None)) is None
    assert Keeping.of_moves([]) is None


@pytest.mark.parametrize(
    ("position", "played", "better", "reasons"),
    [
        (  # Black has two men in a line; filling it would have helped.
            early("d6 b2", "a7 g7"),
            "a1",
            "d7",
            ["let Black close a mill at d7"],
        ),
        (early("a7 g7", "d6 b2"), "a1", "d7xd6", ["missed a mill at d7"]),
        (
            early("a7 g7 b2", "d6 f6 c3"),
            "d7xc3",
            "d7xd6",
            ["let Black close a mill at b6", "captured the wrong man: d6 was better"],
        ),
        (early("d6 b2", "a7 g4"), "d1", "c4", []),
    ],
)
def test_what_a_move_allowed_and_missed(position, played, better, reasons):
    found = explain(position, Move.parse(played), Move.parse(better))
    assert [reason.describe(BLACK) for reason in found] == reasons


def test_a_double_mill_is_allowed():
    """Once White leaves g4, a man of the mill a7-d7-g7 swings there and back."""
    position = moving("g4 b2 d2 c3 a1", "a7 d7 g7 e4 f4")
    (reason,) = explain(position, Move.parse("g4-g1"), Move.parse("b2-b4"))
    assert reason.kind is ReasonKind.DOUBLE_MILL_ALLOWED
    assert reason.describe(BLACK) == "allowed a double mill at g7"


def test_half_a_turn_has_no_reasons():
    position = early("a7 g7", "d6 b2")
    half = position.before_removal(Move.parse("d7"))
    assert explain(half, Move.parse("xd6"), Move.parse("xb2")) == ()


def test_reasons_name_the_points_of_their_board():
    game = Game(variant=variant("six"))
    for move in ("a5", "e5", "c5", "e3"):
        game.push(move)
    better, worse = Move.parse("e1", game.variant.board), Move.parse("c2", game.variant.board)
    [allowed] = explain(game.position, worse, better)
    assert allowed.describe(BLACK, game.variant.board) == "let Black close a mill at e1"


def test_a_full_board_that_draws_blocks_nobody():
    """White's last man leaves no empty point: drawn by twelve's rules, lost by nine's."""
    rules = variant("twelve")
    full = [
        "D1",
        "A1",
        "G1",
        "G4",
        "D7",
        "G7",
        "A4",
        "A7",
        "B2",
        "D2",
        "F4",
        "F2",
        "D6",
        "F6",
        "B6",
        "B4",
        "C3",
        "E3",
        "D3",
        "D5",
        "E4",
        "C5",
        "E5",
        "C4",
    ]
    for full_board, blocked in (("draw", False), ("loss", True)):
        game = Game(variant=replace(rules, full_board=full_board))
        for name in full[:-1]:
            game.push(Move.parse_console(name, rules.board))
        assert _can_block(game.position) == blocked
