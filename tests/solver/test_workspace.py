"""Memory to solve in: large enough for each table, and shared by all."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from merels import NotationError, Position, Result, Value, variant
from merels.board.index.dense import dense_size
from merels.solver.convert import Form, convert_tables
from merels.solver.kernels.rating import TooLongError, Width
from merels.solver.parts import PartsJoiner, cut_table, rate_part
from merels.solver.run import MemoryStore, RunStore, solve_pair
from merels.solver.verify.files import FolderChecker, tables_to_check
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
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, Plan, all_tables
from merels.values.tablebase import Tablebase

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


# Scores of two bytes: found out while solving, and the same values everywhere else.

GAME = variant("three")
LOW = Width(1, 8)
"""One byte that holds no game of seven plies."""


@cache
def solve(width=None):
    """Return the tables of the game, with the one byte limited to a width."""
    store = MemoryStore()
    plan = Plan.for_tables(all_tables(GAME), is_done=lambda _: False)
    workspace = Workspace(plan.pairs, width) if width else None
    for pair in plan.pairs:
        solve_pair(pair, store, 1, workspace=workspace)
    return store


@pytest.fixture
def folder(tmp_path):
    """A folder with the small set of tables, in two bytes each."""
    store = RunStore(TableFolder(tmp_path), full=False)
    for key, slots in solve(LOW).tables.items():
        store.save(key, slots)
    store.release(set())
    return TableFolder(tmp_path)


def test_a_game_too_long_for_one_byte_takes_two_and_has_the_same_values():
    narrow, wide = solve().tables, solve(LOW).tables
    assert max(slots.max() for slots in narrow.values()) > LOW.highest
    for key, slots in wide.items():
        assert (slots.itemsize, narrow[key].itemsize) == (2, 1)
        assert np.array_equal(slots, narrow[key])


def test_what_is_too_long_for_two_bytes_is_refused(monkeypatch):
    monkeypatch.setattr("merels.solver.kernels.rating.WIDE", Width(2, 8))
    pair = Plan.for_tables(all_tables(GAME), is_done=lambda _: False).pairs[0]
    with pytest.raises(TooLongError, match=r"three/3-3 has a game of 6 plies .* for 2 bytes"):
        solve_pair(pair, MemoryStore(), 1, workspace=Workspace([pair], LOW))


@pytest.mark.parametrize("form", [Form.SMALL, Form.FULL, Form.PACKED, Form.WDL])
def test_files_of_two_bytes_are_verified_probed_and_converted(folder, form):
    list(convert_tables(folder, form))
    checker, tables = FolderChecker(folder), tables_to_check(folder)
    assert len(tables) == len(solve().tables)
    for key, kind in tables:
        assert not checker.check(key, kind).problems
    exact = form is not Form.WDL
    with Tablebase(folder.path) as tablebase:
        value = tablebase.probe(Position.start(GAME))
        assert value == Value(Result.WIN, 9 if exact else None)
        for key, slots in solve().tables.items():
            own, enemy = zip(*map(key.index.masks_of, range(len(slots))), strict=True)
            hands = {"own_in_hand": key.own_in_hand, "enemy_in_hand": key.enemy_in_hand}
            scores = tablebase.probe_many(own, enemy, GAME, exact=exact, **hands)
            expected = slots if exact else np.where(slots == 0, 0, 2 - slots % 2)
            assert np.array_equal(scores, expected)


def test_wrong_values_of_two_bytes_are_found(folder):
    list(convert_tables(folder, Form.FULL))
    key = TableKey(3, 3, variant=GAME)
    slots = folder.load_slots(key)
    slots[5] += 2
    folder.save(key, slots)
    assert FolderChecker(folder).check(*tables_to_check(folder)[0]).problems


def test_parts_of_a_table_of_two_bytes_are_joined():
    store = solve(LOW)
    key = max((key for key in store.tables if key.is_placing), key=lambda key: key.index.size)
    parts = cut_table(key, 2, Path(mkdtemp(), "run"))
    for part in parts:
        rate_part(part, store, threads=1)
    ((_, slots),) = PartsJoiner(parts, store, threads=1).solve()
    assert slots.itemsize == 2
    assert np.array_equal(slots, store.tables[key])
