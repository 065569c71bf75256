"""`merels results`: a page, its pictures and the data."""

import hashlib
import json
import xml.etree.ElementTree as ET

import pytest
from solved import solved_folder

from merels.cli import main
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey


def run(*arguments):
    return main(["results", "--tables", str(solved_folder()), *map(str, arguments)])


def test_the_page_is_printed(capsys):
    assert run() == 0
    page = capsys.readouterr().out
    assert page.startswith("# Results\n")
    assert "| 3-3 | 169,626 | 140,621 | 269 | 28,736 | 25 | 26 |" in page


def test_page_pictures_and_data_are_written(tmp_path, capsys):
    output, data = tmp_path / "new" / "docs", tmp_path / "results.json"
    assert run("--output", output, "--data", data) == 0
    assert capsys.readouterr().out == ""
    page = (output / "results.md").read_text()
    for name in ("longest", "moving"):
        assert f"](images/results-{name}.svg)" in page
        ET.parse(output / "images" / f"results-{name}.svg")
    assert not (output / "images" / "results-placing.svg").exists()
    assert json.loads(data.read_text())["phases"]["moving"]["tables"] == 3


def test_data_includes_the_digest_of_every_table(tmp_path, capsys):
    data = tmp_path / "results.json"
    assert run("--data", data, "--threads", "2") == 0
    messages = capsys.readouterr().err.splitlines()
    assert len(messages) == 3
    assert messages[-1] == "3-3: 169,626 positions read, 100.0% of all"
    with TableFolder(solved_folder()).open(TableKey(3, 3)) as file:
        expected = hashlib.sha256(b"".join(file.read_block(n).tobytes() for n in range(3)))
    rows = {row["name"]: row for row in json.loads(data.read_text())["tables"]}
    assert rows["3-3"]["sha256"] == expected.hexdigest()


def test_a_page_needs_no_digests(capsys):
    assert run() == 0
    assert capsys.readouterr().err == ""


def test_json(capsys):
    assert run("--json") == 0
    assert json.loads(capsys.readouterr().out)["longest_game"]["plies"] == 33


def test_without_tables_there_are_no_results(tmp_path, capsys):
    assert main(["results", "--tables", str(tmp_path)]) == 1
    assert "there are no tables in" in capsys.readouterr().err


def test_a_file_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    assert run("--output", tmp_path / "file" / "below") == 2
    assert "file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["file/below", "nowhere/data.json", "."])
def test_data_that_cannot_be_written_is_refused_before_anything_is_read(tmp_path, capsys, name):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SystemExit, match="2"):
        run("--data", tmp_path / name)
    assert "argument --data: " in capsys.readouterr().err
