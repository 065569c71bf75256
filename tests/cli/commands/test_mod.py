"""merels mod: the text, the JSON contract, and what it refuses."""

import json

import pytest

from merels.cli import main
from merels.mod.installer import ENTRY, format_entry


@pytest.fixture
def host(tmp_path):
    (tmp_path / "games").mkdir()
    manifest = tmp_path / "games" / "manifest.json.js"
    manifest.write_text("window.MINIEXP_MANIFEST = [];\n", encoding="utf-8")
    return tmp_path


def test_it_reports_what_it_wrote(host, capsys):
    assert main(["mod", str(host)]) == 0
    games = host / "games"
    assert capsys.readouterr().out.splitlines() == [
        f"{games / 'nine_mens_morris.js'}: written",
        f"{games / 'manifest.json.js'}: written",
        f"{games / 'manifest.json.js.bak'}: backup of the old file",
    ]
    assert format_entry() in (games / "manifest.json.js").read_text(encoding="utf-8")
    assert main(["mod", str(host)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{games / 'nine_mens_morris.js'}: already up to date",
        f"{games / 'manifest.json.js'}: already up to date",
    ]


def test_without_a_manifest_it_prints_the_entry(tmp_path, capsys):
    assert main(["mod", str(tmp_path), "--force"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[-2:] == [
        "The manifest was not changed: there is none. Add this entry yourself:",
        format_entry(),
    ]


def test_json_is_one_document(host, capsys):
    assert main(["mod", str(host), "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    games = host / "games"
    assert json.loads(output) == {
        "script": str(games / "nine_mens_morris.js"),
        "manifest": str(games / "manifest.json.js"),
        "problem": None,
        "written": [str(games / "nine_mens_morris.js"), str(games / "manifest.json.js")],
        "backups": [str(games / "manifest.json.js.bak")],
        "entry": ENTRY,
    }


def test_a_folder_that_is_not_a_host_is_refused(tmp_path, capsys):
    assert main(["mod", str(tmp_path)]) == 2
    assert f"{str(tmp_path)!r} is not a host" in capsys.readouterr().err
    assert main(["mod", str(tmp_path / "missing"), "--force"]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_a_folder_must_be_named(capsys):
    with pytest.raises(SystemExit) as exit_info:
        main(["mod"])
    assert exit_info.value.code == 2
