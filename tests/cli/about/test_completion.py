"""Completion, as bash would do it; the scripts of other shells are compared with the parser."""

import re
import subprocess

import pytest

from merels.cli import main
from merels.cli.about.completion import WRITERS, list_commands
from merels.cli.main import build_parser

COMMANDS = list_commands(build_parser())


def complete(*words):
    """Return what bash offers for the last of some words."""
    script = (
        'eval "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _merels; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script, "bash", "merels", *words],
        env={"SCRIPT": WRITERS["bash"](COMMANDS), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


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
        (["completion", ""], ["bash", "zsh", "fish", "-h", "--help"]),
        (["solve", "--memory", ""], []),
    ],
)
def test_bash(words, offered):
    assert complete(*words) == offered


def test_bash_offers_folders(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables.txt").touch()
    assert complete("solve", "--tables", f"{tmp_path}/ta") == [f"{tmp_path}/tables"]
    assert complete("mod", f"{tmp_path}/ta") == [f"{tmp_path}/tables"]


def test_bash_offers_files_where_no_value_fits():
    assert complete("regret", "games.p") == []  # then bash itself completes names of files
    assert "complete -o default" in WRITERS["bash"](COMMANDS)


def rules_of(shell, command, start):
    """Return what a script says about the values of an argument."""
    script = WRITERS[shell](COMMANDS)
    [line] = [each for each in script.splitlines() if command in each and start in each]
    return line[line.index(start) :]


def test_values_with_files_and_without():
    assert "{compadd -- easy normal" in rules_of("zsh", "regret) _arguments", "*:argument:")
    assert "; _files}" in rules_of("zsh", "regret) _arguments", "*:argument:")
    assert ":kind:(games uniform phase)" in rules_of("zsh", "export) _arguments", "--kind[")
    assert " -F -a 'easy normal" in rules_of("fish", "seen_subcommand_from regret", " -F -a")
    assert rules_of("fish", "seen_subcommand_from export", " -l kind").startswith(
        " -l kind -r -f -a 'games uniform phase'"
    )


@pytest.mark.parametrize("shell", WRITERS)
def test_every_option_of_every_command_is_there(capsys, shell):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert script.startswith("#")
    for command in COMMANDS:
        lines = [line for line in script.splitlines() if re.search(rf"\b{command.name}\b", line)]
        assert lines
        for flag in (flag for option in command.options for flag in option.flags):
            name = flag.lstrip("-") if shell == "fish" else flag
            assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", script), (command.name, flag)


def test_another_shell(capsys):
    with pytest.raises(SystemExit):
        main(["completion", "csh"])
    assert "invalid choice: 'csh'" in capsys.readouterr().err
