"""Completion, as bash would do it; the scripts of other shells are compared with the parser."""

import re
import subprocess
import sys

import pytest

from merels.cli import main
from merels.cli.commands.completion import SHELLS
from merels.cli.main import build_parser


@pytest.fixture
def script_for(capsys):
    def write(shell):
        assert main(["completion", shell]) == 0
        return capsys.readouterr().out

    return write


@pytest.fixture
def complete(script_for):
    """What bash offers for the last of some words."""
    run = (
        'eval "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_merels; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )

    def complete(*words):
        done = subprocess.run(
            ["bash", "-c", run, "bash", "merels", *words],
            env={"SCRIPT": script_for("bash"), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["do"], ["doctor"]),
        (["--v"], ["--version"]),
        (["probe", "--ch"], ["--chances"]),
        (["probe", "--chances", ""], ["beginner", "club", "master"]),
        (["play", "--variant", "t"], ["three", "ten", "twelve"]),
        (["match", "har"], ["hard"]),
        (["regret", "ra"], ["random"]),
        (["help", "notat"], ["notation"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["completion", "-"], ["-h", "--help"]),
        (["solve", "--memory", ""], []),
    ],
)
def test_bash(complete, words, offered):
    assert complete(*words) == offered


def test_bash_offers_folders(complete, tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables.txt").touch()
    assert complete("solve", "--tables", f"{tmp_path}/ta") == [f"{tmp_path}/tables"]
    assert complete("mod", f"{tmp_path}/ta") == [f"{tmp_path}/tables"]


@pytest.mark.parametrize(
    "words",
    [["regret"], ["match", "hard"], ["play", "--variant"], ["match", "--openings"], ["analyse"]],
)
def test_bash_offers_files_where_no_value_fits(complete, tmp_path, words):
    (tmp_path / "games.pgn").touch()
    assert complete(*words, f"{tmp_path}/ga") == [f"{tmp_path}/games.pgn"]


def test_values_with_files_and_without(script_for):
    zsh, fish = script_for("zsh"), script_for("fish")
    assert ":{compadd -- easy normal" in zsh
    assert "; _files}" in zsh
    assert ":kind:(games uniform phase)" in zsh
    assert re.search(r"using play' -l variant .*three five .* \(__fish_complete_path", fish)
    assert re.search(r"using export' -l kind -xka \"games uniform phase\"", fish)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_option_of_every_command_is_there(script_for, shell):
    script = script_for(shell)
    assert script.startswith("#")
    for name, command in build_parser().parse_args([]).commands.items():
        assert re.search(rf"\b{name}\b", script)
        for flag in re.findall(r"--[a-z-]+", command.format_usage()):
            text = f"-l {flag[2:]}" if shell == "fish" else flag
            assert re.search(rf"{re.escape(text)}(?![\w-])", script), (name, flag)


def test_another_shell(capsys):
    with pytest.raises(SystemExit):
        main(["completion", "csh"])
    assert "invalid choice: 'csh'" in capsys.readouterr().err


def test_without_the_library(capsys, monkeypatch):
    monkeypatch.setattr("merels.cli.shared.output.find_spec", lambda name: name != "shtab" or None)
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "this needs shtab; add it with: pip install 'merels[shell]'" in capsys.readouterr().err
