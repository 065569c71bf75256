"""Read game files, one game at a time."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import Final

from merels.errors import MerelsError, NotationError, PositionError
from merels.rules.pgn.lexer import Token, TokenKind, generate_tokens, parse_tag
from merels.rules.pgn.model import (
    GameRecord,
    Node,
    format_variant,
    start_of,
    variant_of,
    without_ban,
)
from merels.rules.pgn.movetext import SITE, Movetext
from merels.rules.text import GameState
from merels.rules.variant import AnyVariant, Variant
from merels.rules.variant import variant as find_variant

_LATIN_1: Final = "merels.latin-1"


def _decode_as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8: the PGN standard prescribed Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN_1, _decode_as_latin_1)


def parse_game(text: str) -> GameRecord:
    """Parse text that holds exactly one game.

    >>> parse_game("1. d6 f4 2. d2 1-0").result
    '1-0'

    Raises `NotationError`, `IllegalMoveError` or `PositionError`, which name the line;
    `NotationError` also if the number of games is not one.
    """
    games = GameReader(io.StringIO(text, newline=None))
    record = next(games, None)
    if record is None:
        raise NotationError("the text has no game")
    if next(games, None) is not None:
        raise NotationError("the text has more than one game; use read_games")
    return record


def read_games(
    source: str | os.PathLike[str] | Iterable[str],
    *,
    on_error: Callable[[MerelsError], object] | None = None,
    own: AnyVariant | None = None,
) -> GameReader:
    r"""Return an iterator over the games of a file.

    ``source`` is a path, or an iterable of lines such as an open file. Games are read lazily, so
    only one is in memory at a time. A path is opened for the first game and closed after the last
    game, or when the reader is closed.

    A bad game raises an error, after which the iterator continues with the next game. If
    ``on_error`` is given, it is called with the error instead, and the game is skipped. ``own`` is
    a variant of one's own, recognised by its title.

    >>> lines = ["1. d6 d6 1-0\n", "1. d6 f4 0-1\n"]
    >>> errors = []
    >>> [record.result for record in read_games(lines, on_error=errors.append)]
    ['0-1']
    >>> str(errors[0]).startswith("line 1: move 1, Black: 'd6' is illegal in '*****")
    True
    """
    if isinstance(source, (str, os.PathLike)):
        source = _generate_lines(Path(source))
    return GameReader(source, on_error, own)


def read_game(
    source: str | os.PathLike[str] | Iterable[str],
    number: int = 1,
    *,
    own: AnyVariant | None = None,
) -> GameRecord:
    """Return one game of a file by its number, from 1.

    Bad games count too, but only the error of the game itself is raised.

    >>> read_game(["1. d6 d6 1-0", "1. d6 f4 0-1"], 2).result
    '0-1'

    Raises as `read_games` does, and `NotationError` if the file has no such game.
    """
    count = 0
    with read_games(source, own=own) as games:
        while True:
            try:
                record = next(games, None)
            except MerelsError:
                if count + 1 == number:
                    raise
            else:
                if record is None:
                    break
                if count + 1 == number:
                    return record
            count += 1
    if not count:
        raise NotationError("the file contains no game")
    games_found = "1 game" if count == 1 else f"{count} games"
    raise NotationError(f"there is no game {number}; the file contains {games_found}")


def _generate_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", errors=_LATIN_1) as file:
        yield from file


class _Part(Enum):
    """The part of a game that is being read."""

    TAGS = auto()
    MOVES = auto()
    END = auto()


class _Readings:
    """A game read by one variant's rules and, if the variant's name is older, by another's too.

    Files that say Morabaraba may have been played without the return ban.
    """

    def __init__(self, readings: list[Movetext]) -> None:
        self._left = readings.copy()

    def add(self, read: Callable[..., object], *arguments: str | int) -> None:
        """Add a part of the game; raises what the first reading does if no reading is left."""
        problem: MerelsError | None = None
        for reading in self._left.copy():
            try:
                read(reading, *arguments)
            except MerelsError as error:
                problem = problem or error
                self._left.remove(reading)
        if problem is not None and not self._left:
            raise problem

    def finish(self) -> tuple[Movetext, list[Node]]:
        """Return the first reading that is left, and its main line."""
        found: list[tuple[Movetext, list[Node]]] = []
        self.add(lambda reading: found.append((reading, reading.finish())))
        return found[0]


class GameReader(Iterator[GameRecord]):
    """Iterates over the games of a file; see `read_games`. As a context manager, closes the file.

    Raises `NotationError`, `IllegalMoveError` or `PositionError`, which name the line, for a bad
    game, and then continues with the next.
    """

    def __init__(
        self,
        lines: Iterable[str],
        on_error: Callable[[MerelsError], object] | None = None,
        own: AnyVariant | None = None,
    ) -> None:
        self._tokens = generate_tokens(lines)
        self._peeked: Token | None = None
        self._part = _Part.TAGS
        self._on_error = on_error
        self._own = None if own is None else find_variant(own)

    def __enter__(self) -> GameReader:
        return self

    def __exit__(self, *_error: object) -> None:
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
            return None  # comments alone do not make a game
        start = _start(headers, lines, self._own)
        starts = [start]
        milder = without_ban(start.position.variant)
        if milder is not None:
            starts.append(start_of(headers, milder))
        readings = [Movetext(each, expects_numbers=headers.get("Site") == SITE) for each in starts]
        for each in readings:
            each.comments = list(comments)
        movetext = _Readings(readings)
        marker = self._read_movetext(movetext)
        reading, nodes = movetext.finish()
        if milder is not None and reading is readings[1]:
            headers["Variant"] = format_variant(milder)
        own = None if self._own != start.position.variant else self._own
        return GameRecord(headers, reading.comments, nodes, marker, own)

    def _read_tags(self) -> tuple[dict[str, str], dict[str, int], list[str]]:
        """Return the tags, their lines, and the comments between them."""
        headers: dict[str, str] = {}
        lines: dict[str, int] = {}
        comments: list[str] = []
        while (token := self._peek()) and token.kind in (
            TokenKind.START,
            TokenKind.TAG,
            TokenKind.COMMENT,
        ):
            if token.kind is TokenKind.START and headers:
                break
            self._take()
            if token.kind is TokenKind.COMMENT and token.text:
                comments.append(token.text)
            elif token.kind is TokenKind.TAG:
                with _at_line(token.line):
                    name, value = parse_tag(token.text)
                    if name in headers:
                        raise NotationError(f"the tag {name} occurs twice")
                headers[name], lines[name] = value, token.line
        return headers, lines, comments

    def _read_movetext(self, movetext: _Readings) -> str | None:
        """Read to the end of the game; return the result found there."""
        add = {
            TokenKind.NUMBER: Movetext.add_number,
            TokenKind.BARE_NUMBER: Movetext.add_bare_number,
            TokenKind.MOVE: Movetext.add_move,
            TokenKind.GLYPH: Movetext.add_glyph,
        }
        while not self._is_game_over():
            kind, text, line = self._take()
            if kind in add:
                movetext.add(add[kind], text, line)
            elif kind is TokenKind.COMMENT:
                movetext.add(Movetext.add_comment, text)
            elif kind is TokenKind.OPEN:
                movetext.add(Movetext.open_variation, line)
            elif kind is TokenKind.CLOSE:
                movetext.add(Movetext.close_variation, line)
            elif kind is TokenKind.RESULT:
                self._read_last_comments(movetext, line)
                return text
            else:
                raise NotationError(f"line {line}: {text}")
        return None

    def _read_last_comments(self, movetext: _Readings, line: int) -> None:
        """Read the comments after a result on its line; later comments belong to the next game."""
        while (token := self._peek()) and token.kind is TokenKind.COMMENT and token.line == line:
            self._peeked = None
            movetext.add(Movetext.add_comment, token.text)

    def _skip_game(self) -> None:
        while not self._is_game_over():
            self._take()

    # Tokens, and where a game ends.

    def _peek(self) -> Token | None:
        if self._peeked is None:
            self._peeked = next(self._tokens, None)
        return self._peeked

    def _take(self) -> Token:
        token = self._peek()
        assert token is not None
        self._peeked = None
        if token.kind is TokenKind.RESULT:
            self._part = _Part.END
        elif token.kind not in (TokenKind.START, TokenKind.TAG, TokenKind.COMMENT):
            self._part = _Part.MOVES
        return token

    def _is_game_over(self) -> bool:
        """Return whether the game ends here: by its result, the next game's tags, or the file."""
        if self._part is _Part.END:
            return True
        token = self._peek()
        return (
            token is None
            or token.kind is TokenKind.START
            or (token.kind is TokenKind.TAG and self._part is _Part.MOVES)
        )


def _start(headers: dict[str, str], lines: dict[str, int], own: Variant | None) -> GameState:
    with _at_line(lines.get("Variant", 0)):
        variant = variant_of(headers, own)
    with _at_line(lines.get("FEN", lines.get("SetUp", 0))):
        return start_of(headers, variant)


@contextmanager
def _at_line(line: int) -> Iterator[None]:
    """Add the number of the line to errors."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"line {line}: {error}") from None
    except PositionError as error:
        raise PositionError(error.field, f"{error.problem}, on line {line}") from None
