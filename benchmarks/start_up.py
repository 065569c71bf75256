"""Measure how long it takes to import the package, and to start the console game.

    python benchmarks/start_up.py [--starts N]

Each start is a new process; the fastest is the one that nothing else disturbed. The design allows
300 milliseconds for the import.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median

IMPORT = "import time; t = time.perf_counter(); import merels; print(time.perf_counter() - t)"


def time_import() -> float:
    """Return the seconds that the import takes, without those of the interpreter."""
    command = [sys.executable, "-c", IMPORT]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def time_console() -> float:
    """Return the seconds from the command to the end of a console game without moves."""
    command = [sys.executable, "-m", "merels", "play"]
    begin = time.perf_counter()
    subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True)
    return time.perf_counter() - begin


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--starts", type=int, default=10)
    options = parser.parse_args(arguments)
    for name, measure in (("import merels", time_import), ("merels play", time_console)):
        seconds = [measure() for _ in range(options.starts)]
        print(f"{name}: least {1000 * min(seconds):.0f} ms, median {1000 * median(seconds):.0f} ms")


if __name__ == "__main__":
    main()
