"""Parse JavaScript data as found in manifests: JSON, and what people write instead of it.

Beyond JSON: single quotes, back quotes without substitutions, unquoted names, a trailing comma,
comments. Anything that would have to be evaluated is rejected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from merels.errors import NotationError

# An unclosed string or comment extends to the end of its line or of the text: a pattern that
# requires the closing sign would search for it from every opening sign, in quadratic time.
_SPACE: Final = re.compile(r"(?:\s|//[^\n\r\u2028\u2029]*|/\*.*?(?:\*/|\Z))+", re.DOTALL)
_QUOTED: Final = re.compile(
    r"'(?:[^'\\\r\n]|\\.)*'?" r'|"(?:[^"\\\r\n]|\\.)*"?' r"|`(?:[^`\\]|\\.)*`?", re.DOTALL
)
_NAME: Final = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_STRING: Final = re.compile(
    r"'(?:[^'\\\r\n]|\\.)*'" r'|"(?:[^"\\\r\n]|\\.)*"' r"|`(?:[^`\\$]|\\.)*`", re.DOTALL
)
_ESCAPE: Final = re.compile(
    r"\\(u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,5}\}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL
)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_LINE_ENDS: Final = ("\n", "\r", "\r\n", "\u2028", "\u2029")
_WORDS: Final = {"true": True, "false": False, "null": None}
_DEEPEST: Final = 50


@dataclass(frozen=True)
class Element:
    """An entry of a list, and its place in the text."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True)
class ElementList:
    """A list in a text: its entries, whether it has a trailing comma, and its closing bracket."""

    elements: tuple[Element, ...]
    has_last_comma: bool
    closing: int


def skip_space(text: str, position: int) -> int:
    """Return the index of the next character that is not white space or part of a comment."""
    match = _SPACE.match(text, position)
    return match.end() if match else position


def find_code(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """Return the matches of a pattern outside strings and comments."""
    found = []
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        if match:
            found.append(match)
        other = match or _SPACE.match(text, position) or _QUOTED.match(text, position)
        # Skip whole names, so that no pattern matches inside a name.
        other = other or _NAME.match(text, position)
        position = max(other.end(), position + 1) if other else position + 1
    return found


def parse_list(text: str, position: int) -> ElementList:
    """Read the list whose opening bracket is at ``position``.

    >>> found = parse_list("[{id: 'snake'}, 7, ] // games", 0)
    >>> [element.value for element in found.elements], found.has_last_comma, found.closing
    ([{'id': 'snake'}, 7], True, 19)

    Raises `NotationError`, with the line number, for anything but plain data.
    """
    return _Parser(text).parse_list(position)


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._depth = 0

    def parse_list(self, position: int) -> ElementList:
        elements: list[Element] = []
        has_comma = False
        position = skip_space(self._text, position + 1)
        while not self._text.startswith("]", position):
            if elements and not has_comma:
                raise self._unexpected(position)
            value, end = self._parse_value(position)
            elements.append(Element(value, position, end))
            position, has_comma = self._skip_comma(end)
        return ElementList(tuple(elements), has_comma, position)

    def _skip_comma(self, position: int) -> tuple[int, bool]:
        position = skip_space(self._text, position)
        if not self._text.startswith(",", position):
            return position, False
        return skip_space(self._text, position + 1), True

    def _parse_value(self, position: int) -> tuple[Any, int]:
        text = self._text
        if text.startswith(("{", "["), position):
            return self._parse_nested(position)
        if match := _STRING.match(text, position):
            return _unescape(match[0]), match.end()
        if match := _NUMBER.match(text, position):
            return _read_number(match[0]), match.end()
        if (match := _NAME.match(text, position)) and match[0] in _WORDS:
            return _WORDS[match[0]], match.end()
        raise self._unexpected(position)

    def _parse_nested(self, position: int) -> tuple[Any, int]:
        if self._depth == _DEEPEST:
            raise self._unexpected(position)
        self._depth += 1
        value: Any
        if self._text[position] == "[":
            found = self.parse_list(position)
            value, end = [element.value for element in found.elements], found.closing + 1
        else:
            value, end = self._parse_object(position)
        self._depth -= 1
        return value, end

    def _parse_object(self, position: int) -> tuple[dict[str, Any], int]:
        result: dict[str, Any] = {}
        has_comma = True
        position = skip_space(self._text, position + 1)
        while not self._text.startswith("}", position):
            if not has_comma:
                raise self._unexpected(position)
            name, end = self._parse_name(position)
            colon = skip_space(self._text, end)
            if not self._text.startswith(":", colon):
                raise self._unexpected(colon)
            result[name], end = self._parse_value(skip_space(self._text, colon + 1))
            position, has_comma = self._skip_comma(end)
        return result, position + 1

    def _parse_name(self, position: int) -> tuple[str, int]:
        if match := _NAME.match(self._text, position):
            return match[0], match.end()
        match = _STRING.match(self._text, position)
        if not match or match[0][0] == "`":
            raise self._unexpected(position)
        return _unescape(match[0]), match.end()

    def _unexpected(self, position: int) -> NotationError:
        line = self._text.count("\n", 0, position) + 1
        shown = self._text[position : position + 20].split("\n")[0]
        return NotationError(f"line {line} is not plain data: {shown!r}")


def _read_number(literal: str) -> float:
    digits = literal.lstrip("-")
    # JavaScript keeps no more digits, and Python refuses to parse thousands of digits.
    return int(literal) if digits.isdigit() and len(digits) <= 15 else float(literal)


def _unescape(literal: str) -> str:
    def replace(match: re.Match[str]) -> str:
        escape = match[1]
        if escape in _LINE_ENDS:
            return ""
        if len(escape) > 1:
            return chr(int(escape[1:].strip("{}"), 16))
        return _ESCAPED.get(escape, escape)

    halves = _ESCAPE.sub(replace, literal[1:-1])
    # JavaScript may escape a character as two surrogates.
    return halves.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
