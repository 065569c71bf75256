"""``merels match``: its JSON contract, its table and its refusals."""

import json

import pytest

from merels.cli import main


def test_json_is_the_contract_and_nothing_else(capsys):
    assert main(["match", "Normal", "RANDOM", "--games", "4", "--json"]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert list(report) == [
        *("games", "a", "b", "wins", "draws", "losses", "score", "elo", "elo_error"),
        *("timeouts", "illegal_moves", "crashes", "seconds"),
    ]
    assert report["timeouts"] == report["illegal_moves"] == report["crashes"] == {"a": 0, "b": 0}
    assert (report["games"], report["a"], report["b"]) == (4, "normal", "random")
    assert report["wins"] + report["draws"] + report["losses"] == 4
    assert report["wins"] >= 3
    assert err == ""


def test_counts_are_from_the_side_of_a(capsys):
    reports = []
    for players in (["normal", "random"], ["random", "normal"]):
        main(["match", *players, "--games", "6", "--json"])
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["wins"] > reports[0]["losses"]
    assert reports[1]["wins"] < reports[1]["losses"]


def test_table_shows_both_sides(capsys):
    assert main(["match", "normal", "random", "--games", "3", "--max-plies", "8"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["wins", "draws", "losses", "score"]
    assert lines[1] == ["normal", "0", "3", "0", "50.0", "%"]
    assert lines[2] == ["random", "0", "3", "0", "50.0", "%"]


def test_seed_and_jobs(capsys):
    documents = []
    for extra in (["--seed", "3"], ["--seed", "3", "--jobs", "2"]):
        main(["match", "random", "random", "--games", "12", "--json", *extra])
        documents.append(json.loads(capsys.readouterr().out) | {"seconds": 0})
    assert documents[0] == documents[1]


def test_progress_is_for_terminals(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(["match", "random", "random", "--games", "2", "--max-plies", "6", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["draws"] == 2
    assert "2 of 2 games: +0 =2 -0" in err


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["hard", "genius"], "'genius'"),
        (["", "hard"], "''"),
        (["hard", "easy", "--openings", "random:x"], "'random:x'"),
    ],
)
def test_bad_input_is_status_2(arguments, quoted, capsys):
    assert main(["match", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert quoted in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["hard"],
        ["hard", "easy", "--games", "0"],
        ["hard", "easy", "--games", "many"],
        ["hard", "easy", "--max-plies", "0"],
        ["hard", "easy", "--jobs", "0"],
        ["hard", "easy", "--seed", "-1"],
    ],
)
def test_bad_usage_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["match", *arguments])
    assert caught.value.code == 2
    assert "match" in capsys.readouterr().err
