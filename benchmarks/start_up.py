"""Measure how long it takes to import the package, to start the console game, and to get answers.

    python benchmarks/start_up.py [--starts N] [--cold]

Each start is a new process; the fastest is the one that nothing else disturbed. The design allows
300 milliseconds for the import, and a second for an answer that the book has if nothing has been
compiled yet. With ``--cold``, the first searched answer is measured too: once, since compiling
takes half a minute.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory

IMPORT = "import time; t = time.perf_counter(); import merels; print(time.perf_counter() - t)"
SEARCHED = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"


def time_import() -> float:
    """Return the seconds that the import takes, without those of the interpreter."""
    command = [sys.executable, "-c", IMPORT]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def time_command(*arguments: str, **environment: str) -> float:
    """Return the seconds from a command to its end; a console game has no moves."""
    command = [sys.executable, "-m", "merels", *arguments]
    begin = time.perf_counter()
    subprocess.run(
        command,
        input="quit\n",
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return time.perf_counter() - begin


def time_console() -> float:
    """Return the seconds that a console game without moves takes."""
    return time_command("play")


def time_book() -> float:
    """Return the seconds that an answer from the book takes, with nothing compiled."""
    with TemporaryDirectory() as empty:
        return time_command("analyse", NUMBA_CACHE_DIR=empty)


def time_first_search() -> float:
    """Return the seconds that a searched answer takes, with nothing compiled."""
    with TemporaryDirectory() as empty:
        return time_command("analyse", SEARCHED, "--depth", "1", NUMBA_CACHE_DIR=empty)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--cold", action="store_true", help="measure the first search, too")
    options = parser.parse_args(arguments)
    measured = (
        ("import merels", time_import),
        ("merels play", time_console),
        ("merels analyse, from the book, nothing compiled", time_book),
    )
    for name, measure in measured:
        seconds = [measure() for _ in range(options.starts)]
        print(f"{name}: least {1000 * min(seconds):.0f} ms, median {1000 * median(seconds):.0f} ms")
    if options.cold:
        print(f"merels analyse, searched, nothing compiled: {time_first_search():.1f} s")


if __name__ == "__main__":
    main()
