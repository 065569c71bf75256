"""Tables of up to eight men, made as users do: solved, verified, compared with known figures."""

import json
from pathlib import Path

import pytest

from merels.cli import main

FIGURES = Path(__file__).parents[2] / "data" / "tables.txt"
COLUMNS = ("positions", "wins", "draws", "losses", "longest_win", "longest_loss")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("eight men")
    assert main(["solve", "--men", "8", "--tables", str(path)]) == 0
    return str(path)


def expected_figures():
    for line in FIGURES.read_text().splitlines():
        if not line.startswith("#"):
            name, *numbers = line.split()
            yield name, tuple(None if number == "-" else int(number) for number in numbers)


def test_every_value_follows_from_its_successors(folder, capsys):
    assert main(["verify", "--tables", folder, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert {table["table"] for table in report["tables"]} == dict(expected_figures()).keys()


def test_the_figures_are_the_known_ones(folder, capsys):
    assert main(["tables", "--tables", folder, "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    figures = {
        f"{table['own']}-{table['enemy']}": tuple(table[column] for column in COLUMNS)
        for table in tables
    }
    assert figures == dict(expected_figures())


def test_tables_without_distances_are_smaller(folder, tmp_path, capsys):
    assert main(["solve", "--men", "8", "--wdl", "--tables", str(tmp_path)]) == 0
    sizes = {}
    assert main(["verify", "--tables", str(tmp_path)]) == 0
    capsys.readouterr()
    for path in (folder, str(tmp_path)):
        assert main(["tables", "--tables", path, "--json"]) == 0
        tables = json.loads(capsys.readouterr().out)["tables"]
        sizes[path] = sum(table["bytes"] for table in tables)
        positions = sum(table["positions"] for table in tables)
    assert sizes[folder] * 8 <= 3 * positions
    assert sizes[str(tmp_path)] * 8 <= 0.7 * positions
    assert sizes[str(tmp_path)] < sizes[folder]
