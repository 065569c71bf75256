"""merels verify: what it prints, its exit status, its JSON."""

import io
import json
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from random_games import WALKING
from solved import solved_folder

from merels.cli import main
from merels.cli.commands import verify
from merels.reports.results import gather_results
from merels.solver.verify.files import tables_to_check
from merels.values.folder import TableFolder, read_digests
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

SIZES = {"3-3": 169_626, "3-4": 760_398, "4-3": 760_398}
RIGHT = {name: [name, "distance", size, True, []] for name, size in SIZES.items()}
FIELDS = ("table", "kind", "positions", "ok", "errors")


@pytest.fixture
def tables(tmp_path):
    """A folder of tables that a test may change."""
    return TableFolder(shutil.copytree(solved_folder(), tmp_path / "tables"))


def run(capsys, folder, *arguments):
    status = main(["verify", "--tables", str(folder), *arguments])
    return status, *capsys.readouterr()


def run_json(capsys, folder, *arguments):
    status, output, _ = run(capsys, folder, "--json", *arguments)
    report = json.loads(output)
    assert report.keys() == {"tables", "ok"}
    assert (status == 0) is report["ok"]
    assert report["ok"] is all(table["ok"] for table in report["tables"])
    return {table["table"]: [table[field] for field in FIELDS] for table in report["tables"]}


def spoil(folder, name):
    """Give one won position a longer win and update the counts; return its slot and plies."""
    key = TableKey.parse(name)
    slots = folder.load_slots(key).copy()
    slot = int(np.flatnonzero((slots > 0) & (slots % 2 == 0))[-1])
    plies = int(slots[slot]) - 1
    slots[slot] += 2
    folder.save(key, slots)
    return slot, plies


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of the solved tables, as a file."""
    path = tmp_path_factory.mktemp("results") / "results.json"
    path.write_text(json.dumps(gather_results(solved_folder())[0]))
    return path


def test_correct_tables(capsys, results):
    status, output, messages = run(
        capsys, solved_folder(), "--threads", "2", "--results", str(results)
    )
    assert status == 0
    *lines, summary = output.splitlines()
    assert [line.split() for line in lines] == [
        [name, "distance", f"{size:,}", "positions", "ok,", "SHA-256", "matches"]
        for name, size in SIZES.items()
    ]
    assert re.fullmatch(
        r"3 tables, 1,690,422 positions in [\d.]+ s, [\d.]+ million per second: "
        r"every value is correct",
        summary,
    )
    assert messages.splitlines()[0] == "3-3 (distance): 169,626 values checked"


def test_json(capsys):
    assert run_json(capsys, solved_folder()) == RIGHT


def test_tables_without_flying_and_without_distances(capsys):
    names = {f"{name}.noflying" for name in SIZES}
    assert run_json(capsys, solved_folder(WALKING)).keys() == names
    checked = run_json(capsys, solved_folder(kind=Kind.WDL))
    assert {table[1] for table in checked.values()} == {"wdl"}


# Digests


def digests_json(capsys, folder, results, status=0):
    """Return each table's kind, digest, published digest and errors."""
    arguments = ["verify", "--tables", str(folder), "--results", str(results), "--json"]
    assert main(arguments) == status
    return {
        table["table"]: (table["kind"], table["sha256"], table["published_sha256"], table["errors"])
        for table in json.loads(capsys.readouterr().out)["tables"]
    }


def test_digests_match_the_results(capsys, results):
    published = read_digests(results)
    for name, found in digests_json(capsys, solved_folder(), results).items():
        assert found == ("distance", published[name], published[name], [])


def test_a_table_with_other_values_differs_from_the_results(capsys, results, tmp_path):
    document = json.loads(results.read_text())
    rows = {row["name"]: row for row in document["tables"]}
    right = rows["4-3"]["sha256"]
    rows["4-3"]["sha256"] = wrong = "ab" * 32
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document))
    found = digests_json(capsys, solved_folder(), changed, status=1)
    path = solved_folder() / "4-3.mtb"
    message = (
        f"{path}: the SHA-256 of the values is {right}; "
        f"the published SHA-256 of table 4-3 is {wrong}"
    )
    assert found["4-3"] == ("distance", right, wrong, [{"message": message}])
    assert found["3-4"][3] == []
    status, output, _ = run(capsys, solved_folder(), "--results", str(changed))
    assert status == 1
    assert "positions  wrong, SHA-256 differs\n    " + message in output
    assert output.count("ok, SHA-256 matches") == 2


def test_tables_missing_from_the_results_are_reported(capsys, results):
    found = digests_json(capsys, solved_folder(WALKING), results)
    for kind, digest, published, errors in found.values():
        assert (kind, len(digest), published, errors) == ("distance", 64, None, [])
    status, output, _ = run(capsys, solved_folder(WALKING), "--results", str(results))
    assert status == 0
    assert output.count("ok, SHA-256 not published") == 3


def test_tables_without_distances_have_no_digest(capsys, results):
    folder = solved_folder(kind=Kind.WDL)
    for found in digests_json(capsys, folder, results).values():
        assert found == ("wdl", None, None, [])
    status, output, _ = run(capsys, folder, "--results", str(results))
    assert status == 0
    assert output.count("ok, no SHA-256 (no distances)") == 3


def test_the_published_results_are_the_default(capsys, monkeypatch):
    shipped = {"tables": [{"name": "3-3", "sha256": "ab" * 32}]}
    monkeypatch.setattr("merels.values.shipped.load_all", lambda: (shipped,))
    status, output, _ = run(capsys, solved_folder(), "--table", "3,3")
    assert status == 1
    assert f"the published SHA-256 of table 3-3 is {'ab' * 32}" in output


def test_a_file_without_results(capsys, tmp_path):
    path = tmp_path / "results.json"
    path.write_text("{}")
    status, output, messages = run(capsys, solved_folder(), "--results", str(path))
    assert (status, output) == (2, "")
    assert f"{str(path)!r} is not a results file" in messages


def test_one_table_or_two(capsys):
    folder = solved_folder()
    assert run_json(capsys, folder, "--table", "4,3") == {"4-3": RIGHT["4-3"]}
    two = run_json(capsys, folder, "--table", "4,3", "--table", "3-3")
    assert two == {name: RIGHT[name] for name in ("3-3", "4-3")}
    walking = run_json(capsys, solved_folder(WALKING), "--table", "3,3", "--no-flying")
    assert walking.keys() == {"3-3.noflying"}


def test_an_intact_table_beside_a_damaged_one_is_not_wrong(capsys, tables):
    path = tables.path_of(TableKey(3, 3))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    status, output, _ = run(capsys, tables.path)
    assert status == 1
    assert re.search("^3-4 .* positions  not checked, SHA-256 matches$", output, re.MULTILINE)
    assert output.endswith("1 of 3 tables are wrong, and 1 could not be checked\n")


def test_a_wrong_value(capsys, tables):
    slot, plies = spoil(tables, "3,4")
    key = TableKey(3, 4)
    fen = key.position(*key.index.masks_of(slot)).fen()
    message = f"slot {slot}: {fen}: stored win in {plies + 2}, by its moves win in {plies}"
    status, output, _ = run(capsys, tables.path)
    assert status == 1
    assert f"    {message}\n" in output
    assert output.splitlines()[-1].endswith("are wrong")
    found = run_json(capsys, tables.path)
    assert found["3-3"] == RIGHT["3-3"]
    assert found["3-4"][3] is False
    assert {
        "message": message,
        "slot": slot,
        "fen": fen,
        "stored": {"result": "win", "plies": plies + 2},
        "expected": {"result": "win", "plies": plies},
    } in found["3-4"][4]


def test_a_damaged_file(capsys, tables):
    path = tables.path_of(TableKey(3, 3))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    found = run_json(capsys, tables.path)
    assert found["3-3"][3:] == [
        False,
        [{"message": f"{path}: block 2: the bytes do not match their checksum"}],
    ]
    assert found["3-4"][3] is False
    assert "table 3-3, which moves lead to, is damaged" in found["3-4"][4][0]["message"]
    assert found["4-3"] == RIGHT["4-3"]


def test_a_table_that_others_need_is_missing(capsys, tables):
    tables.path_of(TableKey(3, 3)).unlink()
    status, output, _ = run(capsys, tables.path)
    assert status == 1
    assert "cannot be checked: table 3-3 is not in" in output
    assert "merels solve --table 3,3 --tables" in output


def test_a_file_with_another_name(capsys, tables):
    shutil.copy(tables.path_of(TableKey(3, 3)), tables.path / "x.mtb")
    found = run_json(capsys, tables.path)
    assert found.pop("x.mtb")[:4] == ["x.mtb", None, 0, False]
    assert found == RIGHT
    assert run(capsys, tables.path)[0] == 1


def test_a_missing_table(capsys):
    status, output, messages = run(capsys, solved_folder(), "--table", "5,5")
    assert (status, output) == (1, "")
    assert "table 5-5 is not in" in messages
    assert "merels solve --table 5,5" in messages


@pytest.mark.parametrize("name", ["empty", "absent"])
def test_nothing_to_check_is_not_a_success(capsys, tmp_path, name):
    (tmp_path / "empty").mkdir()
    status, output, messages = run(capsys, tmp_path / name)
    assert (status, output) == (1, "")
    assert "there are no tables in" in messages
    assert "merels solve --men 8" in messages


@pytest.mark.parametrize("table", ["3,2", "10,3", "x", ""])
def test_text_that_is_not_a_table(capsys, table):
    status, output, messages = run(capsys, solved_folder(), "--table", table)
    assert (status, output) == (2, "")
    assert f"{table!r} is not a table" in messages


def test_the_folder_from_the_environment(capsys, monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(solved_folder()))
    assert main(["verify", "--table", "3,3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]


def test_a_bar_in_a_terminal(monkeypatch):
    class FakeTerminal(io.StringIO):
        def isatty(self):
            return True

    terminal = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    checked = verify.check_folder(TableFolder(solved_folder()), None)
    assert not any(table.problems for table in checked)
    assert "4-3" in terminal.getvalue()
    assert "100%" in terminal.getvalue()
    assert "values checked" not in terminal.getvalue()


def test_pairs_are_checked_one_after_the_other():
    checked = tables_to_check(TableFolder(solved_folder()))
    assert [key.name for key, _ in checked] == ["3-3", "3-4", "4-3"]


def test_a_missing_package_is_named():
    code = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "zstandard" else found(name, *rest)
from merels.cli import main
sys.stderr = sys.stdout
print(main(["verify", "--tables", "."]))
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    message, status = result.stdout.splitlines()
    assert "zstandard" in message
    assert "pip install 'merels[solve]'" in message
    assert status == "2"
