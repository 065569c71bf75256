"""The goal that somebody wants solved, in its file."""

import pytest

from merels.values.folder import TableFolder
from merels.web.jobs.wish import Wish, WishFile


def test_a_wish_is_remembered_until_it_is_forgotten(tmp_path):
    file = WishFile(TableFolder(tmp_path / "not" / "there"))
    assert file.read() is None
    file.write(Wish("endgames"))
    file.write(Wish("all", "paused"))
    assert file.read() == Wish("all", "paused")
    file.forget()
    file.forget()
    assert file.read() is None
    assert list((tmp_path / "not" / "there").iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "{}", "\xff", '{"goal": ["all"]}'),
        *('{"goal": "small"}', '{"goal": "all", "more": 1}', '{"goal": "all", "state": "tired"}'),
    ],
)
def test_a_damaged_file_counts_as_none(tmp_path, text):
    (tmp_path / "solving.json").write_bytes(text.encode("latin-1"))
    assert WishFile(TableFolder(tmp_path)).read() is None


def test_a_folder_that_is_not_writable_is_an_error(tmp_path):
    (tmp_path / "file").write_text("a file, not a folder")
    with pytest.raises(OSError, match="file"):
        WishFile(TableFolder(tmp_path / "file")).write(Wish("all"))
