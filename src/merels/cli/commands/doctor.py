"""Say what is installed, where things are, what is wrong and how to fix it."""

from __future__ import annotations

import argparse
import shutil
import textwrap

from merels.cli.commands.help import NARROWEST
from merels.cli.shared.options import add_json
from merels.cli.shared.output import print_json
from merels.cli.shared.terminal import Paint, Terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run all checks and report; the status is 1 if there is a problem."""
    from merels.cli.shared.checks import Finding, Status, examine

    findings = examine()
    problems = [each for each in findings if each.status is Status.PROBLEM]
    if arguments.json:
        print_json({"ok": not problems, "findings": [each.document() for each in findings]})
        return 1 if problems else 0
    terminal = Terminal.for_output()
    widest = max(len(each.name) for each in findings)
    indent = " " * (widest + len("  ok   "))
    room = max(NARROWEST, shutil.get_terminal_size().columns) - len(indent)
    marks = {Status.FINE: ("ok", Paint.WON), Status.NOTE: ("--", Paint.FAINT)}

    def show(finding: Finding) -> None:
        mark, paint = marks.get(finding.status, ("!!", Paint.LOST))
        before = f"  {terminal.paint(mark, paint)} {finding.name:<{widest}}  "
        for line in textwrap.wrap(finding.detail, room, break_on_hyphens=False) or [""]:
            terminal.say(f"{before}{line}".rstrip())
            before = indent
        for number, line in enumerate(
            textwrap.wrap(finding.advice, room - 3, break_on_hyphens=False)
        ):
            terminal.say(f"{indent}{'   ' if number else '-> '}{line}")

    check = ""
    for finding in findings:
        if finding.check != check:
            check = finding.check
            terminal.say(terminal.paint(check, Paint.STRONG))
        show(finding)
    terminal.say(f"Problems: {len(problems)}, marked !!" if problems else "No problems.")
    return 1 if problems else 0
