"""merels site: writing and checking a site, and what it refuses."""

import json

import pytest
from sites import THREE, whole_game

from merels.cli import main


def run(*arguments, status=0):
    assert main(["site", *map(str, arguments)]) == status


@pytest.fixture
def three():
    return ("--variant", "three", "--tables", whole_game(THREE))


def test_a_site_is_written_and_then_nothing_is_left_to_do(tmp_path, capsys, three):
    run(tmp_path / "site", *three)
    output, messages = capsys.readouterr()
    assert messages.startswith("7 tables to write, 564 positions, about 121 bytes, into ")
    assert "three/3-3" in messages
    first, last = output.splitlines()
    assert first.startswith("three: 7 tables, 564 positions, ")
    assert last.startswith("7 tables and ")
    run(tmp_path / "site", *three)
    output, messages = capsys.readouterr()
    assert messages == ""
    assert "0 tables and 0 files of pages written" in output


def test_json(tmp_path, capsys, three):
    run(tmp_path / "site", *three, "--both", "--json")
    document = json.loads(capsys.readouterr().out)
    (variant,) = document["variants"]
    assert variant.pop("bytes") > 0
    assert variant == {
        "variant": "three",
        "kinds": ["distance", "wdl"],
        "tables": 14,
        "stored": 14,
        "positions": 2 * 564,
    }
    assert (document["tables_written"], document["folder"]) == (7, str(tmp_path / "site"))


@pytest.mark.parametrize("options", [["--small"], ["--wdl"], ["--split", "1M"]], ids=str)
def test_forms_are_written_and_checked(tmp_path, capsys, three, options):
    run(tmp_path / "site", *three, *options)
    capsys.readouterr()
    run(tmp_path / "site", "--check", "--tables", whole_game(THREE))
    assert "values equal to the tables: no byte is wrong" in capsys.readouterr().out


def test_check_finds_damage(tmp_path, capsys, three):
    run(tmp_path / "site", *three)
    path = next((tmp_path / "site" / "tables" / "three").glob("3-3-*"))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    capsys.readouterr()
    run(tmp_path / "site", "--check", "--tables", tmp_path / "nothing", status=1)
    output = capsys.readouterr().out
    assert "three/3-3 (distance) of three: wrong" in output
    assert output.endswith("1 of 7 tables are wrong\n")
    run(tmp_path / "site", "--check", "--sample", 1, "--json", status=1)
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert [table["name"] for table in tables if not table["ok"]] == ["three/3-3"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--variant", "chess"], 2, "'chess' is not a variant"),
        (["--split", "25X"], 2, "'25X' is not a size"),
        (["--split", "1K"], 2, "--split 1K: a part has at least 1M"),
        (["--sample", "3"], 2, "--sample only works with --check"),
        (["--tables", "nothing"], 1, "make them with: merels solve --all --tables nothing"),
        (["--check"], 1, "there is no site with tables in"),
    ],
)
def test_bad_input_is_quoted(tmp_path, capsys, arguments, status, message):
    run(tmp_path / "site", *arguments, status=status)
    assert message in capsys.readouterr().err


def test_a_page_of_somebody_else_is_not_overwritten(tmp_path, capsys, three):
    page = tmp_path / "index.html"
    page.write_text("mine")
    run(tmp_path, *three, status=2)
    assert "has an index.html that merels has not written" in capsys.readouterr().err
    assert page.read_text() == "mine"
    assert not (tmp_path / "tables").exists()


def test_a_file_is_not_a_folder(tmp_path, capsys):
    (tmp_path / "site").touch()
    run(tmp_path / "site", status=2)
    assert "site' is a file, not a folder" in capsys.readouterr().err


def test_kinds_exclude_each_other(tmp_path, capsys):
    with pytest.raises(SystemExit):
        run(tmp_path, "--wdl", "--both")
    assert "not allowed with" in capsys.readouterr().err
