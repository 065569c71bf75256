"""The reader of the guides, which knows nothing of Merels, against the library."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
import read_table
from packing import image_of
from solved import KEYS, sample, solved_folder

import merels
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey

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
    from packing import header_of

    key = TableKey(3, 3)
    slots = TableFolder(solved_folder()).load_slots(key)
    path = tmp_path / "3-3.mtb"
    path.write_bytes(image_of(header_of(key, slots, block_slots=500), slots))
    table = read_table.Table(path)
    assert table.header["codec"] == "packed"
    for number in (0, 150, len(slots) // 500):
        assert bytes(table.decode(number)) == slots[500 * number : 500 * (number + 1)].tobytes()
    compare(path, key, sample(key, 3))


def test_it_numbers_the_slots_of_a_larger_table():
    orbits, firsts = read_table.number_orbits(5, 5)
    assert firsts[-1] == 30_914_424
    for own in random.Random(1).sample([o for o in orbits if len(read_table.group_of(o)) > 1], 3):
        classes = read_table.list_classes(own, 5)
        at = orbits.index(own)
        assert len(classes) == firsts[at + 1] - firsts[at]


def test_damage_and_tables_without_values(tmp_path):
    data = bytearray((solved_folder() / "3-3.mtb").read_bytes())
    data[-1] ^= 1
    (tmp_path / "3-3.mtb").write_bytes(data)
    table = read_table.Table(tmp_path / "3-3.mtb")
    with pytest.raises(ValueError, match="damaged"):
        table.decode(len(table.checksums) - 1)


def test_it_is_short_and_runs_as_a_program():
    for name in ("read_table.py", "read_packed.py"):
        assert len((GUIDES / name).read_text(encoding="utf-8").splitlines()) < 150
    men = ("a7,d7,f6", "g1,f2,d3")  # fly to g7: a mill
    command = [sys.executable, GUIDES / "read_table.py", solved_folder() / "3-3.mtb", *men]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "won in 1 ply\n"
