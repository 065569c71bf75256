"""The folder of a site: its lock, files that are whole, and what an earlier run left."""

import os

import pytest

from merels import MerelsError
from merels.errors import FolderInUseError
from merels.site.folder import SiteFolder


def test_a_lock_names_the_process_that_has_it(tmp_path):
    message = rf"another run \(process {os.getpid()}\) is writing"
    with SiteFolder(tmp_path).lock(), pytest.raises(FolderInUseError, match=message):
        SiteFolder(tmp_path).lock().__enter__()
    with SiteFolder(tmp_path).lock():
        pass


def test_a_file_in_place_of_the_folder_is_an_error(tmp_path):
    (tmp_path / "site").touch()
    with pytest.raises(MerelsError, match="cannot write into"):
        SiteFolder(tmp_path / "site").lock().__enter__()


def test_drafts_of_a_killed_run_go_and_files_of_others_stay(tmp_path):
    draft = tmp_path / "tables" / "nine" / "3-3.mst.0123456789abcdef.part"
    other = tmp_path / "film.mkv.part"
    draft.parent.mkdir(parents=True)
    for path in (draft, other):
        path.touch()
    with SiteFolder(tmp_path).lock():
        assert (draft.exists(), other.exists()) == (False, True)


def test_a_file_is_written_if_its_content_changed(tmp_path):
    site = SiteFolder(tmp_path)
    assert site.write("a/b.txt", b"one")
    assert not site.write("a/b.txt", b"one")
    assert site.write("a/b.txt", b"two")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"two"


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "a").touch()
    with pytest.raises(MerelsError, match=r"cannot write '.*b\.txt'"):
        SiteFolder(tmp_path).write("a/b.txt", b"one")


def test_a_folder_goes_with_its_last_file(tmp_path):
    site = SiteFolder(tmp_path)
    for name in ("a/b.txt", "a/c.txt"):
        site.write(name, b"one")
    site.remove("a/b.txt")
    assert (tmp_path / "a").is_dir()
    site.remove("a/c.txt")
    site.remove("a/c.txt")
    assert not (tmp_path / "a").exists()


def test_notes_for_the_next_run(tmp_path):
    site = SiteFolder(tmp_path)
    assert site.read_record() == {}
    site.write_record({"pages": ["a"]})
    assert site.read_record() == {"pages": ["a"]}
    for text in ("", "[]", "{"):
        (tmp_path / ".merels" / "record.json").write_text(text)
        assert site.read_record() == {}
