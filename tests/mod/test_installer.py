"""Writing into a host's folder: completely or not at all, and without losing anything."""

import os
import stat
from pathlib import Path

import pytest

from merels.errors import MerelsError
from merels.mod import installer
from merels.mod.installer import install, read_script
from merels.mod.manifest import merge_entry

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
