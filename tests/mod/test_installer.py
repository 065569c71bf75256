"""Our entry in other people's manifests."""

import json
import os
import re
import stat
from pathlib import Path

import pytest

from merels.errors import MerelsError, NotationError
from merels.mod import installer
from merels.mod.installer import (
    ENTRY,
    find_manifests,
    format_entry,
    install,
    is_host,
    merge_entry,
    read_script,
)
from merels.mod.literal import parse_list

SNAKE = "{ id: 'snake', name: 'スネーク', entry: 'games/snake.js', category: 'アクション' }"


def games(text):
    return [element.value for element in parse_list(text, text.index("[")).elements]


def test_the_entry_has_keys_for_hosts_that_localise():
    seed = {
        "id": "nine_mens_morris",
        "name": "ナイン・メンズ・モリス",
        "entry": "games/nine_mens_morris.js",
        "version": "0.1.0",
        "description": "配置+1 / ミル+15 / 勝利ボーナス",
        "category": "ボード",
    }
    assert (
        seed
        | {
            "nameKey": "minigame.nine_mens_morris.name",
            "descriptionKey": "minigame.nine_mens_morris.description",
            "categoryIds": ["board"],
        }
        == ENTRY
    )
    assert json.loads(format_entry()) == ENTRY


def test_the_script_registers_as_the_entry_says():
    script = read_script().decode()
    for text in (ENTRY["id"], ENTRY["name"], ENTRY["description"], ENTRY["category"], "board"):
        assert text in script
    assert re.search(rf"version:[`'\"]{re.escape(ENTRY['version'])}[`'\"]", script)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("W = [\n  A,\n  A\n];\n", "W = [\n  A,\n  A,\n  E\n];\n"),
        ("W = [\n  A,\n];\n", "W = [\n  A,\n  E,\n];\n"),
        ("W = [\n\tA // last\n]", "W = [\n\tA, // last\n\tE\n]"),
        ("W = [\n  A, // last\n  // end\n];", "W = [\n  A, // last\n  // end\n  E,\n];"),
        ("W=[A]", "W=[A, E]"),
        ("W = [A, ];", "W = [A, E,];"),
        ("W = [];", "W = [\n  E\n];"),
        ("W = [\n];", "W = [\n  E\n];"),
        ("W = [\r\n  A\r\n];\r\n", "W = [\r\n  A,\r\n  E\r\n];\r\n"),
        ("\ufeff// games\nW = [\n  A\n]\nmore()", "\ufeff// games\nW = [\n  A,\n  E\n]\nmore()"),
        ("// MINIEXP_MANIFEST = old\nW = [A]", "// MINIEXP_MANIFEST = old\nW = [A, E]"),
        (
            "'use strict';\n(function () { W = [A]; })()",
            "'use strict';\n(function () { W = [A, E]; })()",
        ),
    ],
)
def test_the_entry_is_added_and_everything_else_stays(before, after):
    def spell(text):
        words = {"W": "window.MINIEXP_MANIFEST", "A": SNAKE, "E": format_entry()}
        return re.sub(r"\b[WAE]\b", lambda match: words[match[0]], text)

    merged = merge_entry(spell(before))
    assert merged == spell(after)
    assert merge_entry(merged) == merged


def test_an_older_entry_is_replaced():
    old = (
        "window.MINIEXP_MANIFEST = [ { id: 'nine_mens_morris', version: '0.0.1' }, " + SNAKE + " ]"
    )
    merged = merge_entry(old)
    assert games(merged)[0] == ENTRY
    assert SNAKE in merged


def test_the_same_entry_spelt_differently_stays():
    fields = ", ".join(f"{name}: {json.dumps(value)}" for name, value in ENTRY.items())
    text = f"MINIEXP_MANIFEST = [{{ {fields} }}]"
    assert merge_entry(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("var games = []", "sets MINIEXP_MANIFEST 0 times"),
        ("if (window.MINIEXP_MANIFEST == null) f()", "sets MINIEXP_MANIFEST 0 times"),
        ("MINIEXP_MANIFEST = []; MINIEXP_MANIFEST = []", "sets MINIEXP_MANIFEST 2 times"),
        ("MINIEXP_MANIFEST = games", "does not set MINIEXP_MANIFEST to a list"),
        ("MINIEXP_MANIFEST = [load()]", "line 1 is not plain data"),
        ("MINIEXP_MANIFEST = [1]", "something that is not a game"),
        ("MINIEXP_MANIFEST = [{}].concat(more)", "more than a plain list"),
        ("MINIEXP_MANIFEST = [{}]\n  .concat(more)", "more than a plain list"),
        ("MINIEXP_MANIFEST = [{id: 'nine_mens_morris'}, {id: 'nine_mens_morris'}]", "2 entries"),
        ("MINIEXP_MANIFEST = [{id: 'a'}", "is not plain data"),
    ],
)
def test_manifests_that_are_not_plain_data_are_refused(text, problem):
    with pytest.raises(NotationError, match=re.escape(problem)):
        merge_entry(text)


def test_manifests_are_found_where_hosts_keep_them(tmp_path):
    assert find_manifests(tmp_path) == []
    assert not is_host(tmp_path)
    (tmp_path / "main.js").write_text("load(window.MINIEXP_MANIFEST || [])")
    assert is_host(tmp_path)
    assert find_manifests(tmp_path) == []
    games_folder = tmp_path / "games"
    games_folder.mkdir()
    for path in (games_folder / "list.js", tmp_path / "manifest.js"):
        path.write_text("window.MINIEXP_MANIFEST = []")
    assert find_manifests(tmp_path) == [tmp_path / "manifest.js"]
    (tmp_path / "manifest.js").unlink()
    assert find_manifests(tmp_path) == [games_folder / "list.js"]


# Writing into a host's folder: completely or not at all, and without losing anything.

MANIFEST = (
    "// games\nwindow.MINIEXP_MANIFEST = [\n  { id: 'snake', entry: 'games/snake.js' },\n];\n"
)


@pytest.fixture
def host(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "manifest.json.js").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "index.html").write_text("<script src='games/manifest.json.js'></script>")
    return tmp_path


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_script_and_entry_are_written_and_the_old_manifest_is_kept(host):
    done = install(host)
    manifest = host / "games" / "manifest.json.js"
    assert (host / "games" / "nine_mens_morris.js").read_bytes() == read_script()
    assert manifest.read_text(encoding="utf-8") == merge_entry(MANIFEST)
    assert (host / "games" / "manifest.json.js.bak").read_text() == MANIFEST
    assert done.manifest == manifest
    assert done.written == [done.script, manifest]
    assert [path.name for path in done.backups] == ["manifest.json.js.bak"]


def test_a_second_run_changes_nothing(host):
    install(host)
    before = contents(host)
    done = install(host)
    assert (done.written, done.backups) == ([], [])
    assert contents(host) == before


def test_older_backups_stay(host):
    script = host / "games" / "nine_mens_morris.js"
    for text in ("one", "two"):
        script.write_text(text)
        install(host)
    assert (host / "games" / "nine_mens_morris.js.bak").read_text() == "one"
    assert (host / "games" / "nine_mens_morris.js.bak2").read_text() == "two"


@pytest.mark.parametrize(
    "text", [b"window.MINIEXP_MANIFEST = load()", b"MINIEXP_MANIFEST = [] // \xff"]
)
def test_a_manifest_that_is_not_understood_is_left_alone(host, text):
    manifest = host / "games" / "manifest.json.js"
    manifest.write_bytes(text)
    done = install(host)
    assert manifest.read_bytes() == text
    assert done.manifest is None
    assert "manifest.json.js" in done.problem
    assert done.backups == []
    assert done.script.exists()


def test_several_manifests_are_left_alone(host):
    (host / "manifest.js").write_text(MANIFEST)
    done = install(host)
    assert done.manifest is None
    assert "several" in done.problem
    assert (host / "manifest.js").read_text() == MANIFEST


def test_a_folder_that_is_not_a_host_is_refused_and_stays_empty(tmp_path):
    with pytest.raises(MerelsError, match=r"is not a host.*--force"):
        install(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_force_writes_only_the_script(tmp_path):
    done = install(tmp_path, force=True)
    assert list(contents(tmp_path)) == [tmp_path / "games" / "nine_mens_morris.js"]
    assert (done.manifest, done.problem) == (None, "there is none")


@pytest.mark.parametrize("name", ["missing", "file"])
def test_there_must_be_a_folder(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(MerelsError, match=f"{name}' is not a folder"):
        install(tmp_path / name, force=True)


def test_a_file_called_games_is_reported(tmp_path):
    (tmp_path / "games").write_text("")
    with pytest.raises(MerelsError, match=r"cannot use '.*games'"):
        install(tmp_path, force=True)


def test_a_failed_write_changes_nothing(host, monkeypatch):
    before = contents(host)

    def fail(self, target):
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(MerelsError, match="No space left on device"):
        install(host)
    assert contents(host) == before


def test_the_manifest_keeps_its_permissions_and_its_link(host):
    manifest = host / "games" / "manifest.json.js"
    real = host / "real.txt"
    manifest.rename(real)
    manifest.symlink_to(real)
    real.chmod(0o640)
    install(host)
    assert manifest.is_symlink()
    assert real.read_text(encoding="utf-8") == merge_entry(MANIFEST)
    if os.name == "posix":
        assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_the_script_ships_with_the_package():
    script = read_script()
    assert script.startswith(b"(function(){")
    assert len(script) < 60_000
    assert installer.SCRIPT == "nine_mens_morris.js"
