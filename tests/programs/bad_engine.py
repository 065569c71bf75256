"""An engine that misbehaves as its first argument says; the second one names a file it may use."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from merels import create_player
from merels.uci.server.options import DEFAULTS, parse_setup


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def answer(game, _marker):
    """Answer like a beginner, in the dialect that puts everything on one line."""
    move = create_player("easy", seed=1).choose(game)
    say(f"info string bestmove z{move}", f"info score 3 bestmove {move.tokens()[0]}")


def answer_twice(game, marker):
    answer(game, marker)
    say("bestmove a1")


def babble(game, marker):
    say(*("info string " + "babble " * 100 for _ in range(5000)))
    answer(game, marker)


def flood(_game, _marker):
    while True:
        say("info string " + "flood " * 1000)


def flood_one_line(_game, _marker):
    while True:
        sys.stdout.write("x" * 10000)


def hang(_game, marker):
    if marker is not None:
        marker.write_text(str(os.getpid()))
    time.sleep(600)


def die(_game, _marker):
    print("out of luck", file=sys.stderr)
    sys.exit(3)


def die_in_colour(_game, _marker):
    print("\x1b[31mout of\x00 luck\x1b[0m", file=sys.stderr)
    sys.exit(3)


def close_output(_game, _marker):
    os.close(1)
    time.sleep(600)


def say_move(text):
    return lambda _game, _marker: say(f"bestmove {text}")


def once(misbehave):
    """Return a way to answer that misbehaves only while there is no marker."""

    def go(game, marker):
        if marker.exists():
            answer(game, marker)
        else:
            marker.touch()
            misbehave(game, None)

    return go


def introduce():
    say("id name Bad Engine 1.0", "option name MayFly type check default true")
    say("option name Level type string default easy", "uciok")


def introduce_in_colour():
    say("id name \x1b[2J\x1b]0;title\x07Red\x9b31m\u202e Engine" + "!" * 999, "uciok")


UCI = {
    "mute": lambda: time.sleep(600),
    "floods-at-once": lambda: flood(None, None),
    "paints": introduce_in_colour,
}
"""What it says about itself; other kinds introduce themselves well."""

GO = {
    "repeats-itself": answer_twice,
    "babbles": babble,
    "flood": flood,
    "flood-one-line": flood_one_line,
    "hangs": hang,
    "hangs-once": once(hang),
    "dies": die,
    "dies-once": once(die),
    "paints": die_in_colour,
    "closes-output": close_output,
    "nonsense": say_move("knight to f3"),
    "occupied": say_move("d6"),
    "none": say_move("none"),
    "empty": say_move(""),
}
"""What it does when it is asked for a move; other kinds answer well."""


def main():
    kind, marker = sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None
    game = None
    for line in sys.stdin:
        name, _, arguments = line.strip().partition(" ")
        if name == "uci":
            UCI.get(kind, introduce)()
        elif name == "isready":
            say("readyok")
        elif name == "position":
            game = parse_setup(arguments, DEFAULTS)
        elif name == "go":
            GO.get(kind, answer)(game, marker)
        elif name == "quit" and kind != "stays":
            break
    while kind == "stays":
        time.sleep(600)


if __name__ == "__main__":
    main()
