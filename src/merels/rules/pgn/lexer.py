"""Tokens of a game file, line by line.

The lexer never raises. Text that it cannot read becomes a token of kind INVALID, whose text is the
reason, so that a reader can report a bad game and continue with the next.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from merels.errors import NotationError, quote


class TokenKind(Enum):
    """What a token is."""

    START = auto()  # before an Event tag after an empty line: a game always starts here
    TAG = auto()
    COMMENT = auto()
    NUMBER = auto()  # with a dot after it: a move number
    BARE_NUMBER = auto()  # without: a move number too, or a point in files that number them
    MOVE = auto()
    GLYPH = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    INVALID = auto()


class Token(NamedTuple):
    """A piece of a game file and the number of the line it starts in, from 1."""

    kind: TokenKind
    text: str
    line: int


# Byte order marks occur at the start of a file, and inside if files were concatenated.
_EVENT: Final = re.compile(r'[\s\ufeff]*\[\s*Event\s*"')
_BRACKET: Final = re.compile(r"[\s\ufeff]*\[")
_TAG: Final = re.compile(r'[\s\ufeff]*\[\s*([^\s"\[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')

# Groups are named after kinds, in lower case; text outside a group yields no token.
_TOKEN: Final = re.compile(
    r"""
      [\s.\ufeff]+
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?= [\s{}()\[\];] | $ ) )
    | (?P<number> [0-9]{1,9} (?= \. ) )
    | (?P<bare_number> [0-9]{1,9} (?= [\s{}()\[\];] | $ ) )
    | (?P<glyph> [!?]+ | \$[0-9]* )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<comment> ;.* | \{ )
    | (?P<move> [^\s.\ufeff!?$(){}\[\];]+ )
    | (?P<invalid> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def generate_tokens(lines: Iterable[str]) -> Generator[Token, None, None]:
    r"""Yield the tokens of a file's lines, reading each line only when needed.

    >>> for token in generate_tokens(['[White "Ada"]\n', "1. d6! {a\n", "comment} *"]):
    ...     print(token.line, token.kind.name, token.text)
    1 TAG [White "Ada"]
    2 NUMBER 1
    2 MOVE d6
    2 GLYPH !
    2 COMMENT a comment
    3 RESULT *
    """
    lexer = _Lexer()
    for line in lines:
        yield from lexer.generate(line)
    yield from lexer.generate_end()


class _Lexer:
    """State carried from line to line: the line's number, and any comment still open."""

    def __init__(self) -> None:
        self._line = 0
        self._after_blank = True
        self._opened: list[str] | None = None
        self._opened_in = 0

    def generate(self, line: str) -> Iterator[Token]:
        """Yield the tokens that end in this line, the next of the file."""
        self._line += 1
        if self._opened is None and line.startswith("%"):
            return
        starts = self._after_blank and _EVENT.match(line) is not None
        self._after_blank = not line.strip()
        if starts:
            # Otherwise one missing brace would swallow all later games.
            yield from self.generate_end()
            yield Token(TokenKind.START, "", self._line)
        place = 0
        while self._opened is None and _BRACKET.match(line, place):
            match = _TAG.match(line, place)
            end = match.end() if match else len(line)  # a malformed tag takes the rest of the line
            yield Token(TokenKind.TAG, line[place:end], self._line)
            place = end
        yield from self._generate_movetext(line, place)

    def generate_end(self) -> Iterator[Token]:
        """Yield an error if the text ends, or a new game starts, inside a comment."""
        if self._opened is not None:
            self._opened = None
            problem = "the comment that starts here is never closed with '}'"
            yield Token(TokenKind.INVALID, problem, self._opened_in)

    def _generate_movetext(self, line: str, place: int) -> Iterator[Token]:
        while place < len(line):
            if self._opened is not None:
                end = line.find("}", place)
                self._opened.append(line[place:] if end < 0 else line[place:end])
                if end < 0:
                    return
                yield Token(TokenKind.COMMENT, tidy("".join(self._opened)), self._opened_in)
                self._opened = None
                place = end + 1
                continue
            match = _TOKEN.match(line, place)
            assert match is not None  # the last group matches any character
            place = match.end()
            if match[0] == "{":
                self._opened, self._opened_in = [], self._line
            elif match.lastgroup is not None:
                yield self._token(TokenKind[match.lastgroup.upper()], match[0])

    def _token(self, kind: TokenKind, text: str) -> Token:
        if kind is TokenKind.COMMENT:
            text = tidy(text[1:])
        elif kind is TokenKind.INVALID:
            text = f"{text!r} is not allowed here"
        return Token(kind, text, self._line)


def tidy(comment: str) -> str:
    """Collapse white space to single spaces: files break the lines of comments anywhere."""
    return " ".join(comment.split())


def parse_tag(text: str) -> tuple[str, str]:
    r"""Return the name and the value of a tag.

    >>> parse_tag(r'[Event "The \"big\" one"]')
    ('Event', 'The "big" one')

    Raises `NotationError`.
    """
    match = _TAG.fullmatch(text)
    if match is None:
        shown = quote(text.strip(), 60)
        raise NotationError(f'{shown} is not a tag; write [Name "text"], with \\" for a quote')
    return match[1], _ESCAPED.sub(r"\1", match[2])
