"""`merels solve`: arguments, folders, output."""

import os
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from solved import small_folder, solved_folder

import merels.cli.shared.solving  # noqa: F401 - loaded here, before privileges are given up
from merels.cli import main
from merels.solver.workspace import memory_need
from merels.values.folder import LOCK_NAME, TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, all_moving_tables

SMALLEST_NEED = memory_need(Pair.of(TableKey(3, 3)))


def solve(path, *arguments):
    return main(["solve", "--tables", str(path), *arguments])


def names_in(path):
    """Return the names of all files and folders except the lock."""
    return {entry.name for entry in path.iterdir()} - {LOCK_NAME}


def tables_in(path):
    return {file.name: file.read_bytes() for file in path.glob("*.mtb")}


# Which tables are solved


def test_all_tables_up_to_a_number_of_men(tmp_path):
    assert solve(tmp_path, "--men", "7") == 0
    assert names_in(tmp_path) == {"3-3.mtb", "4-3.mtb", "3-4.mtb"}
    assert tables_in(tmp_path) == tables_in(small_folder())


def test_one_table_and_its_dependencies(tmp_path):
    assert solve(tmp_path, "--table", "4,3") == 0
    assert tables_in(tmp_path) == tables_in(small_folder())


def test_several_tables(tmp_path):
    assert solve(tmp_path, "--table", "3,3", "--table", "3-4") == 0
    assert tables_in(tmp_path) == tables_in(small_folder())


def test_every_table_is_stored_on_request(tmp_path):
    assert solve(tmp_path, "--full", "--men", "7") == 0
    assert tables_in(tmp_path) == tables_in(solved_folder())


def test_a_small_set_can_be_completed_without_solving_it_again(tmp_path, capsys):
    assert solve(tmp_path, "--men", "7") == 0
    capsys.readouterr()
    assert solve(tmp_path, "--full", "--men", "7") == 0
    assert "Nothing to do" in capsys.readouterr().err
    assert tables_in(tmp_path) == tables_in(solved_folder())
    assert solve(tmp_path, "--men", "7") == 0
    assert tables_in(tmp_path) == tables_in(solved_folder())


def test_larger_tables_are_built_on_those_that_are_left_out(tmp_path, capsys):
    assert solve(tmp_path / "steps", "--men", "7") == 0
    capsys.readouterr()
    assert solve(tmp_path / "steps", "--table", "5,3") == 0
    assert capsys.readouterr().err.startswith("2 tables, 5,160,780 positions, ")
    assert solve(tmp_path / "once", "--table", "5,3") == 0
    assert tables_in(tmp_path / "steps") == tables_in(tmp_path / "once")
    assert names_in(tmp_path / "steps") == names_in(tmp_path / "once")


def test_another_variant_has_its_own_files(tmp_path):
    assert solve(tmp_path, "--men", "6", "--no-flying") == 0
    assert solve(tmp_path, "--men", "6") == 0
    assert names_in(tmp_path) == {"3-3.mtb", "3-3.noflying.mtb"}
    tables = tables_in(tmp_path)
    assert tables["3-3.mtb"] != tables["3-3.noflying.mtb"]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_the_number_of_threads_makes_no_difference(tmp_path, threads):
    assert solve(tmp_path, "--full", "--men", "7", "--threads", threads) == 0
    assert tables_in(tmp_path) == tables_in(solved_folder())


def test_existing_tables_are_not_solved_again(tmp_path, capsys):
    assert solve(tmp_path, "--men", "6") == 0

    def written():  # not when it was read
        status = (tmp_path / "3-3.mtb").stat()
        return status.st_ino, status.st_mtime_ns, status.st_ctime_ns

    before = written()
    assert solve(tmp_path, "--men", "6") == 0
    assert written() == before
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"Nothing to do: all of these tables are already in '{tmp_path}'."


def test_the_environment_may_name_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path / "deep" / "down"))
    assert main(["solve", "--men", "6"]) == 0
    assert names_in(tmp_path / "deep" / "down") == {"3-3.mtb"}


def test_unfinished_files_of_a_killed_run_are_removed(tmp_path):
    (tmp_path / "3-3.mtb.0123456789abcdef.part").write_bytes(b"half a table")
    assert solve(tmp_path, "--men", "6") == 0
    assert names_in(tmp_path) == {"3-3.mtb"}


STRANGERS = {
    "film.mkv.part",
    "film.mkv.0123456789abcdef.part",
    "3-3.mtb.part",
    "3-3.mtb.0123456789abcde.part",
    "3-3.mtb.0123456789ABCDEF.part",
    "2-3.mtb.0123456789abcdef.part",
    "run.part",
    "run.0123456789abcdef.notes.1.part",
}


@pytest.mark.parametrize("options", [[], ["--wdl"]])
def test_other_files_stay(tmp_path, options):
    """Such as a download in progress in the same folder."""
    for folder in (tmp_path, tmp_path / "work"):
        folder.mkdir(exist_ok=True)
        for name in STRANGERS:
            (folder / name).write_text("mine")
    link, below = (tmp_path / f"3-3.mtb.{digit * 16}.part" for digit in "01")
    link.symlink_to(tmp_path / "film.mkv.part")
    below.mkdir()
    assert solve(tmp_path, "--men", "6", *options) == 0
    table = "3-3.wdl.mtb" if options else "3-3.mtb"
    assert names_in(tmp_path) == {*STRANGERS, table, link.name, below.name, "work"}
    assert names_in(tmp_path / "work") == STRANGERS


# Without distances


def test_wdl_leaves_only_wdl_files_equal_to_converted_exact_tables(tmp_path):
    assert solve(tmp_path / "results", "--wdl", "--full", "--men", "7") == 0
    shrunk, exact = TableFolder(tmp_path / "shrunk"), TableFolder(solved_folder())
    for key in all_moving_tables(men=7):
        shrunk.save(key, exact.load_slots(key), Kind.WDL)
    assert tables_in(tmp_path / "results") == tables_in(shrunk.path)
    assert names_in(tmp_path / "results") == {"3-3.wdl.mtb", "4-3.wdl.mtb", "3-4.wdl.mtb"}


def test_wdl_converts_exact_tables_that_are_there(tmp_path, capsys):
    assert solve(tmp_path, "--men", "7") == 0
    exact = tables_in(tmp_path)
    capsys.readouterr()
    assert solve(tmp_path, "--wdl", "--men", "7") == 0
    assert "Nothing to do" in capsys.readouterr().err
    tables = tables_in(tmp_path)
    assert tables.items() > exact.items()
    assert tables.keys() - exact.keys() == {"3-3.wdl.mtb", "4-3.wdl.mtb", "3-4.wdl.mtb"}


def test_wdl_continues_with_larger_tables(tmp_path):
    """The exact tables of the first run are gone by then and are solved again."""
    assert solve(tmp_path / "steps", "--wdl", "--men", "6") == 0
    assert solve(tmp_path / "steps", "--wdl", "--men", "7") == 0
    assert solve(tmp_path / "once", "--wdl", "--men", "7") == 0
    assert tables_in(tmp_path / "steps") == tables_in(tmp_path / "once")
    assert names_in(tmp_path / "steps") == names_in(tmp_path / "once")


# Bad arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--men", "5"], "--men 5: tables have 6 to 18 men in total"),
        (["--men", "19"], "--men 19: tables have 6 to 18 men in total"),
        (["--men", "40"], "--men 40: tables have 6 to 18 men in total"),
        (["--table", "2,3"], "'2,3' is not a table; write own and enemy men as 4,3, each from 3"),
        (["--table", "x"], "'x' is not a table; write own and enemy men as 4,3, each from 3 to 9"),
        (["--table", "10,3"], "'10,3' is not a table; "),
        (["--table", ""], "'' is not a table; "),
        (["--table", "4,3", "--table", "4"], "'4' is not a table; "),
        (["--men", "6", "--memory", "lots"], "'lots' is not a size; write it as 500M or 8G"),
        (["--men", "6", "--memory", "-1"], "'-1' is not a size; "),
        (["--men", "6", "--cluster", "moon"], "'moon' is not the address of a cluster; "),
    ],
)
def test_bad_input_is_refused_before_solving(tmp_path, capsys, arguments, message):
    assert solve(tmp_path, *arguments) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith(f"merels: {message}")
    assert messages.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--men", "6", "--moving"], "not allowed with argument --men"),
        (["--men", "many"], "'many' is not a whole number of at least 1"),
        (["--men", "6", "--threads", "0"], "'0' is not a whole number of at least 1"),
    ],
)
def test_bad_usage(tmp_path, capsys, arguments, message):
    with pytest.raises(SystemExit) as caught:
        solve(tmp_path, *arguments)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert solve(tmp_path, "--men", "6", "--cluster", "local:2") == 2
    assert "pip install 'merels[cluster]'" in capsys.readouterr().err


# Memory


def test_too_little_memory_is_refused(tmp_path, capsys):
    assert solve(tmp_path, "--men", "6", "--memory", "1M") == 2
    last = capsys.readouterr().err.splitlines()[-1]
    need = re.escape(f"{SMALLEST_NEED / (1 << 20):.1f} MiB")
    assert re.fullmatch(
        rf"merels: table 3-3 needs {need} of memory and --memory allows 1\.0 MiB; "
        r"solve fewer tables \(--men\), or set the limit with --memory",
        last,
    )
    assert names_in(tmp_path) == set()


def test_just_enough_memory_is_accepted(tmp_path):
    assert solve(tmp_path, "--men", "6", "--memory", str(SMALLEST_NEED - 1)) == 2
    assert solve(tmp_path, "--men", "6", "--memory", str(SMALLEST_NEED)) == 0


def test_a_machine_with_too_little_memory_is_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("merels.solver.run.available_memory", lambda: 1 << 20)
    assert solve(tmp_path, "--men", "6") == 2
    assert "of memory and this machine has 1.0 MiB" in capsys.readouterr().err
    assert solve(tmp_path, "--men", "6", "--memory", "8G") == 0


# Unusable folders


def cannot_write(path, why):
    hint = "choose another folder with --tables or MERELS_TABLES"
    return f"merels: cannot write tables into '{path}': {why}; {hint}"


def test_a_folder_that_is_a_file(tmp_path, capsys):
    path = tmp_path / "tables"
    path.write_text("mine")
    assert solve(path, "--men", "6") == 2
    assert capsys.readouterr().err == cannot_write(path, "File exists") + "\n"
    assert path.read_text() == "mine"


def test_a_folder_below_a_file(tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    path = tmp_path / "file" / "tables"
    assert solve(path, "--men", "6") == 2
    assert capsys.readouterr().err == cannot_write(path, "Not a directory") + "\n"


@contextmanager
def without_privileges():
    """Give up root's privileges for a while: no permission stops root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_without_write_permission(capsys):
    with tempfile.TemporaryDirectory() as above:
        path = Path(above) / "tables"
        path.mkdir()
        path.chmod(0o555)
        Path(above).chmod(0o755)
        with without_privileges():
            status = solve(path, "--men", "6")
        assert status == 2
        assert list(path.iterdir()) == []
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == cannot_write(path, "Permission denied")
