"""A thousand random lines: nothing raises, every go is answered once, with a legal move."""

import io
import random

import pytest
from scripted_search import ScriptedSearch

from merels import Move
from merels.board.names import ALGEBRAIC_NAMES
from merels.engine.players import create_player
from merels.uci.loop import Protocol
from merels.uci.mind import Parts
from merels.uci.options import Settings, change_settings
from merels.uci.output import Output
from merels.uci.setup import Setup, parse_setup

FENS = [
    "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
    "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1",
    "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1",
    "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3",
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
]
NAMES = ["Hash", "Threads", "MultiPV", "TablePath", "Level", "MayFly", "NMoveRule", "Contempt"]
VALUES = ["1", "2", "0", "-3", "true", "false", "easy", "random", "expert", "genius", ""]
WORDS = [
    *("uci", "isready", "ucinewgame", "setoption", "name", "value", "position", "startpos", "fen"),
    *("moves", "go", "depth", "nodes", "movetime", "wtime", "btime", "infinite", "stop", "d"),
    *("eval", "perft", "quit", "\x00", "\x1b[2J", "♥", "9999999999999999999999", "-1"),
]


def make_line(chance):
    """Return a line that is right, half right or nonsense."""
    kind = chance.randrange(10)
    tokens = " ".join(make_token(chance) for _ in range(chance.randrange(12)))
    if kind < 3:
        start = chance.choice(["startpos", f"fen {chance.choice(FENS)}", "fen *** w", ""])
        return f"position {start}{chance.choice([' moves ', ' moves ', ' '])}{tokens}"
    if kind < 5:
        limit = chance.choice(["depth 1", "movetime 1", "nodes 5", "wtime 5 btime 5", "infinite"])
        return f"go {limit}{chance.choice(['', '', ' depth', ' ponder', ' nodes x'])}"
    if kind < 6:
        return f"setoption name {chance.choice(NAMES)} value {chance.choice(VALUES)}"
    if kind < 8:
        return chance.choice(["stop", "isready", "d", "eval", "ucinewgame", "uci", "perft 2", ""])
    words = [chance.choice(WORDS) for _ in range(chance.randrange(8))]
    line = " ".join([*words, tokens])
    return line if line.split()[:1] != ["quit"] else f"x{line}"


def make_token(chance):
    points = chance.choices(ALGEBRAIC_NAMES, k=2)
    return chance.choice([points[0], points[0], "-".join(points), f"x{points[0]}", "q9"])


class Double:
    """Keeps the position as a careful reader of the protocol would: from lines that are right."""

    def __init__(self, options):
        self._options = options
        self.settings = Settings()
        self.setup = Setup.start(self.settings)

    def follow(self, line):
        name, _, arguments = line.strip().partition(" ")
        try:
            if name == "position":
                self.setup = parse_setup(arguments, self.settings)
            elif name == "ucinewgame":
                self.setup = Setup.start(self.settings)
            elif name == "setoption":
                self.settings = change_settings(self.settings, self._options, arguments)
                self.setup = self.setup.with_rules(self.settings)
        except ValueError:
            pass

    def may_answer(self, text):
        game = self.setup.on_board()
        if game.outcome() is not None:
            return text == "none"
        first = Move.parse(text)
        return any(
            (move.origin, move.target) == (first.origin, first.target)
            if move.target is not None
            else move == first
            for move in game.legal_moves
        )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_thousand_random_lines(seed):
    chance = random.Random(seed)
    stream = io.StringIO()
    parts = Parts(
        create_engine=lambda *_: ScriptedSearch(),
        create_player=lambda name: create_player(name, seed),
        open_tables=lambda path: None,
        evaluate=lambda position: 0,
    )
    protocol = Protocol(parts, Output(stream))
    double = Double(protocol._options)
    answered = asked = 0
    for _ in range(1000):
        line = make_line(chance)
        before = len(stream.getvalue())
        assert protocol.handle(line)
        if line.split()[:1] == ["go"]:
            asked += 1
            protocol._finish_task()
            answers = [
                text.split()[1]
                for text in stream.getvalue()[before:].splitlines()
                if text.startswith("bestmove")
            ]
            answered += len(answers)
            assert answered == asked
            assert double.may_answer(answers[-1]), (line, answers)
        double.follow(line)
    protocol.close()
    assert asked > 100
    text = stream.getvalue()
    assert "is no command" in text
    assert "token " in text
    assert all(line.isprintable() for line in text.splitlines())


def test_lines_without_waiting_for_the_answers():
    chance = random.Random(4)
    stream = io.StringIO()
    parts = Parts(
        create_engine=lambda *_: ScriptedSearch(),
        create_player=lambda name: create_player(name, seed=1),
        open_tables=lambda path: None,
        evaluate=lambda position: 0,
    )
    protocol = Protocol(parts, Output(stream))
    lines = [make_line(chance) for _ in range(1000)]
    for line in lines:
        assert protocol.handle(line)
    protocol.close()
    asked = sum(line.split()[:1] == ["go"] for line in lines)
    answers = [line for line in stream.getvalue().splitlines() if line.startswith("bestmove")]
    assert len(answers) == asked
