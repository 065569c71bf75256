"""Random lines: nothing raises, every go gets one answer, a legal move, and quit ends it.

First a thousand lines for a scripted search, then shorter scripts for the compiled one.
"""

import io
import os
import random
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import play_randomly
from scripted_search import ScriptedSearch, wait_for
from solved import solved_folder

from merels import Move
from merels.board.board import THREE_SQUARES
from merels.cli.commands.uci import create_parts
from merels.engine.players.levels import PLAYER_NAMES, find_level
from merels.uci.server.chooser import Parts
from merels.uci.server.loop import Output, Protocol, run
from merels.uci.server.options import (
    EngineSettings,
    build_options,
    change_settings,
    new_game,
    parse_setup,
    with_rules,
)

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
    """Return a line that is valid, partly valid or nonsense."""
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
    points = chance.choices(THREE_SQUARES.names, k=2)
    return chance.choice([points[0], points[0], "-".join(points), f"x{points[0]}", "q9"])


class Double:
    """Follows the position as the protocol prescribes, from valid lines only."""

    def __init__(self, options):
        self._options = options
        self.settings = EngineSettings()
        self.game = new_game(self.settings)

    def follow(self, line):
        name, _, arguments = line.strip().partition(" ")
        try:
            if name == "position":
                self.game = parse_setup(arguments, self.settings)
            elif name == "ucinewgame":
                self.game = new_game(self.settings)
            elif name == "setoption":
                self.settings = change_settings(self.settings, self._options, arguments)
                self.game = with_rules(self.game, self.settings)
        except ValueError:
            pass

    def may_answer(self, text):
        game = self.game
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
        open_tables=lambda path: None,
        evaluate=lambda position: 0,
        seed=seed,
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
    assert "is not a command" in text
    assert "token " in text
    assert all(line.isprintable() for line in text.splitlines())


def test_lines_without_waiting_for_the_answers():
    chance = random.Random(4)
    stream = io.StringIO()
    parts = Parts(
        create_engine=lambda *_: ScriptedSearch(),
        open_tables=lambda path: None,
        evaluate=lambda position: 0,
        seed=1,
    )
    protocol = Protocol(parts, Output(stream))
    lines = [make_line(chance) for _ in range(1000)]
    for line in lines:
        assert protocol.handle(line)
    protocol.close()
    asked = sum(line.split()[:1] == ["go"] for line in lines)
    answers = [line for line in stream.getvalue().splitlines() if line.startswith("bestmove")]
    assert len(answers) == asked


# The compiled search.

WAIT = "wait"
"""Not a line: what follows is sent once everything before it is answered."""

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=30)
LIMITS = (
    *("depth 1", "depth 4", "movetime 0", "movetime 1", "movetime 15", "nodes 1", "nodes 3000"),
    *("wtime 0 btime 0", "wtime 100 btime 100 winc 5 binc 5 movestogo 3", "depth 3 nodes 50"),
)
DEEPEST = "depth 9999999999999999999999"
BROKEN_LIMITS = ("depth -1", "nodes x", "movetime", "ponder", DEEPEST, "\x1b")
OPTIONS = {
    "Hash": ("1", "2", "4"),
    "Threads": ("1", "2", "3", "256", "999999999999999999"),
    "MultiPV": ("1", "2", "24", "100"),
    "Level": (*PLAYER_NAMES, "elo:600", "elo:2300", "Hard"),
    "MayFly": ("true", "false"),
    "NMoveRule": ("0", "1", "10", "100"),
    "ThreefoldRepetitionRule": ("true", "false"),
    "TablePath": ("", "<empty>", "/no/such/folder"),
}
BROKEN_VALUES = ("0", "-1", "x", "", "elo:", "elo:99999", "tru", "9" * 40, "\x00")


@st.composite
def positions(draw):
    """A line that sets up a game at any stage, including mid-turn, and is sometimes malformed."""
    game = play_randomly(draw(st.integers(0, 9999)), draw(st.integers(0, 60)))
    tokens = [token for move in game.history for token in move.tokens()]
    tokens = tokens[: draw(st.sampled_from([len(tokens), max(0, len(tokens) - 1)]))]
    tokens += draw(st.lists(st.sampled_from(["d6", "xd6", "a1-a4", "q9", ""]), max_size=1))
    start = draw(st.sampled_from(["startpos", "startpos", f"fen {FENS[0]}", f"fen {FENS[3]}"]))
    listed = tokens if start == "startpos" else tokens[:0]
    whole = draw(st.sampled_from([f"{start} moves {' '.join(listed)}", f"fen {game.fen()}"]))
    return f"position {whole}"


LINES = st.one_of(
    positions(),
    st.sampled_from(LIMITS).map("go {}".format),
    st.just(WAIT),
    st.sampled_from(sorted(OPTIONS)).flatmap(
        lambda name: st.sampled_from(OPTIONS[name]).map(f"setoption name {name} value {{}}".format)
    ),
    st.sampled_from(
        ["stop", "isready", "d", "eval", "ucinewgame", "uci", "perft 2", "go infinite", "go", ""]
    ),
    st.tuples(st.sampled_from(sorted(OPTIONS)), st.sampled_from(BROKEN_VALUES)).map(
        lambda pair: f"setoption name {pair[0]} value {pair[1]}"
    ),
    st.sampled_from(BROKEN_LIMITS).map("go depth 2 {}".format),
    st.tuples(st.sampled_from(["", "go ", "position ", "setoption name ", "perft "]), TEXT).map(
        "".join
    ),
)
SCRIPTS = st.lists(LINES, min_size=4, max_size=25).map(lambda lines: ["isready", *lines, "quit"])


class Script:
    """The lines of a script as an input; the position at each ``go`` is remembered."""

    def __init__(self, lines, stream):
        self._lines = iter(lines)
        self._stream = stream
        self._is_endless = False
        self.double = Double(build_options(PLAYER_NAMES, lambda name: find_level(name).name))
        self.asked = []

    def readline(self, _limit):
        line = next(self._lines, "")
        if line == WAIT:
            if not self._is_endless:
                wait_for(lambda: len(find_answers(self._stream.getvalue())) == len(self.asked))
            line = "isready"
        name, _, arguments = line.strip().partition(" ")
        if name == "go":
            self._is_endless = "infinite" in arguments.split() or DEEPEST in arguments
            self.asked.append(self.double.game)
        self.double.follow(line)
        return f"{line}\n"


def find_answers(text):
    return [line.split()[1] for line in text.splitlines() if line.startswith("bestmove ")]


def assert_answered(script, text):
    answers = find_answers(text)
    assert len(answers) == len(script.asked)
    for game, answer in zip(script.asked, answers, strict=True):
        script.double.game = game
        assert script.double.may_answer(answer), (game.fen(), answer)


@given(SCRIPTS)
@settings(max_examples=20)
def test_the_compiled_search(lines):
    stream = io.StringIO()
    output = Output(stream)
    protocol = Protocol(create_parts(output.note), output)
    script = Script(lines, stream)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MERELS_TABLES", str(solved_folder()))
        loop = threading.Thread(target=run, args=(protocol, output, script), daemon=True)
        loop.start()
        loop.join(600)
    assert not loop.is_alive(), "quit has not ended it"
    text = stream.getvalue()
    assert_answered(script, text)
    # If the search fails, a quick level steps in; this may happen only while the search is loading.
    notes = [line for line in text.splitlines() if line.endswith(" chooses")]
    assert all("still loading" in note for note in notes), notes


@given(SCRIPTS, st.binary(max_size=100))
@settings(max_examples=4)
def test_the_program(lines, nonsense):
    """The same with a process, which gets all lines at once, and some bytes that are not text."""
    lines = [line for line in lines if line != WAIT]
    script = Script(lines, io.StringIO())
    sent = "".join(script.readline(0) for _ in lines).encode()
    found = subprocess.run(
        [sys.executable, "-m", "merels", "uci"],
        input=b"x" + nonsense.replace(b"\n", b"") + b"\n" + sent,
        env=os.environ | {"MERELS_TABLES": str(solved_folder())},
        capture_output=True,
        timeout=600,
        check=True,
    )
    assert found.stderr == b""
    assert_answered(script, found.stdout.decode())
