"""Damage: a value is right or there is none."""

import random
import shutil

import numpy as np
import pytest
from sites import FIVE, catalog_of, site_of_five, whole_game

from merels import CorruptTableError
from merels.site.format import CatalogRow
from merels.site.reader import StaticTable
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

PACKED, DEFLATED = TableKey(5, 5, variant=FIVE), TableKey(3, 4, variant=FIVE)


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(site_of_five() / "tables", tmp_path / "tables")


def open_table(folder, key):
    catalog = catalog_of(folder.parent)
    rows = {row.men: row for row in catalog.rows[Kind.DISTANCE]}
    return StaticTable(folder, catalog, rows[key.men], Kind.DISTANCE)


def file_of(folder, key):
    return next(folder.glob(f"{key.name}-*.mst"))


@pytest.mark.parametrize("key", [PACKED, DEFLATED], ids=lambda key: key.name)
def test_a_changed_byte_is_found(folder, key):
    expected = TableFolder(whole_game(FIVE)).load_slots(key)
    path = file_of(folder, key)
    data = bytearray(path.read_bytes())
    chance = random.Random(1)
    for place in [*range(20), *(chance.randrange(len(data)) for _ in range(30))]:
        changed = bytearray(data)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        table, refused = open_table(folder, key), 0
        for number in range(table.cut.block_count):
            try:
                values = table.read_block(number)
            except CorruptTableError:
                refused += 1
            else:
                first = number * table.cut.block_slots
                assert np.array_equal(values, expected[first : first + len(values)])
        assert refused


@pytest.mark.parametrize("length", [0, 3, 30, -1])
def test_a_file_that_is_cut_short_is_found(folder, length):
    path = file_of(folder, PACKED)
    path.write_bytes(path.read_bytes()[:length])
    table = open_table(folder, PACKED)
    with pytest.raises(CorruptTableError, match=str(path)):
        table.read_block(table.cut.block_count - 1)


def test_the_file_of_another_table_is_found(folder):
    other = TableKey(4, 3, variant=FIVE)
    shutil.copy(file_of(folder, other), file_of(folder, DEFLATED))
    with pytest.raises(CorruptTableError, match="page 0"):
        open_table(folder, DEFLATED).read_block(0)


def test_blocks_that_changed_places_are_found(folder):
    table = open_table(folder, PACKED)
    path = file_of(folder, PACKED)
    data = path.read_bytes()
    page = table._page(0)
    (a, b), (c, d) = page.range_of(1), page.range_of(2)
    path.write_bytes(data[:a] + data[c:d] + data[a:b] + data[d:])
    with pytest.raises(CorruptTableError, match="block 1"):
        open_table(folder, PACKED).read_block(1)
    assert len(open_table(folder, PACKED).read_block(0)) == 8192


def test_another_model_is_found(folder):
    (path,) = folder.glob("five/*.model")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(CorruptTableError, match="model: the bytes do not match"):
        open_table(folder, PACKED).read_block(0)


def test_missing_files_are_found(folder):
    for model in folder.glob("five/*.model"):
        model.unlink()
    with pytest.raises(CorruptTableError, match="model: No such file"):
        open_table(folder, PACKED).read_block(0)
    file_of(folder, DEFLATED).unlink()
    with pytest.raises(CorruptTableError, match="page 0: No such file"):
        open_table(folder, DEFLATED).read_block(0)


def test_a_table_that_is_left_out_cannot_be_opened(folder):
    with pytest.raises(ValueError, match="left out"):
        StaticTable(folder, catalog_of(folder.parent), CatalogRow(3, 3, 0, 0, 5, 1), Kind.DISTANCE)
