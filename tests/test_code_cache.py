"""The folder of compiled code: its name, its owner, and its deletion."""

import os
import shutil
import stat
import time
from pathlib import Path

import pytest
from flow import find_imports

import merels
from merels import _code_cache, _compiler
from merels._code_cache import DAY, KEPT_DAYS, KEPT_FOLDERS, PREFIX, CodeCache
from merels._jit import kernel

PACKAGE = Path(merels.__file__).parent


@pytest.fixture
def package(tmp_path):
    """A package with a kernel, what it imports, and a page, older than any process that uses it."""
    folder = tmp_path / "package"
    (folder / "web").mkdir(parents=True)
    (folder / "_jit.py").write_text("")
    (folder / "row.py").write_text("from merels._jit import kernel\nfrom merels import point\n")
    (folder / "point.py").write_text("one")
    (folder / "web" / "page.py").write_text("from merels.row import Row\n")
    return folder


@pytest.fixture(autouse=True)
def parent(tmp_path, monkeypatch):
    """The folder that the user chose."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    return tmp_path / "chosen"


def folder_of(package, facts="facts"):
    return CodeCache(package, facts).folder


# Names


def test_the_folder_is_in_the_one_that_the_user_chose(package, parent):
    assert folder_of(package).parent == parent
    assert folder_of(package) == folder_of(package)
    assert _code_cache.FOLDER_NAME.fullmatch(folder_of(package).name)


def test_each_set_of_sources_and_facts_has_its_own_folder(package):
    folders = {folder_of(package), folder_of(package, "another compiler")}
    (package / "point.py").write_text("two")
    folders.add(folder_of(package))
    (package / "row.py").rename(package / "line.py")
    folders.add(folder_of(package))
    assert len(folders) == 4


def test_what_no_kernel_imports_does_not_matter(package):
    before = folder_of(package)
    (package / "web" / "page.py").write_text("two")
    assert folder_of(package) == before


def test_the_sources_of_all_kernels_are_hashed():
    """The pattern finds what a parser finds."""
    paths = {
        ".".join(["merels", *path.relative_to(PACKAGE).with_suffix("").parts]): path
        for path in PACKAGE.rglob("*.py")
    }
    sources = set(_code_cache.kernel_sources(PACKAGE))
    for name, path in paths.items():
        imported = find_imports(path.read_text(encoding="utf-8"), name)
        if "merels._jit" in imported:
            assert path in sources
        if path in sources:
            missing = {found for found in imported & paths.keys() if paths[found] not in sources}
            assert not missing, name
    assert not any("web" in path.relative_to(PACKAGE).parts for path in sources)


# Files


def test_saved_code_is_loaded_by_every_process(package):
    assert CodeCache(package, "facts").load("kernel") is None
    CodeCache(package, "facts").save("kernel", b"code")
    assert CodeCache(package, "facts").load("kernel") == b"code"


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda _: b"", lambda d: d[:-1] + b"?"])
def test_a_damaged_file_is_not_used(package, damage):
    code = CodeCache(package, "facts")
    code.save("kernel", b"code")
    file = code.folder / "kernel"
    file.write_bytes(damage(file.read_bytes()))
    assert code.load("kernel") is None
    code.save("kernel", b"code")
    assert code.load("kernel") == b"code"


def test_a_folder_deleted_in_the_meantime_is_not_an_error(package):
    code = CodeCache(package, "facts")
    shutil.rmtree(code.folder)
    code.save("kernel", b"code")
    assert code.load("kernel") is None


# Folders that someone else could have written to


def test_a_folder_that_others_may_write_to_is_not_used(package, parent):
    folder_of(package).chmod(0o777)
    assert folder_of(package).parent != parent


def test_a_link_is_not_used(package, parent, tmp_path):
    folder = folder_of(package)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert folder_of(package).parent != parent


def test_a_folder_of_another_user_is_not_used(package, parent, monkeypatch):
    owner = folder_of(package).stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    used = folder_of(package)
    assert (used.parent == parent) == (owner == 0)  # code compiled by root is for everyone


# Without any other place


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files and no other; calling it ends the process."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(_code_cache, "user_cache_folder", lambda: None)
    return place


@pytest.fixture
def at_exit(monkeypatch):
    calls = []
    monkeypatch.setattr("atexit.register", calls.append)
    return calls


def test_a_temporary_folder_is_private_and_shared_with_children(
    package, temporary, at_exit, caplog
):
    folder = folder_of(package)
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    assert folder.parent.parent == temporary
    assert os.environ["NUMBA_CACHE_DIR"] == str(folder.parent)
    assert folder_of(package) == folder  # as in a child process
    (message,) = (record.getMessage() for record in caplog.records)
    assert "set NUMBA_CACHE_DIR to a writable folder" in message
    (remove,) = at_exit
    remove()
    assert list(temporary.iterdir()) == []


def test_names_of_temporary_folders_cannot_be_guessed(package, temporary, at_exit, monkeypatch):
    first = folder_of(package)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert folder_of(package).parent != first.parent


def test_nothing_is_kept_if_nothing_is_writable(package, temporary, caplog):
    temporary.rmdir()
    code = CodeCache(package, "facts")
    assert code.folder is None
    code.save("kernel", b"code")
    assert code.load("kernel") is None
    assert "compiled code cannot be saved" in caplog.text


# Sweeping


def make_old(parent, name, days):
    folder = parent / name
    folder.mkdir(parents=True)
    (folder / "kernel").touch()
    then = time.time() - days * DAY
    os.utime(folder, (then, then))
    return folder


def test_folders_unused_for_long_are_deleted(package, parent):
    old = make_old(parent, PREFIX + "0" * 32, KEPT_DAYS + 1)
    young = make_old(parent, PREFIX + "1" * 32, KEPT_DAYS - 1)
    foreign = [
        make_old(parent, name, 1000)
        for name in ("tree_0123456789abcdef", f"{PREFIX}notes", f"my-{PREFIX}{'0' * 32}")
    ]
    link = parent / (PREFIX + "2" * 32)
    link.symlink_to(foreign[0])
    used = folder_of(package)
    assert not old.exists()
    assert all(path.exists() for path in (used, young, link, *foreign))
    assert all((folder / "kernel").exists() for folder in foreign)


def test_of_many_folders_the_last_used_are_kept(package, parent):
    days = [2 + number for number in range(KEPT_FOLDERS + 3)]
    old = [make_old(parent, f"{PREFIX}{number:032x}", number) for number in days]
    today = [make_old(parent, f"{PREFIX}{number + 100:032x}", 0) for number in days]
    folder_of(package)
    assert all(folder.exists() for folder in today)
    assert not any(folder.exists() for folder in old)


def test_using_a_folder_keeps_it(package, parent):
    folder = folder_of(package)
    os.utime(folder, (0, 0))
    folder_of(package)
    folder_of(package, "another compiler")
    assert folder.exists()


# What is saved


def test_whether_a_kernel_is_saved_is_found_without_the_compiler(package, parent, monkeypatch):
    assert not _code_cache.has_saved("search")
    cache = CodeCache(package, "facts")
    assert not _code_cache.has_saved("search")
    assert parent.is_dir()
    (cache.folder / "search-0123.bin").write_bytes(b"")
    assert _code_cache.has_saved("search")
    assert not _code_cache.has_saved("sea")
    monkeypatch.setattr(_code_cache, "__version__", "99.0")
    assert not _code_cache.has_saved("search"), "that of another version"


# Compiling says so, with progress.


@kernel
def add_one(number):
    return number + 1


@kernel
def add_two(number):
    return add_one(add_one(number))


def test_compiling_is_reported_with_progress(monkeypatch):
    monkeypatch.setattr(_compiler._code, "load", lambda _: None)  # from an earlier run
    said = []
    with _code_cache.watching(said.append):
        assert add_two(40) == 42
        assert add_two(40) == 42
    assert [line.partition(": function ")[0] for line in said] == [
        *["compiling for this computer, only once"] * 2,
        "",
    ]
    first, second = (line.rpartition("function ")[2].split(" of ") for line in said[:2])
    assert int(second[0]) == int(first[0]) + 1 <= int(second[1])
    add_two(1.5)
    assert len(said) == 3, "nobody is listening any more"
