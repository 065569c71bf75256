"""Runs of `merels solve` that are killed, interrupted, locked out or short of space."""

import json
import random
import resource
import signal
import subprocess
import sys
import time

import pytest
from busy import let_work
from solved import small_folder

from merels.cli import main
from merels.values.folder import LOCK_NAME, TableFolder

MEN = "8"

# Loads everything once and then forks a process for each run, which starts a hundred times as fast.
# A child is not waited for before it has been killed, so its process id cannot have been reused.
NURSERY = """
import json, os, signal, sys, tempfile, time
from merels.cli import main

with tempfile.TemporaryDirectory() as folder:
    main(["solve", "--wdl", "--men", "7", "--tables", folder])
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    pid = os.fork()
    if pid == 0:
        os._exit(main(request["arguments"]))
    if request["kill_after"] is not None:
        time.sleep(request["kill_after"])
        os.kill(pid, signal.SIGKILL)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class Nursery:
    """Runs the command, one process after the other."""

    def __init__(self, process):
        self._process = process
        assert process.stdout.readline() == "ready\n"

    def run(self, *arguments, kill_after=None):
        """Return the exit status, negative if a signal ended the run."""
        request = {"arguments": arguments, "kill_after": kill_after}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@pytest.fixture(scope="module")
def nursery():
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        yield Nursery(process)
        process.stdin.close()


def files_of(path):
    """Return the contents of all files except the lock."""
    files = (file for file in path.iterdir() if file.is_file() and file.name != LOCK_NAME)
    return {file.name: file.read_bytes() for file in files}


def parts_of(path):
    return list(path.rglob("*.part"))


# Killed


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize("options", [[], ["--wdl"]], ids=["exact", "wdl"])
def test_runs_killed_at_random_moments_end_with_the_same_files(nursery, tmp_path, options, kills):
    def run(folder, **extra):
        command = ["solve", "--men", MEN, *options, "--tables", str(tmp_path / folder)]
        return nursery.run(*command, **extra)

    begin = time.perf_counter()
    assert run("undisturbed") == 0
    whole_run = time.perf_counter() - begin
    expected = files_of(tmp_path / "undisturbed")

    chance = random.Random(2026)
    killed = folders = 0
    while killed < kills:
        status = run(f"killed-{folders}", kill_after=chance.uniform(0, 0.8 * whole_run))
        if status == -signal.SIGKILL:
            killed += 1
        else:  # it has finished, so the next run starts from scratch
            assert status == 0
            assert files_of(tmp_path / f"killed-{folders}") == expected
            folders += 1
    assert run(f"killed-{folders}") == 0
    assert files_of(tmp_path / f"killed-{folders}") == expected
    assert not list(tmp_path.glob("*/work"))


class Run:
    """The command as a process, with its messages."""

    def __init__(self, *arguments, **options):
        command = [sys.executable, "-m", "merels", "solve", *map(str, arguments)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def read_until(self, text):
        for line in self.process.stderr:
            if text in line:
                return line
        raise AssertionError(f"the run has ended without {text!r}")

    def finish(self):
        """Return the exit status and the rest of the messages."""
        _, messages = self.process.communicate(timeout=300)
        return self.process.returncode, messages


def test_the_command_resumes_where_it_was_killed(tmp_path):
    with Run("--men", "9", "--tables", tmp_path) as run:
        run.read_until("4-3 and 3-4  solved")
        run.process.send_signal(signal.SIGKILL)
        assert run.finish()[0] == -signal.SIGKILL
    assert files_of(tmp_path).items() >= files_of(small_folder()).items()
    before = (tmp_path / "3-4.mtb").stat()
    assert main(["solve", "--men", "8", "--tables", str(tmp_path)]) == 0
    assert (tmp_path / "3-4.mtb").stat() == before
    assert {"4-4.mtb", "5-3.mtb", "3-5.mtb"} <= files_of(tmp_path).keys()
    assert parts_of(tmp_path) == []
    assert not (tmp_path / "work").exists()


@pytest.mark.parametrize(
    ("pair", "options"),
    [("3-3", []), ("5-4 and 4-5", []), ("3-3", ["--cluster", "local:2"])],
)
def test_ctrl_c_stops_a_run_promptly(tmp_path, pair, options):
    """After 5-4 and 4-5 come pairs whose kernels run for a second and more."""
    arguments = ("--men", "11", "--threads", "1", "--tables", tmp_path, *options)
    with Run(*arguments, start_new_session=True) as run:
        run.read_until(f"{pair:<12} solved")
        let_work(run.process.pid, 0.3)
        run.process.send_signal(signal.SIGINT)
        status, messages = run.finish()
    assert status == 130, "it has not gone on to the end"
    assert "Traceback" not in messages
    assert messages.endswith("\n")  # so that the shell's prompt is on its own line
    assert main(["solve", "--men", "7", "--tables", str(tmp_path)]) == 0
    assert files_of(tmp_path).items() >= files_of(small_folder()).items()
    assert parts_of(tmp_path) == []


def test_ctrl_c_before_the_run_begins(tmp_path):
    with Run("--men", "6", "--tables", tmp_path) as run:
        let_work(run.process.pid, 0.2)
        run.process.send_signal(signal.SIGINT)
        status, messages = run.finish()
    assert status in {130, -signal.SIGINT}  # if Python itself was still starting
    assert status == -signal.SIGINT or "Traceback" not in messages


# Locked out


def test_a_second_run_in_the_folder_is_refused(tmp_path, capsys):
    with Run("--men", "9", "--tables", tmp_path) as run:
        run.read_until("10 tables")
        assert main(["solve", "--men", "6", "--tables", str(tmp_path)]) == 2
        assert capsys.readouterr().err == (
            f"merels: another run (process {run.process.pid}) is solving in '{tmp_path}'; wait for "
            "it, or choose another folder with --tables\n"
        )
        run.process.kill()
        run.finish()
    assert main(["solve", "--men", "6", "--tables", str(tmp_path)]) == 0


def test_the_lock_is_free_after_a_run_and_after_an_error(tmp_path):
    folder = TableFolder(tmp_path)
    with folder.lock():
        assert main(["solve", "--men", "6", "--tables", str(tmp_path)]) == 2
    assert main(["solve", "--men", "6", "--memory", "1M", "--tables", str(tmp_path)]) == 2
    with folder.lock():
        pass
    assert main(["solve", "--men", "6", "--tables", str(tmp_path)]) == 0


# Short of room


def run_with_room_for(size, *arguments):
    """Run the command with a limit on the size of files, as on a full disk."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    with Run(*arguments, preexec_fn=limit) as run:
        return run.finish()


@pytest.mark.parametrize("options", [[], ["--wdl"]], ids=["exact", "wdl"])
def test_a_full_disk_is_reported_and_the_run_resumes_once_there_is_space(tmp_path, options):
    command = ("--men", "7", *options, "--tables")
    assert main(["solve", *command, str(tmp_path / "undisturbed")]) == 0
    expected = files_of(tmp_path / "undisturbed")

    folder = tmp_path / "full"
    largest = len(files_of(small_folder())["3-4.mtb"])
    status, messages = run_with_room_for(largest - 1, *command, folder)
    assert status == 2
    path = folder / "3-4.mtb" if not options else folder / "work" / "3-4.mtb"
    assert messages.splitlines()[-1] == f"merels: cannot write '{path}': File too large"
    assert "Traceback" not in messages
    assert parts_of(folder) == []
    whole = {file.name: file.read_bytes() for file in folder.glob("*.mtb")}
    assert whole
    assert whole.items() < expected.items()

    assert main(["solve", *command, str(folder)]) == 0
    assert files_of(folder) == expected


def test_no_space_for_anything(tmp_path):
    status, messages = run_with_room_for(0, "--men", "6", "--tables", tmp_path)
    assert status == 2
    assert messages == (
        f"merels: cannot write tables into '{tmp_path}': File too large; "
        "choose another folder with --tables or MERELS_TABLES\n"
    )
    assert files_of(tmp_path) == {}
