"""An engine that misbehaves as its first argument says; the second one names a file it may use."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from merels.engine.players import create_player
from merels.uci.options import DEFAULTS
from merels.uci.setup import parse_setup


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def flood():
    while True:
        say("info string " + "flood " * 1000)


def answer(setup):
    """Answer like a beginner, in the dialect that puts everything on one line."""
    move = create_player("easy", seed=1).choose(setup.on_board())
    say(f"info string bestmove z{move}", f"info score 3 bestmove {move.tokens()[0]}")


def go(kind, marker, setup):
    if kind == "hangs":
        if marker != Path(kind):
            marker.write_text(str(os.getpid()))
        time.sleep(600)
    elif kind.endswith("-once") and not marker.exists():
        marker.touch()
        go(kind.removesuffix("-once"), marker, setup)
    elif kind == "dies":
        print("out of luck", file=sys.stderr)
        sys.exit(3)
    elif kind == "closes-output":
        os.close(1)
        time.sleep(600)
    elif kind in ("flood", "flood-one-line"):
        while kind == "flood-one-line":
            sys.stdout.write("x" * 10000)
        flood()
    elif kind == "babbles":
        say(*("info string " + "babble " * 100 for _ in range(5000)))
        answer(setup)
    elif kind in SAYINGS:
        say(f"bestmove {SAYINGS[kind]}")
    else:
        answer(setup)


SAYINGS = {"nonsense": "knight to f3", "occupied": "d6", "none": "none", "empty": ""}


def main():
    kind, marker = sys.argv[1], Path(sys.argv[-1])
    setup = None
    for line in sys.stdin:
        name, _, arguments = line.strip().partition(" ")
        if name == "uci" and kind == "mute":
            time.sleep(600)
        elif name == "uci":
            say("id name Bad Engine 1.0", "option name MayFly type check default true", "uciok")
        elif name == "isready":
            say("readyok")
        elif name == "position":
            setup = parse_setup(arguments, DEFAULTS)
        elif name == "go":
            go(kind, marker, setup)
        elif name == "quit" and kind != "stays":
            break
    while kind == "stays":
        time.sleep(600)


if __name__ == "__main__":
    main()
