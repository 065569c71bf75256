"""Files that are written completely or not at all."""

import os

import pytest

from merels._files import DRAFT_SUFFIX, check_writable, hold_lock, whole_file


def test_a_file_appears_once_it_is_complete(tmp_path):
    path = tmp_path / "file"
    with whole_file(path) as file:
        file.write(b"first ")
        assert not path.exists()
        file.write(b"second")
    assert path.read_bytes() == b"first second"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_a_failure_leaves_the_older_file_and_nothing_else(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"older")

    def fail():
        with whole_file(path) as file:
            file.write(b"newer")
            assert any(found.name.endswith(DRAFT_SUFFIX) for found in tmp_path.iterdir())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_bytes() == b"older"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_links_and_permissions_stay(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"older")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole_file(link) as file:
        file.write(b"newer")
    assert link.is_symlink()
    assert path.read_bytes() == b"newer"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_can_be_written_is_found_out_without_a_trace(tmp_path):
    older = tmp_path / "older"
    older.write_bytes(b"older")
    check_writable(older)
    check_writable(tmp_path / "new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"older": b"older"}
    for target, error in ((tmp_path, IsADirectoryError), (tmp_path / "a" / "b", FileNotFoundError)):
        with pytest.raises(error) as caught:
            check_writable(target)
        assert caught.value.filename == str(target)


def test_a_lock_is_held_by_one_process_whose_number_it_names(tmp_path):
    path = tmp_path / "lock"
    with hold_lock(path):
        assert path.read_text() == str(os.getpid())
        with pytest.raises(BlockingIOError) as caught:
            hold_lock(path).__enter__()
    assert caught.value.strerror == str(os.getpid())
    with hold_lock(path):
        pass
