"""merels tables: the JSON contract, the listing, charts, and folders with something wrong."""

import json
import re
import shutil
import sys

import pytest
from solved import solved_folder

from merels import Variant
from merels.cli import main
from merels.reports.results import ListedTable
from merels.values.folder import TableFolder
from merels.values.format.file import TableFile
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import Extreme, Statistics


@pytest.fixture
def copy(tmp_path):
    """A folder of tables that a test may change."""
    return TableFolder(shutil.copytree(solved_folder(), tmp_path / "tables"))


def tables_json(capsys, folder, status=0):
    assert main(["tables", "--tables", str(folder), "--json"]) == status
    output, messages = capsys.readouterr()
    assert (messages == "") is (status == 0)
    return json.loads(output)["tables"]


def test_json(capsys):
    tables = tables_json(capsys, solved_folder())
    assert [(table["own"], table["enemy"]) for table in tables] == [(3, 3), (3, 4), (4, 3)]
    first = tables[0]
    size = (solved_folder() / "3-3.mtb").stat().st_size
    assert first == {
        "variant": "nine",
        "own": 3,
        "enemy": 3,
        "own_in_hand": 0,
        "enemy_in_hand": 0,
        "flying": True,
        "kind": "distance",
        "positions": 169626,
        "wins": 140621,
        "draws": 269,
        "losses": 28736,
        "longest_win": 25,
        "longest_loss": 26,
        "bytes": size,
        "stored": True,
    }
    assert tables[1]["losses"] == 0
    assert tables[1]["longest_loss"] is None


def test_both_kinds_are_listed(capsys, copy):
    key = TableKey(3, 3)
    copy.save(key, copy.load_slots(key), Kind.WDL)
    tables = tables_json(capsys, copy.path)
    assert [table["kind"] for table in tables] == ["distance"] * 3 + ["wdl"]
    assert tables[3]["wins"] == tables[0]["wins"]
    assert tables[3]["bytes"] < tables[0]["bytes"]
    main(["tables", "--tables", str(copy.path)])
    assert "\nnine, without distances:\n3-3  " in capsys.readouterr().out


def test_text(capsys):
    assert main(["tables", "--tables", str(solved_folder())]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    spans, header, *rows, total = output.splitlines()
    assert spans.split() == ["share", "in", "%", "longest"]
    assert header.split() == [
        *("table", "positions", "wins", "draws", "losses", "win", "loss", "size", "bits")
    ]
    assert spans.rindex("longest") + len("longest") == header.rindex(" loss") + len(" loss")
    assert rows[0].split()[:7] == ["3-3", "169,626", "82.90", "0.16", "16.94", "25", "26"]
    assert total.split()[:3] == ["all", "3", "1,690,422"]
    assert len({len(line) for line in (header, *rows, total)}) == 1
    size = sum(path.stat().st_size for path in solved_folder().glob("*.mtb"))
    assert total.split()[-1] == f"{8 * size / 1690422:.2f}"


def test_no_line_is_longer_than_a_terminal_is_wide(capsys, monkeypatch):
    """The longest names, the largest numbers, and the smallest table, which is all header."""

    def list_them(_path, _variant):
        keys = [
            TableKey(10, 11, 2, 1, Variant(men=12)),
            TableKey(10, 11, 2, 1, Variant(men=12, flying=False)),
            TableKey(8, 8),
        ]
        extreme = Extreme(253, "")
        counts = Statistics((), 9_999_999_999, 0, 0, extreme, extreme)
        tables = [ListedTable(key, kind, counts, 1023 << 20) for kind in Kind for key in keys]
        smallest = Statistics((), 0, 1, 0, None, None)
        return [*tables, ListedTable(TableKey(0, 0, 9, 9), Kind.WDL, smallest, 1000)], []

    monkeypatch.setattr("merels.reports.results.list_tables", list_them)
    assert main(["tables", "--tables", "anywhere"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2] == "nine:men=12:"
    assert lines[4] == "nine:men=12,flying=never:"
    assert lines[6] == "nine:"
    assert lines[-1].split()[2] == "59,999,999,995"


def test_json_names_the_variant_that_keeps_a_table(capsys, tmp_path):
    for name in ("three", "three:flying=three-on-board"):
        assert main(["solve", "--variant", name, "--table", "3,3", "--tables", str(tmp_path)]) == 0
    capsys.readouterr()
    names = {table["variant"] for table in tables_json(capsys, tmp_path)}
    assert names == {"three", "three:flying=three-on-board"}


@pytest.mark.parametrize("name", ["empty", "not there"])
def test_no_tables(capsys, tmp_path, name):
    (tmp_path / "empty").mkdir()
    folder = tmp_path / name
    assert tables_json(capsys, folder) == []
    assert main(["tables", "--tables", str(folder)]) == 0
    assert f"There are no tables in {str(folder)!r}" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["tables", "results", "verify"])
def test_no_tables_of_a_variant(capsys, tmp_path, command):
    main([command, "--variant", "three:flying=three-on-board", "--tables", str(tmp_path)])
    said = "".join(capsys.readouterr())
    assert f"here are no tables of Three Men's Morris in {str(tmp_path)!r}" in said
    assert "merels solve --men 6 --variant three:flying=three-on-board --tables " in said


def test_a_damaged_file_is_named_and_the_others_are_listed(capsys, copy):
    copy.path_of(TableKey(3, 4)).write_bytes(b"no table")
    assert main(["tables", "--tables", str(copy.path), "--json"]) == 1
    output, messages = capsys.readouterr()
    assert len(json.loads(output)["tables"]) == 2
    assert messages.startswith(f"merels: {copy.path_of(TableKey(3, 4))}: header: ")
    assert len(messages.splitlines()) == 1


def test_an_unreadable_file_is_named(capsys, monkeypatch):
    """Root may read everything, so the system's refusal is simulated."""
    refused = solved_folder() / "3-4.mtb"
    open_file = TableFile.open

    def refuse(path, *table):
        if path == refused:
            raise PermissionError(13, "Permission denied", str(path))
        return open_file(path, *table)

    monkeypatch.setattr(TableFile, "open", refuse)
    assert main(["tables", "--tables", str(solved_folder()), "--json"]) == 1
    output, messages = capsys.readouterr()
    assert len(json.loads(output)["tables"]) == 2
    assert f"Permission denied: {str(refused)!r}" in messages


def test_a_table_under_another_name_counts_as_damaged(capsys, copy):
    shutil.copy(copy.path_of(TableKey(3, 4)), copy.path_of(TableKey(3, 3)))
    assert main(["tables", "--tables", str(copy.path)]) == 1
    assert "3-3.mtb: header: the file holds table 3-4" in capsys.readouterr().err


def test_a_chart(capsys, tmp_path):
    picture = tmp_path / "shares.svg"
    arguments = ["tables", "--tables", str(solved_folder()), "--plot", str(picture)]
    assert main(arguments) == 0
    assert "\n3-3  " in capsys.readouterr().out
    first = picture.read_bytes()
    assert first.startswith(b"<?xml")
    assert main([*arguments, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["tables"]) == 3
    assert picture.read_bytes() == first


def test_a_chart_of_the_intact_tables(capsys, copy, tmp_path):
    copy.path_of(TableKey(3, 4)).write_bytes(b"no table")
    picture = tmp_path / "shares.png"
    assert main(["tables", "--tables", str(copy.path), "--plot", str(picture)]) == 1
    assert picture.exists()


def test_no_tables_no_chart(capsys, tmp_path):
    picture = tmp_path / "shares.svg"
    assert main(["tables", "--tables", str(tmp_path), "--plot", str(picture)]) == 1
    assert "there are no tables to chart" in capsys.readouterr().err
    assert not picture.exists()


@pytest.mark.parametrize("name", ["shares", "shares.gif", "shares.svg.txt"])
def test_an_unknown_extension_is_refused(capsys, tmp_path, name):
    picture = tmp_path / name
    assert main(["tables", "--tables", str(solved_folder()), "--plot", str(picture)]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert f"{str(picture)!r}: the name of a plot ends in .svg, .png, .pdf" in messages
    assert not picture.exists()


def test_a_missing_folder(capsys, tmp_path):
    picture = tmp_path / "nowhere" / "shares.svg"
    assert main(["tables", "--tables", str(solved_folder()), "--plot", str(picture)]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_without_matplotlib(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    picture = tmp_path / "shares.svg"
    assert main(["tables", "--tables", str(solved_folder()), "--plot", str(picture)]) == 2
    assert "pip install 'merels[plot]'" in capsys.readouterr().err
    assert main(["tables", "--tables", str(solved_folder())]) == 0


# Shrinking.


def names(folder):
    return sorted(path.name for path in folder.path.glob("*.mtb"))


def test_exact_tables_are_converted(copy, capsys):
    expected = {key: copy.load_slots(key) for key in copy.keys(Kind.DISTANCE)}
    before = sum(path.stat().st_size for path in copy.path.glob("*.mtb"))
    assert main(["tables", "--convert", "wdl", "--tables", str(copy.path)]) == 0
    output, messages = capsys.readouterr()
    assert messages.startswith("3 tables converted, from ")
    assert "\nnine, without distances:\n3-3  " in output
    assert names(copy) == ["3-3.wdl.mtb", "3-4.wdl.mtb", "4-3.wdl.mtb"]
    assert sum(path.stat().st_size for path in copy.path.glob("*.mtb")) < before / 2
    for key, slots in expected.items():
        with copy.open(key, Kind.WDL) as file:
            assert (file.read_all() == (slots != 0) * (2 - slots % 2)).all()


def test_converting_twice_changes_nothing(copy, capsys):
    for message in ("3 tables converted, from ", "0 tables converted, from 0 bytes to 0 bytes."):
        assert main(["tables", "--convert", "wdl", "--tables", str(copy.path)]) == 0
        assert capsys.readouterr().err.startswith(message)
    assert len(names(copy)) == 3


def test_exact_tables_may_be_kept(copy, capsys):
    assert main(["tables", "--convert", "wdl", "--keep", "--tables", str(copy.path)]) == 0
    assert " ".join(capsys.readouterr().err.split()).endswith("; the exact tables are still there.")
    assert len(names(copy)) == 6
    # Started with --keep, finished without: the small files are not written again.
    assert main(["tables", "--convert", "wdl", "--tables", str(copy.path)]) == 0
    assert len(names(copy)) == 3


def test_a_damaged_table_is_not_converted(copy, capsys):
    path = copy.path_of(TableKey(3, 4))
    data = bytearray(path.read_bytes())
    data[-1] ^= 255
    path.write_bytes(data)
    assert main(["tables", "--convert", "wdl", "--tables", str(copy.path)]) != 0
    assert "3-4.mtb" in capsys.readouterr().err
    assert path.read_bytes() == data


def test_keep_needs_convert(copy, capsys):
    assert main(["tables", "--keep", "--tables", str(copy.path)]) == 2
    assert "--keep only works with --convert wdl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("which", "message"),
    [
        (["--variant", "six"], "--convert converts the tables of all variants in the folder"),
        (["--no-flying"], "--convert converts the tables of all variants in the folder"),
        (["--variant", "nonsense"], "'nonsense' is not a variant"),
    ],
)
def test_tables_of_one_variant_are_not_converted(copy, capsys, which, message):
    before = {path: path.read_bytes() for path in copy.path.rglob("*.mtb")}
    assert main(["tables", *which, "--convert", "wdl", "--tables", str(copy.path)]) == 2
    assert message in capsys.readouterr().err
    assert {path: path.read_bytes() for path in copy.path.rglob("*.mtb")} == before


def test_tables_that_are_left_out_are_listed(copy, capsys):
    assert main(["tables", "--tables", str(copy.path), "--convert", "small"]) == 0
    output, messages = capsys.readouterr()
    assert re.search(r"^4-3 +760,398 .* ahead +$", output, re.MULTILINE)
    assert messages.startswith("3 tables converted, from ")
    tables = tables_json(capsys, copy.path)
    assert [table["stored"] for table in tables] == [True, True, False]
    assert tables[2]["positions"] == 760_398


@pytest.mark.parametrize("form", ["small", "full", "packed"])
def test_keep_is_for_tables_without_distances(copy, capsys, form):
    assert main(["tables", "--tables", str(copy.path), "--convert", form, "--keep"]) == 2
    assert "--keep only works with --convert wdl" in capsys.readouterr().err
