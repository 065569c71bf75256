"""Reading text from outside takes time in proportion to its length.

Each reader gets texts of one piece repeated, with something else at the end. A pattern that
searches for the end from every possible start takes quadratic time: four times the length takes
sixteen times as long.
"""

import contextlib
import time

import pytest

from merels import Game, MerelsError, Move, Position, create_player
from merels.matches.openings import read_openings
from merels.mod.installer import merge_entry
from merels.regret.prompts import find_move
from merels.rules import pgn
from merels.solver.workspace import parse_bytes
from merels.uci.server.options import (
    DEFAULTS,
    build_options,
    change_settings,
    parse_go,
    parse_setup,
)
from merels.values.layout.key import TableKey

OPTIONS = build_options(("easy", "expert"), str)
LIST = "window.MINIEXP_MANIFEST = ["
FEN = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"

SHORT = 1_000
LONG = 4 * SHORT
SPARE = 0.05
"""Seconds of processor time too short for a ratio."""


def read_opening_lines(text, folder):
    file = folder / "openings.txt"
    file.write_text(text, encoding="utf-8")
    read_openings(file)


READERS = {
    "fen": lambda text, _: Position.from_fen(text),
    "game": lambda text, _: Game.from_fen(text),
    "move": lambda text, _: Move.parse(text),
    "pgn": lambda text, _: pgn.parse_game(text),
    "variant": lambda text, _: pgn.parse_variant(text),
    "openings": read_opening_lines,
    "player": lambda text, _: create_player(text),
    "table": lambda text, _: TableKey.parse(text),
    "bytes": lambda text, _: parse_bytes(text),
    "go": lambda text, _: parse_go(text, Game().turn),
    "position": lambda text, _: parse_setup(text, DEFAULTS),
    "setoption": lambda text, _: change_settings(DEFAULTS, OPTIONS, text),
    "manifest": lambda text, _: merge_entry(text),
    "answer": lambda text, _: find_move(text),
}
HEADS = {
    "fen": (FEN + " ",),
    "game": (FEN + " ",),
    "pgn": ("1. d6 ", '[Event "', "[", "[FEN ", "1. d6 {", "1. d6 ("),
    "openings": (FEN + " moves ",),
    "go": ("depth ", "movetime "),
    "position": ("startpos moves ", "startpos ", "fen "),
    "setoption": ("name ", "name a", "name Hash value "),
    "manifest": (LIST, LIST + "'", LIST + "1.", LIST + "{a:"),
}
PIECES = (
    *(" ", "\n", " \n", "a", "a ", "d6 ", "d6\n", "1", "1 ", "1.", "x", "-", "value ", "moves "),
    *("'", '"', "`", "\\", "'\\", '"\\', "`\\", "`${", "/", "/*", " /*", "*/", "//\n", "/**/"),
    *(
        "[",
        "]",
        "[[",
        '["',
        "{",
        "}",
        "{}",
        "{},",
        "(",
        ")",
        "()",
        "(d6 ",
        ";",
        ";\n",
        "$",
        "$1",
        "!",
    ),
    *("[a\n", '[a "', '[a ""]', "\ufeff", "0-1", "é", "MINIEXP_MANIFEST ", "MINIEXP_MANIFEST"),
)


def measure(read, head, piece, count, folder):
    """Return the seconds of this thread's work: other programs do not count."""
    text = head + piece * count + "b"
    begin = time.thread_time()
    with contextlib.suppress(MerelsError):
        read(text, folder)
    return time.thread_time() - begin


def is_slow(read, head, piece, folder):
    """Whether it seems to grow faster than the text: once, collecting garbage may be the reason."""
    seconds = measure(read, head, piece, LONG, folder)
    return seconds > SPARE and seconds > 10 * measure(read, head, piece, SHORT, folder)


@pytest.mark.parametrize("reader", READERS)
def test_reading_takes_time_proportional_to_length(reader, tmp_path):
    read = READERS[reader]
    slow = [
        (head, piece)
        for head in ("", *HEADS.get(reader, ()))
        for piece in PIECES
        if all(is_slow(read, head, piece, tmp_path) for _ in range(5))
    ]
    assert not slow
