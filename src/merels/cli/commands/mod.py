"""Install the mini-game into a host page's folder, and add it to the manifest."""

from __future__ import annotations

import argparse
from pathlib import Path

from merels.cli.shared import options, output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="the host page's folder")
    parser.add_argument(
        "--force", action="store_true", help="write even if DIR does not look like a host"
    )
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Install and report what was written."""
    from merels.mod.installer import ENTRY, Installation, format_entry, install

    done: Installation = install(arguments.folder, force=arguments.force)
    if arguments.json:
        output.print_json(
            {
                "script": str(done.script),
                "manifest": None if done.manifest is None else str(done.manifest),
                "problem": done.problem or None,
                "written": [str(path) for path in done.written],
                "backups": [str(path) for path in done.backups],
                "entry": ENTRY,
            }
        )
        return
    for path in (done.script, done.manifest):
        if path is not None:
            print(f"{path}: {'written' if path in done.written else 'already up to date'}")
    for path in done.backups:
        print(f"{path}: backup of the old file")
    if done.manifest is None:
        print(f"The manifest was not changed: {done.problem}. Add this entry yourself:")
        print(format_entry())
