"""How strong the page's own engine is: a match in Chromium against `expert`, which has less time.

It plays the built pages, with the engine in a worker as in the installed app. Expert has
``--movetime`` milliseconds for a move, the page ``--times`` as many.

    make frontend-build
    python benchmarks/browser_match.py [--games N] [--movetime MS] [--times N] [--seed N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Final

from merels.cli.main import main as merels

ROOT: Final = Path(__file__).resolve().parents[1]
FRONTEND: Final = ROOT / "frontend"
ENGINE: Final = FRONTEND / "dist" / "tools" / "engine-uci.js"
PACKAGE: Final = ROOT / "src" / "merels"

MARGIN: Final = 10_000
"""Milliseconds that the page may overrun: it is not its clock that is measured."""


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", type=int, default=100, metavar="MS")
    parser.add_argument("--times", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match; return its exit status."""
    options = parse_arguments(arguments)
    subprocess.run(["make", "--silent", "-C", FRONTEND, "engine"], check=True)
    os.environ["PACKAGE"] = str(PACKAGE)
    page = f"uci:node {quote(str(ENGINE))} --times {options.times}"
    match = ["match", page, "expert", "--movetime", str(options.movetime)]
    match += ["--margin", str(options.times * options.movetime + MARGIN)]
    return merels([*match, "--games", str(options.games), "--seed", str(options.seed)])


if __name__ == "__main__":
    sys.exit(main())
