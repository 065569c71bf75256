"""A small engine that speaks the protocol of mill programs: it closes mills, else it guesses.

merels match easy 'uci:python own_engine.py'
"""

import random
import sys

import merels


def set_up(words):
    """Return the game of `position startpos|fen F [moves ...]`."""
    end = words.index("moves") if "moves" in words else len(words)
    is_start = words[0] == "startpos"
    game = merels.Game() if is_start else merels.Game.from_fen(" ".join(words[1:end]))
    for action in words[end + 1 :]:
        game.push_action(action)
    return game


def choose(game):
    """Return an action: half a turn at a time, as the protocol wants it."""
    moves = list(game.legal_moves)
    random.shuffle(moves)
    best = max(moves, key=lambda move: move.captured is not None)
    return best.tokens()[0]


def main():
    """Answer until `quit`."""
    game = merels.Game()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "uci":
            print("id name Own Engine\nid author You\nuciok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            game = set_up(words)
        elif command == "go":
            print(f"bestmove {choose(game)}", flush=True)
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
