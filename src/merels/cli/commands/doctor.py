"""Say what is installed, where things are, what is wrong and how to fix it."""

from __future__ import annotations

import argparse
import shutil
import textwrap

from merels.cli.commands.help import NARROWEST
from merels.cli.shared import options, output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run all checks and report; the status is 1 if there is a problem."""
    from merels.cli.shared.checks import Finding, Status, examine

    examined = examine()
    findings = [each for found in examined.values() for each in found]
    problems = sum(each.status is Status.PROBLEM for each in findings)
    if arguments.json:
        listed = [
            {"check": check, **each.document()}
            for check, found in examined.items()
            for each in found
        ]
        output.print_json({"ok": not problems, "findings": listed})
        return 1 if problems else 0
    terminal = output.Terminal.for_output()
    widest = max(len(each.name) for each in findings)
    indent = " " * (widest + len("  ok   "))
    room = max(NARROWEST, shutil.get_terminal_size().columns) - len(indent)
    marks = {Status.FINE: ("ok", output.Paint.WON), Status.NOTE: ("--", output.Paint.FAINT)}

    def show(finding: Finding) -> None:
        mark, paint = marks.get(finding.status, ("!!", output.Paint.LOST))
        before = f"  {terminal.paint(mark, paint)} {finding.name:<{widest}}  "
        for line in textwrap.wrap(finding.detail, room, break_on_hyphens=False) or [""]:
            terminal.say(f"{before}{line}".rstrip())
            before = indent
        before = f"{indent}-> "
        for line in textwrap.wrap(finding.advice, room - 3, break_on_hyphens=False):
            terminal.say(f"{before}{line}")
            before = f"{indent}   "

    for check, found in examined.items():
        terminal.say(terminal.paint(check, output.Paint.STRONG))
        for finding in found:
            show(finding)
    terminal.say(f"Problems: {problems}, marked !!" if problems else "No problems.")
    return 1 if problems else 0
