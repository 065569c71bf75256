"""Writing tables: the same bytes on any number of threads; errors name the file."""

from dataclasses import replace

import numpy as np
import pytest
from damage import KEY, load
from solved import solved_folder

from merels import MerelsError
from merels.values.folder import TableFolder
from merels.values.format.reader import TableFile
from merels.values.format.writer import write_image, write_table


@pytest.fixture(scope="module")
def header():
    with TableFolder(solved_folder()).open(KEY) as file:
        return replace(file.header, block_slots=4096)


@pytest.mark.parametrize("threads", [1, 3])
def test_written_tables_are_read_back(tmp_path, header, threads):
    path = tmp_path / "table"
    assert write_table(path, header, load(KEY), threads) == path.stat().st_size
    with TableFile.open(path) as file:
        assert file.header == header
        assert np.array_equal(file.read_all(), load(KEY))


def test_the_number_of_threads_changes_no_byte(tmp_path, header):
    written = []
    for threads in (1, 3):
        write_table(tmp_path / "table", header, load(KEY), threads)
        written.append((tmp_path / "table").read_bytes())
    assert written[0] == written[1]


def test_the_smallest_file_can_be_read(tmp_path, header):
    sizes = []
    for smallest in (False, True):
        with (tmp_path / "table").open("wb") as file:
            sizes.append(write_image(file, header, load(KEY), smallest=smallest))
    assert sizes[1] < sizes[0]
    with TableFile.open(tmp_path / "table") as file:
        assert np.array_equal(file.read_all(), load(KEY))


def test_a_file_that_cannot_be_written_is_named(tmp_path, header):
    with pytest.raises(MerelsError, match="nowhere/table"):
        write_table(tmp_path / "nowhere" / "table", header, load(KEY))
