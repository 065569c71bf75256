"""The reader of the guides, which knows nothing of Merels, against the library."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import read_static
import read_table
from own_variant import LINE
from packing import header_of, image_of
from sites import FIVE, site_of_five, whole_game, write_site
from solved import KEYS, sample, solved_folder

import merels
from merels import VARIANTS
from merels.board.board import transform
from merels.rules.variant import Placing
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Codec, Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan
from merels.values.layout.statistics import RESULTS

GUIDES = Path(read_table.__file__).parent


def compare(path, key, positions, kind=Kind.DISTANCE):
    table = read_table.Table(path)
    with merels.open_tablebase(solved_folder()) as tablebase:
        for position in positions:
            own, enemy, *_ = position.sides
            score, value = table.score(own, enemy), tablebase.probe(position)
            if kind is Kind.WDL:
                assert score == {"draw": 0, "loss": 1, "win": 2}[str(value.result)]
            else:
                assert merels.Value.from_score(score) == value


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_it_reads_what_the_library_reads(key, kind):
    folder = TableFolder(solved_folder(kind=kind))
    compare(folder.path_of(key, kind), key, sample(key, 100), kind)


def test_it_reads_packed_tables(tmp_path):
    key = TableKey(3, 3)
    slots = TableFolder(solved_folder()).load_slots(key)
    path = tmp_path / "3-3.mtb"
    path.write_bytes(image_of(header_of(key, slots, block_slots=500), slots))
    table = read_table.Table(path)
    assert table.header["codec"] == "packed"
    for number in (0, 150, len(slots) // 500):
        assert bytes(table.decode(number)) == slots[500 * number : 500 * (number + 1)].tobytes()
    compare(path, key, sample(key, 3))


TABLES = [
    TableKey(3, 3, variant=VARIANTS["three"]),
    TableKey(4, 3, variant=VARIANTS["five"]),
    TableKey(3, 3, variant=VARIANTS["twelve"]),
    TableKey(3, 3, variant=LINE),
    TableKey(2, 3, 1, 0, replace(VARIANTS["three"], placing=Placing.ANY_TURN)),
]


@pytest.mark.parametrize("codec", list(Codec))
@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_it_reads_tables_of_every_board(key, codec, tmp_path):
    folder = TableFolder(tmp_path)
    solve_tables(Plan.for_tables([key], folder.has), folder, threads=2)
    slots = folder.load_slots(key)
    path = folder.path_of(key)
    if codec is Codec.PACKED:
        path.write_bytes(image_of(header_of(key, slots, block_slots=100), slots))
    table = read_table.Table(path)
    assert table.header["codec"] == codec.value
    assert table.board.names == list(key.variant.board.names)
    chance = random.Random(3)
    for slot in chance.sample(range(len(slots)), min(30, len(slots))):
        symmetry = chance.choice(key.variant.board.symmetries)
        own, enemy = (transform(mask, symmetry) for mask in key.index.masks_of(slot))
        assert table.score(own, enemy) == slots[slot]


def test_it_reads_values_of_two_bytes(tmp_path):
    key = TableKey(3, 3)
    slots = TableFolder(solved_folder()).load_slots(key).astype(np.uint16)
    slots[slots == 4] = 1000
    path = tmp_path / "3-3.mtb"
    header = replace(header_of(key, slots), codec=Codec.ZSTD, score_bytes=2)
    path.write_bytes(image_of(header, slots))
    table = read_table.Table(path)
    assert table.header["score_bytes"] == 2
    assert list(table.decode(1)) == slots[8192 : 2 * 8192].tolist()


def test_it_numbers_the_slots_of_a_larger_table():
    board = read_table.board_of({})
    orbits, firsts = board.number_orbits(5, 5)
    assert firsts[-1] == 30_914_424
    for own in random.Random(1).sample([o for o in orbits if len(board.group_of(o)) > 1], 3):
        classes = board.list_classes(own, 5)
        at = orbits.index(own)
        assert len(classes) == firsts[at + 1] - firsts[at]


def test_damage_and_tables_without_values(tmp_path):
    data = bytearray((solved_folder() / "3-3.mtb").read_bytes())
    data[-1] ^= 1
    (tmp_path / "3-3.mtb").write_bytes(data)
    table = read_table.Table(tmp_path / "3-3.mtb")
    with pytest.raises(ValueError, match="damaged"):
        table.decode(len(table.checksums) - 1)


WRONG_MEN = [
    ("a7,d7,f6,b2", "g1,f2,d3"),
    ("a7,d7,f6", "g1,f2"),
    ("a7,d7,f6", "g1,f2,f6"),
    ("a7,d7,d7", "g1,f2,d3"),
]


@pytest.mark.parametrize(("own", "enemy"), WRONG_MEN)
def test_it_answers_only_for_the_men_of_the_table(own, enemy):
    path = solved_folder() / "3-3.mtb"
    command = [sys.executable, GUIDES / "read_table.py", path, own, enemy]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{path}: the table has 3 men against 3, on different points\n"


def test_it_runs_as_a_program():
    men = ("a7,d7,f6", "g1,f2,d3")  # fly to g7: a mill
    for kind, said in ((Kind.DISTANCE, "won in 1 ply\n"), (Kind.WDL, "won\n")):
        path = TableFolder(solved_folder(kind=kind)).path_of(KEYS[0], kind)
        command = [sys.executable, GUIDES / "read_table.py", path, *men]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        assert done.stdout == said


@pytest.mark.parametrize("men", [(3, 3, 0, 0), (4, 5, 0, 0), (5, 5, 0, 0), (2, 3, 2, 1)], ids=str)
def test_it_reads_static_tables(men):
    key = TableKey(*men, FIVE)
    tables = read_static.Tables(str(site_of_five() / "tables"))
    table = tables.open("five", men)
    expected = TableFolder(whole_game(FIVE)).load_slots(key)
    last = (len(expected) - 1) // 8192
    assert bytes(table.decode(last)) == expected[8192 * last :].tobytes()
    if table.model is None:  # decoding is slow
        for slot in random.Random(1).sample(range(len(expected)), 20):
            assert table.score(*key.index.masks_of(slot)) == expected[slot]


@pytest.mark.parametrize("kind", list(Kind))
def test_it_reads_static_tables_in_parts(kind, tmp_path):
    write_site(tmp_path, kinds=(kind,), split=40)
    key = TableKey(3, 3, variant=VARIANTS["three"])
    table = read_static.Tables(str(tmp_path / "tables")).open("three", key.men, kind.value)
    expected = TableFolder(whole_game(VARIANTS["three"])).load_slots(key)
    values = expected if kind is Kind.DISTANCE else RESULTS[expected]
    assert list(table.decode(0))[: len(values)] == values.tolist()


def test_it_refuses_damaged_static_tables(tmp_path):
    write_site(tmp_path)
    path = next((tmp_path / "tables" / "three").glob("3-3-*"))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    table = read_static.Tables(str(tmp_path / "tables")).open("three", (3, 3, 0, 0))
    with pytest.raises(ValueError, match="damaged"):
        table.decode(0)
