"""Arguments that several commands share."""

import pytest
from solved import solved_folder

from merels.cli import main


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A machine of a known size."""
    monkeypatch.setattr("merels.cli.options.count_processors", lambda: 2)
    monkeypatch.setattr("merels.cli.options.free_megabytes", lambda: 64)


TOO_MANY_THREADS = (
    "merels: --threads 999999999999999999 is more than this machine's 2 processors; using 2"
)


def test_analysing_uses_no_more_than_the_machine_has(capsys):
    sizes = ["--threads", "999999999999999999", "--hash", "999999999999999999"]
    assert main(["analyse", "--depth", "2", "--json", *sizes]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "merels: --hash 999999999999999999 is more than this machine's 64 megabytes of free "
        "memory; using 64",
        TOO_MANY_THREADS,
    ]


def test_verifying_uses_no_more_threads_than_processors(capsys):
    threads = ["--threads", "999999999999999999"]
    assert main(["verify", "--tables", str(solved_folder()), "--sample", "1", *threads]) == 0
    assert capsys.readouterr().err.splitlines()[0] == TOO_MANY_THREADS


def test_solving_uses_no_more_threads_than_processors(tmp_path, capsys):
    threads = ["--threads", "999999999999999999"]
    assert main(["solve", "--table", "3,3", "--tables", str(tmp_path), "--json", *threads]) == 0
    assert capsys.readouterr().err.splitlines() == [TOO_MANY_THREADS]
