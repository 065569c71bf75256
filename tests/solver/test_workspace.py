"""Memory to solve in: large enough for each table, and shared by all."""

import pytest

from merels import NotationError
from merels.board.index.dense import dense_size
from merels.solver.workspace import (
    INTERPRETER,
    RATED,
    Array,
    Workspace,
    array_sizes,
    format_bytes,
    joint_sizes,
    memory_need,
    parse_bytes,
)
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan

PAIRS = [Pair.of(key) for key in (TableKey(4, 3), TableKey(4, 4), TableKey(3, 3, 2, 2))]


def test_a_placing_table_has_room_for_both_tables_it_leads_to():
    key = TableKey(4, 5, 3, 2)
    sizes = array_sizes(Pair.of(key))
    for successor in key.successors:
        for array in RATED:
            assert sizes[array] >= dense_size(successor.index)
        assert sizes[Array.SLOTS] >= successor.index.size
    assert sizes[Array.SLOTS] >= key.index.size
    assert sizes[Array.FIRST_VALUES] == dense_size(key.index)
    assert sizes[Array.BAGS] >= 1 << 16


def test_one_workspace_serves_all():
    joint = joint_sizes(PAIRS)
    for pair in PAIRS:
        assert all(size <= joint[array] for array, size in array_sizes(pair).items())
    for array, size in joint.items():
        assert size in [array_sizes(pair).get(array) for pair in PAIRS]
    assert memory_need(*PAIRS) == sum(joint.values()) + INTERPRETER
    assert memory_need(*PAIRS) < sum(memory_need(pair) for pair in PAIRS)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.first.name)
def test_arrays_have_the_requested_size(pair):
    workspace = Workspace(PAIRS)
    for array, size in array_sizes(pair).items():
        assert len(workspace.take_bytes(array, size)) == size
    assert workspace.contents == {}


def test_every_use_of_an_array_gets_the_same_memory():
    workspace = Workspace(PAIRS)
    workspace.take(Array.SLOTS, 10)[:] = range(10)
    assert workspace.take(Array.SLOTS, 3).tolist() == [0, 1, 2]


def test_no_pairs_need_no_memory():
    assert joint_sizes([]) == {}
    assert memory_need() == INTERPRETER
    with pytest.raises(KeyError):
        Workspace(Plan([]).pairs).take(Array.SLOTS, 1)


# Parsing and formatting sizes.


@pytest.mark.parametrize(
    ("text", "size"),
    [("0", 0), ("500M", 500 << 20), ("8G", 8 << 30), (" 8GiB ", 8 << 30), ("2tb", 2 << 40)],
)
def test_sizes_are_parsed(text, size):
    assert parse_bytes(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1G", "1.5G", "8 G", "8X", "9" * 16, "٣"])
def test_invalid_text_is_quoted(text):
    with pytest.raises(NotationError) as caught:
        parse_bytes(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1 << 10, "1.0 KiB"), (3 << 29, "1.5 GiB")],
)
def test_sizes_are_formatted(size, text):
    assert format_bytes(size) == text
