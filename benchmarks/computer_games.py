"""Begin games against the computer from one address, and ask for moves from another.

    python benchmarks/computer_games.py

Starts ``merels serve`` on the loopback address and makes games from 127.0.0.2 against Expert, who
is to move in each of them. Meanwhile a client at 127.0.0.1 asks for moves of Expert, one after
the other. Linux only: other systems have only one loopback address.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from served import Server, running

from merels.online.identity import make_secret

HOSTILE, FRIENDLY = "127.0.0.2", "127.0.0.1"
LEVEL = {"level": "expert"}


def ask(server: Server, source: str, path: str, document: dict[str, object]) -> int:
    """Return the status of a request from an address of this machine."""
    connection = HTTPConnection(server.host, server.port, 120, source_address=(source, 0))
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {make_secret()}"}
    connection.request("POST", f"/api/v1/{path}", json.dumps(document), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def measure(server: Server, games: int, seconds: float) -> list[tuple[int, float]]:
    """Make games, then ask for moves; return the statuses and how long each took."""
    made = Counter(ask(server, HOSTILE, "games", {**LEVEL, "color": "black"}) for _ in range(games))
    print(f"games made, by status: {dict(made)}", flush=True)
    answers = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        status = ask(server, FRIENDLY, "move", dict(LEVEL))
        answers.append((status, time.perf_counter() - begin))
        time.sleep(0.1)
    return answers


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="to make (default: 100)")
    parser.add_argument("--seconds", type=float, default=40, help="to ask (default: 40)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        with running("--places", "1", "--database", database) as server:
            ask(server, FRIENDLY, "move", dict(LEVEL))  # loads the engine
            answers = measure(server, options.games, options.seconds)
    print(f"moves elsewhere, by status: {dict(Counter(status for status, _ in answers))}")
    times = [spent for status, spent in answers if status == 200] or [0.0]
    print(f"answered: median {median(times):.2f} s, worst {max(times):.2f} s")


if __name__ == "__main__":
    main()
