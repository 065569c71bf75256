"""A search that plays from a script, for tests of its users."""

from __future__ import annotations

import time

from merels import Move
from merels.engine.search.searcher import Analysis, Line


def make_line(move, score=0, value=None, pv=None):
    return Line(move, score, value, pv or (move,))


def make_info(depth, lines, nodes=100, seconds=0.5):
    return Analysis(depth, nodes, seconds, tuple(lines), hashfull=7)


class ScriptedSearch:
    """Answers with the moves of a script while they are legal, otherwise with the first legal move.

    It reports depths 1 and 2; if the limits are infinite, it searches until it is stopped.
    """

    def __init__(self, script="", slow=False, error=None):
        self.script = [Move.parse(text) for text in script.split()]
        self.slow, self.error = slow, error
        self.games, self.calls = 0, []

    def new_game(self):
        self.games += 1

    def search(self, game, limits, lines=1, on_info=None, stop=None):
        self.calls.append((game.fen(), limits, lines))
        if self.error is not None:
            raise self.error
        legal = list(game.legal_moves)
        best = next((move for move in self.script if move in game.legal_moves), legal[0])
        moves = [best, *(move for move in legal if move != best)][:lines]
        result = make_info(2, [make_line(move, 10 - i) for i, move in enumerate(moves)])
        if on_info is not None:
            on_info(make_info(1, result.lines, nodes=10, seconds=0.0))
        if self.slow or limits.infinite:
            assert stop is not None
            stop.wait(limits.budget if not limits.infinite else 60)
        if on_info is not None:
            on_info(result)
        return result


def wait_for(condition, seconds=300):
    """Wait until ``condition()`` is true; fail after some seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not happened in time"
        time.sleep(0.002)
