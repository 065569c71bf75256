"""Write game files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from merels._files import whole_file
from merels.errors import IllegalMoveError, NotationError
from merels.rules.legal import explain_illegal
from merels.rules.move import Move
from merels.rules.pgn.lexer import tidy
from merels.rules.pgn.model import GLYPHS, LAST_GLYPH, MAX_DEPTH, RESULTS, ROSTER, GameRecord, Node
from merels.rules.pgn.movetext import MISSING_HALF
from merels.rules.position import WHITE
from merels.rules.text import GameState

WIDTH: Final = 79  # the standard asks for fewer than 80 columns

_SIGNS: Final = {number: sign for sign, number in GLYPHS.items()}
_TAG_NAME: Final = re.compile(r'[^\s"\[\]]+')
_BREAK: Final = "\n"


def format_game(record: GameRecord) -> str:
    """Return a record as text: the seven standard tags, the other tags, the moves.

    Lines have fewer than 80 columns, except for tags, long words and comments with a closing brace,
    which must stay on one line.

    >>> print(format_game(GameRecord(headers={"White": "Ada"}, comments=["No move yet"])))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Ada"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    {No move yet} *
    <BLANKLINE>

    Raises `NotationError` if a tag, glyph or result cannot be written, or if variations are nested
    too deeply, and `IllegalMoveError` if a move of the game or of a variation is illegal.
    """
    headers = ROSTER | {"Result": record.result} | record.headers
    if "FEN" in headers:
        headers.setdefault("SetUp", "1")
    marker = record.result if record.marker is None else record.marker
    if marker not in RESULTS:
        raise NotationError(f"{marker!r} is not a result; use {', '.join(RESULTS)}")
    words = _Words()
    for comment in record.comments:
        words.add_comment(comment)
    words.add_line(record.mainline, record.start)
    words.add(marker)
    tags = [_format_tag(name, text) for name, text in headers.items()]
    return "\n".join([*tags, "", *words.generate_lines(), ""])


def _format_tag(name: str, text: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise NotationError(f"{name!r} is not a tag name")
    if "\n" in text or "\r" in text:
        raise NotationError(f"the tag {name} must not contain a line break: {text!r}")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _play(state: GameState, move: Move) -> GameState:
    problem = explain_illegal(state.position, move)
    if problem is not None:
        raise IllegalMoveError(
            f"move {state.move_number}, {state.position.turn}: {str(move)!r} is illegal in "
            f"{state.fen()!r}: {problem}"
        )
    return state.after(move)


class _Words:
    """The words of the movetext, later wrapped into lines."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._prefix = ""
        self._number_is_due = True  # before Black's move, if it does not directly follow White's

    def add(self, word: str) -> None:
        self._words.append(self._prefix + word)
        self._prefix = ""

    def add_comment(self, comment: str) -> None:
        text = tidy(comment)
        self._number_is_due |= bool(text)
        if "}" in text:
            # Only a comment that ends with the line can contain a brace.
            self.add(f"; {text}")
            self._words.append(_BREAK)
        elif text:
            for word in f"{{{text}}}".split(" "):
                self.add(word)

    def add_line(self, nodes: list[Node], state: GameState, depth: int = 0) -> None:
        """Add the moves of a line that starts with ``state``; raises for an illegal move."""
        if depth > MAX_DEPTH:
            raise NotationError(f"variations are nested more than {MAX_DEPTH} deep")
        self._number_is_due = True
        has_moved = False  # whether the side to move has just moved
        for node in nodes:
            for comment in node.comments_before:
                self.add_comment(comment)
            if state.position.turn is WHITE:
                self.add(f"{state.move_number}.")
            elif has_moved:
                self.add(f"{state.move_number}.")
                self.add(MISSING_HALF)
            elif self._number_is_due:
                self.add(f"{state.move_number}...")
            self._add_move(node)
            for comment in node.comments:
                self.add_comment(comment)
            for variation in node.variations:
                self._prefix += "("
                self.add_line(variation, state, depth + 1)
                self._close()
            turn = state.position.turn
            state = _play(state, node.move)
            has_moved = state.position.turn is turn

    def _add_move(self, node: Node) -> None:
        glyphs = list(node.glyphs)
        sign = _SIGNS[glyphs.pop(0)] if glyphs and glyphs[0] in _SIGNS else ""
        self.add(f"{node.move}{sign}")
        self._number_is_due = False
        for glyph in glyphs:
            if not 0 <= glyph <= LAST_GLYPH:
                raise NotationError(f"{glyph!r} is not a glyph; use 0 to {LAST_GLYPH}")
            self.add(f"${glyph}")

    def _close(self) -> None:
        if self._prefix:
            raise NotationError("a variation has no move")
        self._number_is_due = True
        if self._words[-1] == _BREAK:
            self._words.append(")")
        else:
            self._words[-1] += ")"

    def generate_lines(self) -> Iterator[str]:
        """Yield the lines, each as long as allowed."""
        line: list[str] = []
        width = -1  # the first word has no space before it
        for word in self._words:
            if word == _BREAK or (line and width + 1 + len(word) > WIDTH):
                yield " ".join(line)
                line, width = [], -1
            if word != _BREAK:
                line.append(word)
                width += 1 + len(word)
        if line:
            yield " ".join(line)


def write_games(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> int:
    """Write records to a file, all or none; return how many were written.

    The file is replaced once the last record is on disk, so the records may be read from the same
    file. Raises as `format_game` does, or `OSError`.
    """
    count = 0
    with whole_file(path) as file:
        for record in records:
            text = format_game(record)
            file.write((f"\n{text}" if count else text).encode())
            count += 1
    return count


def append_game(path: str | os.PathLike[str], record: GameRecord) -> None:
    """Append a record to a file, whole or not at all; the file need not exist.

    Raises as `format_game` does, or `OSError`.
    """
    text = format_game(record).encode()
    with Path(path).open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 2))
        ending = file.read(2) or b""
        rest = memoryview(_separator(ending) + text)
        try:
            while rest:
                rest = rest[file.write(rest) or 0 :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(size)
            raise


def _separator(ending: bytes) -> bytes:
    """Return the line breaks that leave an empty line after a text that ends with ``ending``."""
    if not ending or ending == b"\n\n":
        return b""
    return b"\n" if ending.endswith(b"\n") else b"\n\n"
