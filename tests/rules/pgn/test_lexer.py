"""Tokens of game files: every text has tokens, and bad text is a token too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from merels import NotationError
from merels.rules.pgn.lexer import TokenKind, generate_tokens, parse_tag


def kinds_of(*lines):
    return [(token.kind.name, token.text) for token in generate_tokens(lines)]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("1. d6 f4xb2 2... a1-a4", "NUMBER MOVE MOVE NUMBER MOVE"),
        ("d6!? $14 (f4) *", "MOVE GLYPH GLYPH OPEN MOVE CLOSE RESULT"),
        ("1-0", "RESULT"),
        ("1-0x", "MOVE"),
        ("d6 ; rest of the line", "MOVE COMMENT"),
        ("d6 }", "MOVE INVALID"),
        ("% everything", ""),
        ("\ufeff 1. d6", "NUMBER MOVE"),
    ],
)
def test_tokens(line, tokens):
    assert [kind for kind, _ in kinds_of(line)] == tokens.split()


def test_a_comment_may_span_lines_and_begins_where_it_was_opened():
    tokens = list(generate_tokens(["d6 {one\n", "  two} f4\n"]))
    assert [(token.text, token.line) for token in tokens] == [("d6", 1), ("one two", 1), ("f4", 2)]


def test_a_new_game_closes_an_open_comment():
    lines = ["1. d6 {open\n", "\n", '[Event "next"]\n']
    kinds = [(token.kind, token.line) for token in generate_tokens(lines)][2:]
    assert kinds == [(TokenKind.INVALID, 1), (TokenKind.START, 3), (TokenKind.TAG, 3)]


@given(st.lists(st.text(alphabet='d6x-1.*(){}[]";%$! \\Event\n', max_size=30), max_size=5))
def test_any_text_has_tokens_in_order(lines):
    tokens = list(generate_tokens(lines))
    assert all(1 <= token.line <= len(lines) for token in tokens)
    assert all(isinstance(token.kind, TokenKind) for token in tokens)


def test_quotes_in_tags():
    assert parse_tag(r'[White "A \"B\" \\ C"]') == ("White", r'A "B" \ C')


@pytest.mark.parametrize("text", ["[White]", '[White "A', '[ "A"]', "[]"])
def test_a_bad_tag_is_quoted(text):
    with pytest.raises(NotationError) as caught:
        parse_tag(text)
    assert repr(text) in str(caught.value)
