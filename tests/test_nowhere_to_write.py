"""A read-only package and no home, as in a container or for a service user."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from package_copy import clean_environment, copy_package

from merels import Game, _compiler, _files, _system
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.values import folder as table_folder

STRANGER = "54321"
"""A user unknown to the system."""


def as_stranger(command):
    """Return a command as a user who may read everything and write nothing.

    Root becomes that user, who is subject to permissions. Other users already are.
    """
    if os.geteuid() != 0:
        return command
    rights = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    user = ("--reuid", STRANGER, "--regid", STRANGER, "--clear-groups")
    return ["setpriv", *user, *rights, *command]


def make_read_only(folder):
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & 0o555)


class Container:
    """A read-only package and a read-only current folder; only temporary files can be written."""

    def __init__(self, folder):
        self.place = copy_package(folder).parent / "here"
        self.place.mkdir()
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.temporary.chmod(0o1777)
        make_read_only(folder / "merels")
        self.place.chmod(0o555)
        # Unoptimised code takes less time to compile.
        self.settings = {"PYTHONPATH": str(folder), "TMPDIR": str(self.temporary), "NUMBA_OPT": "0"}

    def start(self, *arguments, **settings):
        command = as_stranger([sys.executable, "-m", "merels", *arguments])
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        environment = clean_environment(**self.settings | settings)
        return subprocess.Popen(command, cwd=self.place, env=environment, **pipes)

    def run(self, *arguments, **settings):
        """Run a command to its end; return its status, output and messages line by line."""
        process = self.start(*arguments, **settings)
        output, messages = process.communicate(timeout=300)
        assert list(self.place.iterdir()) == []
        assert list(self.temporary.iterdir()) == []
        return process.returncode, output, messages.splitlines()


@pytest.fixture(scope="module")
def container(tmp_path_factory):
    folder = tmp_path_factory.mktemp("container")
    yield Container(folder)
    for path in (folder, *folder.rglob("*")):  # so that it can be deleted
        path.chmod(path.stat().st_mode | 0o200)


@pytest.fixture
def homes(container):
    """Values of HOME: none, a missing folder, one that is not writable."""
    unwritable = container.place
    return {"none": {}, "missing": {"HOME": "/nonexistent"}, "read-only": {"HOME": str(unwritable)}}


NO_PLACE = "compiled code is saved only while this process runs; set NUMBA_CACHE_DIR to a writable"


def test_solving_names_the_unwritable_folder_in_one_line(container, homes):
    status, output, (warning, message) = container.run("solve", "--men", "6", **homes["missing"])
    assert (status, output) == (2, "")
    assert warning.startswith(NO_PLACE)
    assert re.fullmatch(
        r"merels: cannot write tables into '/.*/tables': .*; "
        r"choose another folder with --tables or MERELS_TABLES",
        message,
    )


@pytest.mark.parametrize(
    ("home", "command"), [("missing", ("perft", "2")), ("read-only", ("probe",))]
)
def test_commands_compile_for_themselves(container, homes, home, command):
    status, output, messages = container.run(*command, "--json", **homes[home])
    assert status == 0
    assert json.loads(output)["fen"].startswith("********/")
    (warning,) = messages
    assert warning.startswith(NO_PLACE)


def test_without_a_home_no_folder_named_like_one_appears(container, homes):
    status, output, _ = container.run("tables", "--json", **homes["none"])
    assert status == 0
    assert json.loads(output)["tables"] == []


def test_compiled_code_is_used_from_a_read_only_folder(container, homes, tmp_path):
    Engine(hash_mb=1).search(Game(), Limits(depth=1))
    # A copy, since other tests compile meanwhile.
    folder = _compiler._code.folder
    drafts = shutil.ignore_patterns(f"*{_files.DRAFT_SUFFIX}")
    code = shutil.copytree(folder, tmp_path / folder.name, ignore=drafts)
    make_read_only(code)
    before = sorted(code.iterdir())
    status, _, messages = container.run(
        *("analyse", "--depth", "1", "--json"),
        **homes["missing"],
        NUMBA_CACHE_DIR=str(code.parent),
        NUMBA_OPT="3",
    )
    assert (status, messages) == (0, [])
    assert sorted(code.iterdir()) == before


def test_the_server_runs(container, homes):
    process = container.start("serve", "--port", "0", "--places", "2", **homes["missing"])
    try:
        url = re.fullmatch(r"Merels is running at (http://\S+) .*\n", process.stdout.readline())[1]
        with httpx.Client(base_url=f"{url}/api/v1", timeout=300) as client:
            assert client.get("/health").json()["tables"] == 0
            probed = client.get("/probe", params={"fen": Game().fen()}).json()
            assert probed["source"] == "book"
            moved = client.post("/move", json={"moves": [], "level": "easy"}).json()
            assert moved["move"] in [str(move) for move in Game().legal_moves]
        assert len(list(container.temporary.iterdir())) == 1  # its processes share one folder
    finally:
        process.send_signal(signal.SIGTERM)
        output, messages = process.communicate(timeout=300)
    assert process.returncode == 0
    assert "Traceback" not in output + messages
    assert list(container.temporary.iterdir()) == []


# Folders


def test_a_missing_home_is_not_created(tmp_path, monkeypatch):
    for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "MERELS_TABLES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "missing"))
    assert _system.user_cache_folder() is None
    assert table_folder.default_folder() == Path("/var/lib/merels/tables")
    (tmp_path / "missing").mkdir()
    assert tmp_path / "missing" in _system.user_cache_folder().parents
    assert tmp_path / "missing" in table_folder.default_folder().parents


@pytest.mark.parametrize("answer", ["~/.cache/merels", RuntimeError("no home")])
def test_an_unknown_home_gives_no_folder(monkeypatch, answer):
    """Versions of platformdirs differ in what they do then."""

    def find(*_, **__):
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("platformdirs.user_cache_dir", find)
    assert _system.user_cache_folder() is None
