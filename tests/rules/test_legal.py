"""A move is legal if and only if the generator yields it; every other move gets a reason."""

from pathlib import Path

import pytest
from arrange import moving, placing
from family_oracle import count_leaves_anew
from hypothesis import given, settings
from random_games import WALKING, positions
from slow_perft import count_leaves_slowly

from merels import (
    BLACK,
    NINE_MENS_MORRIS,
    VARIANTS,
    WHITE,
    IllegalMoveError,
    Move,
    Position,
    variant,
)
from merels.board.board import THREE_SQUARES
from merels.rules.legal import DEEPEST, count_leaves, explain_illegal, split_leaves

POINTS = (None, *range(24))
EVERY_MOVE = [
    Move(origin, target, captured)
    for origin in POINTS
    for target in POINTS
    for captured in POINTS
    if target is not None or (origin is None and captured is not None)
]


@settings(max_examples=30)
@given(positions())
def test_membership_agrees_with_the_generator(position):
    """All 15,024 moves that can be written, in each position."""
    legal = set(position.legal_moves)
    assert len(legal) == len(position.legal_moves)
    assert bool(legal) == bool(position.legal_moves)
    for move in EVERY_MOVE:
        assert (explain_illegal(position, move) is None) == (move in legal), move


def test_every_move_that_can_be_written():
    assert len(EVERY_MOVE) == 25 * 24 * 25 + 24 == 15_024


def test_each_interface_uses_its_own_coordinates():
    position = Position(white=0b1111, black=0b11110000)
    move = Move(origin=0, target=7)
    assert explain_illegal(position, move) == "a4 is occupied"
    assert explain_illegal(position, move, THREE_SQUARES.console_names) == "A4 is occupied"
    move = Move(origin=0, target=23)
    assert explain_illegal(position, move) == "a7 and c4 are not adjacent"
    assert (
        explain_illegal(position, move, THREE_SQUARES.console_names) == "A1 and C4 are not adjacent"
    )


def test_points_that_a_board_does_not_have():
    start = Position.start(variant("six"))
    assert Move(None, 20) not in start.legal_moves
    assert explain_illegal(start, Move(None, 20)) == "it is a move on another board"
    with pytest.raises(IllegalMoveError, match="another board"):
        start.play(Move(None, 3, 20))


# Perft: known counts, by both generators.

DATA = Path(__file__).parents[1] / "data" / "perft.txt"
FAMILY = DATA.with_name("perft_family.txt")
FROM_THE_EMPTY_BOARD = [24, 552, 12144, 255024, 5140800, 99274176, 1873562112]
MEANT = {"flying": NINE_MENS_MORRIS, "walking": WALKING, **VARIANTS}
FEW_LEAVES = 3_000


def read_data(file=DATA):
    """Yield positions with their counts at depth 1, 2, 3 ..."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            variant, fen, counts = line.split("; ")
            yield pytest.param(
                Position.from_fen(fen, MEANT[variant]),
                [int(count) for count in counts.split()],
                id=f"{variant} {fen}",
            )


@pytest.mark.parametrize(
    ("depth", "leaves"),
    [
        *enumerate(FROM_THE_EMPTY_BOARD[:-1], start=1),
        pytest.param(len(FROM_THE_EMPTY_BOARD), FROM_THE_EMPTY_BOARD[-1], marks=pytest.mark.soak),
    ],
)
def test_the_empty_board(depth, leaves):
    assert count_leaves(Position.start(), depth) == leaves


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(FROM_THE_EMPTY_BOARD[:3], start=1)))
def test_the_empty_board_by_the_reference(depth, leaves):
    assert count_leaves_slowly(Position.start(), depth) == leaves


@pytest.mark.parametrize(("position", "counts"), list(read_data()))
def test_data(position, counts):
    depths = range(1, len(counts) + 1)
    assert [count_leaves(position, depth) for depth in depths] == counts
    assert [count_leaves_slowly(position, depth) for depth in depths] == counts


@pytest.mark.parametrize(("position", "counts"), list(read_data(FAMILY)))
def test_the_family(position, counts):
    depths = range(1, len(counts) + 1)
    assert [count_leaves(position, depth) for depth in depths] == counts
    for depth, leaves in enumerate(counts, start=1):
        if leaves < FEW_LEAVES:
            assert count_leaves_slowly(position, depth) == leaves
            assert count_leaves_anew(position, depth) == leaves


def test_the_family_is_complete():
    positions = [param.values[0] for param in read_data(FAMILY)]
    for game in (each for each in VARIANTS.values() if each.is_usual):
        own = [each for each in positions if each.variant == game]
        assert Position.start(game) in own
        assert any(each.total(WHITE) > 3 < each.total(BLACK) for each in own[1:]) or game.men == 3
        assert any(3 in (each.total(WHITE), each.total(BLACK)) for each in own)


def test_the_data_has_every_kind_of_position():
    positions = [param.values[0] for param in read_data()]
    assert len(positions) >= 20
    assert {position.removing for position in positions} == {True, False}
    assert {position.phase().value for position in positions} == {"placing", "moving", "flying"}
    assert {position.variant for position in positions} == {NINE_MENS_MORRIS, WALKING}


@pytest.mark.parametrize(
    "position",
    [
        Position.start(),
        placing("a7 d7", "b6 g4", 7, 7),
        moving("a7 d7 f4", "c3 e3 b2 g1"),
        placing("a7 d7", "c3 d3 e3 f4", 5, 5).before_removal(Move.parse("g7")),
        moving("a7 d7", "c3 e3 b2"),
    ],
    ids=["start", "placing", "flying", "mid-turn", "finished"],
)
def test_split_adds_up(position):
    split = split_leaves(position, 3)
    assert list(split) == list(position.legal_moves)
    assert sum(split.values()) == count_leaves(position, 3)
    assert set(split_leaves(position, 1).values()) <= {1}


def test_nothing_ahead_is_one_leaf():
    assert count_leaves(Position.start(), 0) == count_leaves_slowly(Position.start(), 0) == 1
    assert count_leaves(moving("a7 d7", "c3 e3 b2"), 0) == 1


def test_the_deepest_depth_works():
    assert count_leaves(moving("a7 g7 a1 g1", "d7 g4 d1 a4"), DEEPEST) == 0


@pytest.mark.parametrize("count", [count_leaves, split_leaves])
@pytest.mark.parametrize("depth", [-1, DEEPEST + 1, 10**30])
def test_a_depth_out_of_range_is_refused(count, depth):
    with pytest.raises(ValueError, match=f"not {depth}$"):
        count(Position.start(), depth)


def test_a_split_needs_a_depth():
    with pytest.raises(ValueError, match="the depth must be 1 to 64, not 0"):
        split_leaves(Position.start(), 0)
