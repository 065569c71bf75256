"""The command line itself: help, version, errors, exit statuses, broken pipes."""

import io
import os
import re
import subprocess
import sys

import pytest

import merels
from merels.cli import main
from merels.cli.commands import COMMANDS
from merels.errors import MissingTableError

FEN = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"


def run_and_exit(capsys, *arguments):
    """Run a command that ends in the argument parser; return status, output and messages."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return caught.value.code, *capsys.readouterr()


def run_process(*arguments, **options):
    """Run the command in a separate process, with output buffered as usual."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [sys.executable, "-m", "merels", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
        env=environment,
        **options,
    )


def test_version(capsys):
    assert run_and_exit(capsys, "--version") == (0, f"merels {merels.__version__}\n", "")


def test_help_names_every_command(capsys):
    status, output, messages = run_and_exit(capsys, "--help")
    assert (status, messages) == (0, "")
    for name, command in COMMANDS.items():
        assert re.search(rf"^    {name}\s", output, re.MULTILINE)
        assert command.__doc__


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys, command):
    status, output, messages = run_and_exit(capsys, command, "--help")
    assert (status, messages) == (0, "")
    assert output.startswith(f"usage: merels {command} ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "invalid choice: 'fly'"),
        (["--fast"], "unrecognized arguments: --fast"),
        (["--versoin"], "unrecognized arguments: --versoin; did you mean '--version'?"),
        (["perft", "--fast", "1"], "unrecognized arguments: --fast"),
        (["analyze"], "; did you mean 'analyse'?"),
        (["analyse", "--varient", "nin"], "arguments: --varient; did you mean '--variant'?"),
        (["probe", "--varient=six"], "arguments: --varient=six; did you mean '--variant'?"),
        (["play", "--white", "hrad"], "; did you mean 'hard'?"),
        (["export", "--kind", "unifrom"], "; did you mean 'uniform'?"),
    ],
)
def test_bad_usage_is_status_2_and_says_why(capsys, arguments, message):
    status, output, messages = run_and_exit(capsys, *arguments)
    assert (status, output) == (2, "")
    assert message in messages


def test_the_usage_for_an_unknown_option_is_that_of_its_command(capsys):
    _, _, messages = run_and_exit(capsys, "analyse", "--varient", "nin")
    assert messages.startswith("usage: merels analyse ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyse", "--variant", "nin"], "merels: 'nin' is not a variant; did you mean 'nine'? "),
        (["help", "notatoin"], "merels: there is no guide 'notatoin'; did you mean 'notation'? "),
        (["help", "analyze"], "merels: there is no guide 'analyze'; did you mean 'analyse'"),
        (["help", "fen"], "merels: there is no guide 'fen'; 'notation' and "),
        (["help", "llm"], "merels: there is no guide 'llm'; 'regret' mentions it; 'merels help'"),
        (["regret", "hrad"], "merels: 'hrad' is not a player; did you mean 'hard'"),
    ],
)
def test_misspelt_names_get_a_hint(capsys, arguments, message):
    assert main(arguments) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith(message)


def test_merels_alone_shows_what_it_can_do(capsys):
    assert main([]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    named = re.findall(r"^  merels (\w+)", output, re.MULTILINE)
    assert len(named) > 5
    assert set(named) < set(COMMANDS)
    assert len(output.splitlines()) < 24
    assert all(len(line) <= 80 for line in output.splitlines())


def test_bad_input_is_status_2_with_the_reason_on_standard_error(capsys):
    assert main(["perft", "1", "nonsense"]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith("merels: 'nonsense' is not a FEN: ")
    assert messages.count("\n") == 1


def test_bytes_that_are_not_text_are_quoted():
    result = run_process("perft", "1", os.fsdecode(b"\xff\xfe"), stdout=subprocess.PIPE)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith(r"merels: '\udcff\udcfe' is not a FEN: ")


def raising(error):
    def run(_arguments):
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (MissingTableError("no table 4,3"), 1, "merels: no table 4,3\n"),
        (FileNotFoundError(2, "No such file", "a"), 2, "merels: No such file: 'a'\n"),
        (merels.NotationError("bad"), 2, "merels: bad\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_errors_and_statuses(capsys, monkeypatch, error, status, message):
    monkeypatch.setattr(COMMANDS["perft"], "run", raising(error))
    assert main(["perft", "1"]) == status
    assert capsys.readouterr() == ("", message)


def test_other_errors_are_bugs_and_are_not_hidden(monkeypatch):
    monkeypatch.setattr(COMMANDS["perft"], "run", raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["perft", "1"])


@pytest.mark.parametrize("arguments", [["--help"], ["perft", "--help"], ["perft", "2", "--split"]])
def test_a_reader_that_has_gone_is_not_an_error(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = run_process(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, "")


class FullDisk(io.StringIO):
    """A standard output that cannot be written to, based on a real file."""

    def __init__(self, file):
        super().__init__()
        self.file = file

    def flush(self):
        raise OSError(28, "No space left on device")

    def fileno(self):
        return self.file.fileno()


def test_a_full_disk_is_reported(capsys, monkeypatch, tmp_path):
    with (tmp_path / "output").open("w") as file:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", FullDisk(file))
            assert main(["perft", "1"]) == 2
        file.write("what the interpreter flushes at exit goes nowhere")
    assert capsys.readouterr().err == "merels: [Errno 28] No space left on device\n"
    assert (tmp_path / "output").read_text() == ""


def test_it_runs_with_standard_output_closed(capsys, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        assert main(["perft", "1"]) == 0
    assert capsys.readouterr() == ("", "")


def test_what_the_output_cannot_encode_is_escaped():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "merels", "regret", "random", "--positions", "9"]
    result = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert rb"\xb1" in result.stdout
