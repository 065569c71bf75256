"""Memory to solve in: large enough for each table, and shared by all."""

import pytest

from merels.board.index.dense import dense_size
from merels.solver.resources import INTERPRETER, memory_need
from merels.solver.workspace import RATED, Array, Workspace, array_sizes, joint_sizes
from merels.tables.key import TableKey
from merels.tables.plan import Pair, Plan

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
