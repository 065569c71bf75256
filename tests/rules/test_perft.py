"""Perft: known counts, by both generators."""

from pathlib import Path

import pytest
from arrange import moving, placing
from family_oracle import count_leaves_anew
from random_games import WALKING
from slow_perft import count_leaves_slowly

from merels import BLACK, NINE_MENS_MORRIS, VARIANTS, WHITE, Move, Position
from merels.rules.perft import DEEPEST, count_leaves, split_leaves

DATA = Path(__file__).parents[1] / "data" / "perft.txt"
FAMILY = DATA.with_name("perft_family.txt")
FROM_THE_EMPTY_BOARD = [24, 552, 12144, 255024, 5140800, 99274176, 1873562112]
MEANT = {"flying": NINE_MENS_MORRIS, "walking": WALKING, **VARIANTS}
FEW_LEAVES = 10_000


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


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(FROM_THE_EMPTY_BOARD, start=1)))
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
    for variant in VARIANTS.values():
        own = [each for each in positions if each.variant == variant]
        assert Position.start(variant) in own
        assert any(each.total(WHITE) > 3 < each.total(BLACK) for each in own[1:]) or (
            variant.men == 3
        )
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
