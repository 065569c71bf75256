"""`merels export`: samples and tables as files."""

import csv
import json

import pytest
from small_opening import solved_opening
from solved import solved_folder

from merels.cli import main
from merels.cli.commands.export import KINDS
from merels.datasets import samples


def run(capsys, *arguments):
    status = main(["export", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_sample_in_both_forms(capsys, tmp_path):
    which = ("--sample", 300, "--kind", "phase", "--tables", solved_folder(), "--chances", "club")
    rows = {}
    for name in ("rows.csv", "rows.parquet"):
        status, out, err = run(capsys, *which, "--out", tmp_path / name, "--json")
        assert (status, err) == (0, "")
        rows[name] = json.loads(out)
    assert rows["rows.csv"]["positions"] == rows["rows.parquet"]["positions"] == 300
    assert rows["rows.csv"]["test"] == rows["rows.parquet"]["test"] > 30
    assert rows["rows.csv"]["bytes"] == (tmp_path / "rows.csv").stat().st_size
    with (tmp_path / "rows.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert {line["split"] for line in lines} == {"train", "test"}
    assert all(0 <= float(line["chance"]) <= 1 for line in lines)


def test_a_table_of_another_variant(capsys, tmp_path):
    out = tmp_path / "table.csv"
    arguments = ("--table", "2-2+1-1", "--variant", "nine:men=3", "--tables", solved_opening())
    status, text, err = run(capsys, *arguments, "--out", out, "--test", 0)
    assert (status, err) == (0, "")
    assert "0 of them test data" in text
    lines = out.read_text().splitlines()
    assert f"{len(lines) - 1:,} positions" in text
    assert lines[1].startswith("********/")


def test_games_of_a_small_variant(capsys, tmp_path):
    arguments = ("--sample", 50, "--variant", "nine:men=3", "--tables", solved_opening())
    status, text, _ = run(capsys, *arguments, "--out", tmp_path / "games.csv")
    assert status == 0
    assert "50 positions" in text


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--sample", 5, "--out", "a.txt"), 2, "neither Parquet nor CSV"),
        (("--table", "4-3", "--kind", "games", "--out", "a.csv"), 2, "--kind is for --sample"),
        (("--table", "4-9x", "--out", "a.csv"), 2, "'4-9x' is not a table"),
        (("--table", "9-9", "--out", "a.csv"), 1, "merels solve"),
        (("--sample", 5, "--out", "a.csv"), 1, "merels solve"),
        (("--sample", 5, "--variant", "twelve", "--out", "a.csv"), 1, "merels solve"),
        (
            ("--sample", 5, "--kind", "uniform", "--variant", "six", "--out", "a.csv"),
            1,
            "no tables of Six",
        ),
    ],
)
def test_what_cannot_be_done(capsys, tmp_path, monkeypatch, arguments, status, message):
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, *arguments, "--tables", solved_folder())
    assert (found, out) == (status, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_the_kinds_are_those_of_samples():
    assert KINDS == samples.KINDS
