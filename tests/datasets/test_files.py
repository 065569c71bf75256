"""Files of rows: the same in both forms, complete or not there."""

import csv

import pyarrow.parquet as pq
import pytest
from solved import solved_folder

import merels
from merels.datasets.export import draw_sample
from merels.datasets.files import write_rows


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


def test_files_hold_the_rows(tables, tmp_path):
    rows = draw_sample(tables, 200, "uniform", chances="master")
    for name in ("rows.parquet", "rows.csv"):
        write_rows(tmp_path / name, [rows, rows], {"variant": "nine"})
    table = pq.read_table(tmp_path / "rows.parquet")
    assert table.schema.metadata[b"variant"] == b"nine"
    parquet = table.to_pylist()
    with (tmp_path / "rows.csv").open() as file:
        plain = list(csv.DictReader(file))
    assert len(parquet) == len(plain) == 400
    assert list(parquet[0]) == list(plain[0]) == list(rows.columns())
    for one, other in zip(parquet, plain, strict=True):
        assert (one["plies"] is None) == (one["result"] == 0) == (other["plies"] == "")
        for column in ("fen", "own", "result", "split"):
            assert str(one[column]) == other[column]
        assert float(other["chance"]) == pytest.approx(one["chance"], abs=1e-4)


def test_a_failure_leaves_the_old_file(tables, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("old")

    def parts():
        yield draw_sample(tables, 10, "uniform")
        raise merels.MissingTableError("gone")

    with pytest.raises(merels.MissingTableError):
        write_rows(path, parts(), {})
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


def test_bad_input(tables, tmp_path):
    with pytest.raises(merels.NotationError, match="neither Parquet nor CSV"):
        write_rows(tmp_path / "rows.txt", [], {})
    with pytest.raises(merels.NotationError, match="from 0 to 1"):
        draw_sample(tables, 3, "uniform", test_share=2)
    with pytest.raises(merels.NotationError, match="'genius' is nobody"):
        draw_sample(tables, 3, "uniform", chances="genius")
