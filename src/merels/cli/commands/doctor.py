"""Say what is installed, where things are, what is wrong and how to fix it."""

from __future__ import annotations

import argparse
import io

from merels.cli.console.terminal import Paint, Terminal
from merels.cli.options import add_json
from merels.cli.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run all checks and report; the status is 1 if there is a problem."""
    from merels.cli.about.checks import Finding, Status
    from merels.cli.about.examination import examine

    findings = examine()
    problems = [each for each in findings if each.status is Status.PROBLEM]
    if arguments.json:
        print_json({"ok": not problems, "findings": [each.document() for each in findings]})
        return 1 if problems else 0
    terminal = Terminal(source=io.StringIO())
    widest = max(len(each.name) for each in findings)
    marks = {Status.FINE: ("ok", Paint.WON), Status.NOTE: ("--", Paint.FAINT)}

    def show(finding: Finding) -> None:
        mark, paint = marks.get(finding.status, ("!!", Paint.LOST))
        terminal.say(f"  {terminal.paint(mark, paint)} {finding.name:<{widest}}  {finding.detail}")
        if finding.advice:
            terminal.say(f"     {'':<{widest}}  -> {finding.advice}")

    check = ""
    for finding in findings:
        if finding.check != check:
            check = finding.check
            terminal.say(terminal.paint(check, Paint.STRONG))
        show(finding)
    terminal.say(f"Problems: {len(problems)}, marked !!" if problems else "No problems.")
    return 1 if problems else 0
