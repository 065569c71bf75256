"""Reading game files, one game at a time."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import Final

from merels.errors import MerelsError, NotationError, PositionError
from merels.rules.pgn.lexer import Kind, Token, generate_tokens, parse_tag
from merels.rules.pgn.model import GameRecord, start_of, variant_of
from merels.rules.pgn.movetext import Movetext
from merels.rules.state import GameState

_LATIN_1: Final = "merels.latin-1"


def _decode_as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8: old files are Latin-1, as the PGN standard had it."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN_1, _decode_as_latin_1)


def parse_game(text: str) -> GameRecord:
    """Return the one game in ``text``.

    >>> parse_game("1. d6 f4 2. d2 1-0").result
    '1-0'

    Raises `NotationError`, also where there is no game or more than one, `IllegalMoveError` or
    `PositionError`; the message names the line.
    """
    games = GameReader(io.StringIO(text, newline=None))
    record = next(games, None)
    if record is None:
        raise NotationError("there is no game in the text")
    if next(games, None) is not None:
        raise NotationError("there is more than one game in the text; read_games reads them all")
    return record


def read_games(
    source: str | os.PathLike[str] | Iterable[str],
    *,
    on_error: Callable[[MerelsError], object] | None = None,
) -> GameReader:
    r"""Return an iterator over the games of a file.

    ``source`` is a path, or the lines of a text, such as an open file. Games are read when they are
    asked for; a file of any size needs the memory of one game. A file is opened with the first
    game, and closed behind the last one or with the iterator.

    A bad game raises when its turn comes. The iterator stays good: the next game can be asked for
    as if nothing had happened. With ``on_error`` bad games are handed there and left out.

    >>> lines = ["1. d6 d6 1-0\n", "1. d6 f4 0-1\n"]
    >>> errors = []
    >>> [record.result for record in read_games(lines, on_error=errors.append)]
    ['0-1']
    >>> str(errors[0]).startswith("line 1: move 1, Black: 'd6' is illegal in '*****")
    True
    """
    if isinstance(source, (str, os.PathLike)):
        source = _generate_lines(Path(source))
    return GameReader(source, on_error)


def _generate_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", errors=_LATIN_1) as file:
        yield from file


class _Part(Enum):
    """How far the current game has been read."""

    TAGS = auto()
    MOVES = auto()
    END = auto()


class GameReader(Iterator[GameRecord]):
    """The games of a file, in turn; see `read_games`. Also a context manager that closes the file.

    Raises `NotationError`, `IllegalMoveError` or `PositionError` for a bad game, naming the line,
    and goes on behind it when asked again.
    """

    def __init__(
        self, lines: Iterable[str], on_error: Callable[[MerelsError], object] | None = None
    ) -> None:
        self._tokens = generate_tokens(lines)
        self._peeked: Token | None = None
        self._part = _Part.TAGS
        self._on_error = on_error

    def __enter__(self) -> GameReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop reading, and close the file if the reader opened it."""
        self._peeked = None
        self._tokens.close()

    def __next__(self) -> GameRecord:
        while True:
            try:
                record = self._read_game()
            except MerelsError as error:
                self._skip_game()
                if self._on_error is None:
                    raise
                self._on_error(error)
                continue
            if record is None:
                raise StopIteration
            return record

    # One game.

    def _read_game(self) -> GameRecord | None:
        """Return the next game, None at the end of the file."""
        self._part = _Part.TAGS
        headers, lines, comments = self._read_tags()
        if not headers and self._peek() is None:
            return None  # comments alone are no game
        movetext = Movetext(_start(headers, lines))
        movetext.comments = comments
        marker = self._read_movetext(movetext)
        return GameRecord(headers, movetext.comments, movetext.finish(), marker)

    def _read_tags(self) -> tuple[dict[str, str], dict[str, int], list[str]]:
        """Return the tags, the lines they stand in, and the comments among them."""
        headers: dict[str, str] = {}
        lines: dict[str, int] = {}
        comments: list[str] = []
        while (token := self._peek()) and token.kind in (Kind.START, Kind.TAG, Kind.COMMENT):
            if token.kind is Kind.START and headers:
                break
            self._take()
            if token.kind is Kind.COMMENT and token.text:
                comments.append(token.text)
            elif token.kind is Kind.TAG:
                with _at_line(token.line):
                    name, value = parse_tag(token.text)
                    if name in headers:
                        raise NotationError(f"there is a second {name} tag")
                headers[name], lines[name] = value, token.line
        return headers, lines, comments

    def _read_movetext(self, movetext: Movetext) -> str | None:
        """Read up to the end of the game; return the result that stands there."""
        add = {
            Kind.NUMBER: movetext.add_number,
            Kind.MOVE: movetext.add_move,
            Kind.GLYPH: movetext.add_glyph,
        }
        while not self._is_game_over():
            kind, text, line = self._take()
            if kind in add:
                add[kind](text, line)
            elif kind is Kind.COMMENT:
                movetext.add_comment(text)
            elif kind is Kind.OPEN:
                movetext.open_variation(line)
            elif kind is Kind.CLOSE:
                movetext.close_variation(line)
            elif kind is Kind.RESULT:
                self._read_last_comments(movetext, line)
                return text
            else:
                raise NotationError(f"line {line}: {text}")
        return None

    def _read_last_comments(self, movetext: Movetext, line: int) -> None:
        """Read the comments behind a result; those on lines of their own are the next game's."""
        while (token := self._peek()) and token.kind is Kind.COMMENT and token.line == line:
            self._peeked = None
            movetext.add_comment(token.text)

    def _skip_game(self) -> None:
        while not self._is_game_over():
            self._take()

    # Tokens, and where a game ends among them.

    def _peek(self) -> Token | None:
        if self._peeked is None:
            self._peeked = next(self._tokens, None)
        return self._peeked

    def _take(self) -> Token:
        token = self._peek()
        assert token is not None
        self._peeked = None
        if token.kind is Kind.RESULT:
            self._part = _Part.END
        elif token.kind not in (Kind.START, Kind.TAG, Kind.COMMENT):
            self._part = _Part.MOVES
        return token

    def _is_game_over(self) -> bool:
        """Whether the game ends here: with its result, with another's tags or with the file."""
        if self._part is _Part.END:
            return True
        token = self._peek()
        return (
            token is None
            or token.kind is Kind.START
            or (token.kind is Kind.TAG and self._part is _Part.MOVES)
        )


def _start(headers: dict[str, str], lines: dict[str, int]) -> GameState:
    with _at_line(lines.get("Variant", 0)):
        variant = variant_of(headers)
    with _at_line(lines.get("FEN", lines.get("SetUp", 0))):
        return start_of(headers, variant)


@contextmanager
def _at_line(line: int) -> Iterator[None]:
    """Add the line to errors that do not know where their text stands."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"line {line}: {error}") from None
    except PositionError as error:
        raise PositionError(error.field, f"{error.problem}, in line {line}") from None
