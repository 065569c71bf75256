"""``merels uci`` as a process: what a program that starts it sees."""

import os
import subprocess
import sys
import threading
from queue import Queue

import pytest

from merels import Game, Move, Position

COMMAND = [sys.executable, "-m", "merels", "uci"]
WITHOUT_NUMBA = [
    sys.executable,
    "-c",
    "import sys\n"
    "sys.modules['numpy'] = sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    "from merels.cli import main\n"
    "sys.exit(main(['uci']))",
]


# Neither the book nor a table has these positions, so they are searched.
MOVING = "position fen ***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
REMOVING = "position fen O**O*@**/O@**@*O@/O*@*O*** w m r 6 0 5 0 1 0 0 0 0 0 0 0 1"


class Engine:
    """The process, with a thread that reads its lines."""

    def __init__(self, command=COMMAND):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONIOENCODING": "ascii", "MERELS_TABLES": "no tables"},
        )
        self.lines = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def wait_for(self, start):
        """Return the first line that starts with a text."""
        while not (line := self.lines.get(timeout=300)).startswith(start):
            pass
        return line

    def close(self):
        """End the input; return the rest of the output, the messages and the status."""
        self.process.stdin.close()
        status = self.process.wait(300)
        self.reader.join()
        messages = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        rest = []
        while not self.lines.empty():
            rest.append(self.lines.get())
        return rest, messages, status


def legal_moves(command):
    return Position.from_fen(command.removeprefix("position fen ")).legal_moves


@pytest.fixture(scope="module")
def engine():
    engine = Engine()
    engine.send("uci", "isready")
    engine.wait_for("readyok")
    yield engine
    assert engine.close()[1:] == ("", 0)


def test_a_search_reports_and_answers(engine):
    engine.send("ucinewgame", MOVING, "go depth 6")
    info = engine.wait_for("info depth 6 ")
    words = info.split()
    assert words[3] == "score"
    assert {"nodes", "nps", "time", "pv"} <= set(words)
    answer = engine.wait_for("bestmove")
    assert answer.split()[1] == words[words.index("pv") + 1]


def test_the_same_search_visits_the_same_nodes(engine):
    nodes = []
    for _ in range(2):
        engine.send("ucinewgame", MOVING, "go depth 8")
        info = engine.wait_for("info depth 8 ")
        words = info.split()
        nodes.append(int(words[words.index("nodes") + 1]))
        engine.wait_for("bestmove")
    assert nodes[0] == nodes[1]


def test_an_unexpected_capture(engine):
    engine.send(REMOVING, "go movetime 20")
    answer = engine.wait_for("bestmove x")
    assert Move.parse(answer.split()[1]) in legal_moves(REMOVING)


def test_stop_is_answered(engine):
    for _ in range(3):
        engine.send(MOVING, "go infinite")
        engine.wait_for("info depth")
        engine.send("stop")
        answer = engine.wait_for("bestmove")
        assert Move.parse(answer.split()[1]) in legal_moves(MOVING)


def test_the_time_per_move_ends_the_search(engine):
    engine.send(MOVING, "go movetime 150")
    assert Move.parse(engine.wait_for("bestmove").split()[1]) in legal_moves(MOVING)


def test_a_move_before_the_search_is_loaded():
    engine = Engine()
    engine.send("position startpos moves d6", "go movetime 200")
    assert Move.parse(engine.wait_for("bestmove").split()[1]) in Game().legal_moves
    assert engine.close()[1:] == ("", 0)


def test_searches_are_answered_at_the_end_of_input():
    engine = Engine()
    engine.send("setoption name Level value hard", "position startpos", "go infinite")
    rest, messages, status = engine.close()
    assert rest[-1].startswith("bestmove ")
    assert (messages, status) == ("", 0)


def test_quit():
    engine = Engine()
    engine.send("quit")
    assert engine.process.wait(300) == 0
    assert engine.close() == ([], "", 0)


def test_a_reader_that_goes_away_is_not_an_error():
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    process.stdin.write(b"setoption name Level value easy\n" + b"uci\ngo\n" * 50)
    process.stdin.close()
    messages = process.stderr.read()
    process.stderr.close()
    assert (process.wait(300), messages) == (0, b"")


def test_bytes_that_are_not_text_are_quoted():
    engine = Engine()
    engine.process.stdin.write(b"h\xff\xe9llo \xf0\x9f\n\x00\n")
    engine.send("d")
    rest, messages, status = engine.close()
    assert rest[0].startswith("info string 'h\\\\xff\\\\xe9llo' is not a command")
    assert rest[1].startswith("info string '\\x00' is not a command")
    assert rest[2].startswith("7   *---")
    assert (messages, status) == ("", 0)


def test_without_numba_levels_play_and_the_search_says_what_is_missing():
    engine = Engine(WITHOUT_NUMBA)
    engine.send("uci", "position startpos", "isready")  # it has tried to load the search
    engine.wait_for("readyok")
    engine.send("go movetime 1000")
    note = engine.wait_for("info string")
    assert "pip install 'merels[engine]'" in note
    answer = engine.wait_for("bestmove")
    assert Move.parse(answer.split()[1]) in Game().legal_moves
    engine.send("setoption name Level value normal", "go")
    engine.wait_for("bestmove")
    assert engine.close() == ([], "", 0)


@pytest.mark.parametrize("begin", ["go infinite", "position startpos\ngo infinite"])
def test_it_ends_if_standard_output_is_closed(begin):
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND]
    with subprocess.Popen(closed, stdin=subprocess.PIPE) as process:
        process.stdin.write(f"{begin}\n".encode())
        process.stdin.flush()  # and it stays open
        try:
            assert process.wait(300) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("position", ["position startpos", MOVING], ids=["book", "searched"])
def test_it_ends_when_nobody_reads_any_more(position):
    """Also while it waits for stop, with nothing more to say."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(f"{position}\ngo infinite\n".encode())
        process.stdin.flush()  # and it stays open
        try:
            while not process.stdout.readline().startswith(b"info depth"):
                pass
            process.stdout.close()
            assert process.wait(300) == 0
        finally:
            process.kill()
