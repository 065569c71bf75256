"""A user's folders, if there is a home folder."""

import pytest

from merels._folders import user_cache_folder, user_data_folder

FIND = {"XDG_CACHE_HOME": user_cache_folder, "XDG_DATA_HOME": user_data_folder}


@pytest.mark.parametrize("variable", FIND)
def test_a_folder_set_by_the_user_is_used(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, str(tmp_path / "kept"))
    assert FIND[variable]() == tmp_path / "kept" / "merels"


@pytest.mark.parametrize("variable", FIND)
def test_otherwise_it_is_in_the_home(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(variable, raising=False)
    assert FIND[variable]().is_relative_to(tmp_path)


@pytest.mark.parametrize("variable", FIND)
def test_a_missing_home_is_not_created(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path / "nonexistent"))
    monkeypatch.delenv(variable, raising=False)
    assert FIND[variable]() is None
