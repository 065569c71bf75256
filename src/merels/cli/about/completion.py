"""Scripts with which shells complete commands, options and their values.

They are written from the parser, so they name what this version has, and need nothing at run time.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from merels.cli.about.guides import list_topics
from merels.engine.players.levels import LEVELS, PLAYER_NAMES
from merels.rules.variant import ALIASES, VARIANTS

OR_FILES: Final = frozenset({"variant", "player"})
"""Arguments for which a file may stand in place of a known value."""


def known_values() -> dict[str, tuple[str, ...]]:
    """Return values worth offering for arguments that also take others."""
    players, sides = dict.fromkeys(("a", "b", "player"), PLAYER_NAMES), ("human", *LEVELS)
    return players | {
        "variant": (*VARIANTS, *ALIASES),
        "white": sides,
        "black": sides,
        "topic": tuple(list_topics()),
    }


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or a positional argument if it has no flags."""

    flags: tuple[str, ...]
    help: str
    values: tuple[str, ...]
    takes_value: bool
    takes_folder: bool
    takes_file: bool
    """Whether a file may stand there, instead of one of the values if there are any."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """Its options."""
        return tuple(each for each in self.arguments if each.flags)

    @property
    def values(self) -> tuple[str, ...]:
        """What its positional arguments may be."""
        positional = (each.values for each in self.arguments if not each.flags)
        return tuple(dict.fromkeys(value for values in positional for value in values))

    @property
    def takes_folder(self) -> bool:
        """Whether a positional argument is a folder."""
        return any(each.takes_folder for each in self.arguments if not each.flags)


def list_commands(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """Return the subcommands of a parser with their arguments."""
    [subparsers] = [
        each for each in parser._actions if isinstance(each, argparse._SubParsersAction)
    ]
    summaries = {each.dest: each.help or "" for each in subparsers._choices_actions}
    return tuple(
        Command(name, summaries[name], tuple(_list_arguments(command)))
        for name, command in subparsers.choices.items()
    )


def _list_arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    known = known_values()
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        values = action.choices or known.get(action.dest, ())
        takes_value, takes_folder = action.nargs != 0, action.metavar == "DIR"
        yield Argument(
            tuple(action.option_strings),
            " ".join((action.help or "").replace("%%", "%").split()),
            tuple(str(value) for value in values),
            takes_value,
            takes_folder,
            takes_file=action.dest in OR_FILES or (takes_value and not values and not takes_folder),
        )


def write_bash(commands: tuple[Command, ...]) -> str:
    """Return the script for bash."""
    cases = "\n".join(_bash_case(command) for command in commands)
    return f"""\
# Completion of merels for bash. Add to ~/.bashrc: eval "$(merels completion bash)"
_merels() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words= kind=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{" ".join(each.name for each in commands)} --help --version"
    else
        case ${{COMP_WORDS[1]}} in
{cases}
        esac
    fi
    [ "$kind" = free ] && return
    if [ "$kind" = folder ]; then
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}}
complete -o default -F _merels merels
"""


def _bash_case(command: Command) -> str:
    flags = " ".join(flag for option in command.options for flag in option.flags)
    lines = [f"            {command.name})", "                case $before in"]
    for option in command.options:
        if option.takes_value:
            action = (
                "kind=folder"
                if option.takes_folder
                else f'words="{" ".join(option.values)}"'
                if option.values
                else "kind=free"
            )
            lines.append(f"                    {'|'.join(option.flags)}) {action} ;;")
    folder = "[[ $word == -* ]] || kind=folder; " if command.takes_folder else ""
    words = " ".join((*command.values, flags))
    lines.append(f'                    *) {folder}words="{words}" ;;')
    return "\n".join((*lines, "                esac ;;"))


def write_zsh(commands: tuple[Command, ...]) -> str:
    """Return the script for zsh."""
    names = "\n".join(f"        {_zsh_described(each.name, each.help)}" for each in commands)
    cases = "\n".join(_zsh_case(command) for command in commands)
    return f"""\
#compdef merels
# Completion of merels for zsh. Add to ~/.zshrc, after compinit: eval "$(merels completion zsh)"
_merels() {{
    local -a commands=(
{names}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments '--help[show help]' '--version[show the version]'
        return
    fi
    local name=$words[2]
    shift words
    (( CURRENT-- ))
    case $name in
{cases}
    esac
}}
if [ "$funcstack[1]" = _merels ]; then _merels "$@"; else compdef _merels merels; fi
"""


def _zsh_described(name: str, text: str) -> str:
    return shlex.quote(f"{name}:{text}")


def _zsh_case(command: Command) -> str:
    specs = []
    for option in command.options:
        value = f":{_zsh_message(option)}:{_zsh_action(option)}" if option.takes_value else ""
        text = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
        specs += [shlex.quote(f"{flag}[{text}]{value}") for flag in option.flags]
    positional = [each for each in command.arguments if not each.flags]
    for each in positional:
        specs.append(shlex.quote(f"*:{_zsh_message(each)}:{_zsh_action(each)}"))
        break  # one rule for all of them
    return f"        {command.name}) _arguments {' '.join(specs)} ;;"


def _zsh_message(argument: Argument) -> str:
    return (argument.flags or ("argument",))[-1].lstrip("-")


def _zsh_action(argument: Argument) -> str:
    if argument.takes_folder:
        return "_files -/"
    values = " ".join(argument.values)
    if values and argument.takes_file:
        return f"{{compadd -- {values}; _files}}"
    return f"({values})" if values else "_files"


def write_fish(commands: tuple[Command, ...]) -> str:
    """Return the script for fish."""
    lines = [
        "# Completion of merels for fish. Save it as ~/.config/fish/completions/merels.fish",
        "complete -c merels -f",
        "complete -c merels -n __fish_use_subcommand -l help -d 'show help'",
        "complete -c merels -n __fish_use_subcommand -l version -d 'show the version'",
    ]
    for command in commands:
        name = _fish_quote(command.name)
        lines.append(
            f"complete -c merels -n __fish_use_subcommand -a {name} -d {_fish_quote(command.help)}"
        )
        used = _fish_quote(f"__fish_seen_subcommand_from {command.name}")
        rules = (_fish_rule(argument) for argument in command.arguments)
        lines += [f"complete -c merels -n {used}{rule}" for rule in rules]
    return "\n".join(lines) + "\n"


def _fish_rule(argument: Argument) -> str:
    rule = ""
    for flag in argument.flags:
        rule += f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
    if argument.flags and argument.takes_value:
        rule += " -r"
    if argument.takes_value:
        rule += " -F" if argument.takes_file else " -f"
    if argument.takes_folder:
        rule += " -a '(__fish_complete_directories)'"
    elif argument.values:
        rule += f" -a {_fish_quote(' '.join(argument.values))}"
    return f"{rule} -d {_fish_quote(argument.help)}" if argument.flags else rule


def _fish_quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


WRITERS: Final = {"bash": write_bash, "zsh": write_zsh, "fish": write_fish}
"""What writes the script of each shell."""
