"""Parsing and formatting sizes."""

import pytest

from merels import NotationError
from merels.solver.resources import format_bytes, parse_bytes


@pytest.mark.parametrize(
    ("text", "size"),
    [("0", 0), ("500M", 500 << 20), ("8G", 8 << 30), (" 8GiB ", 8 << 30), ("2tb", 2 << 40)],
)
def test_sizes_are_parsed(text, size):
    assert parse_bytes(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1G", "1.5G", "8 G", "8X", "9" * 16, "٣"])
def test_invalid_text_is_quoted(text):
    with pytest.raises(NotationError) as caught:
        parse_bytes(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1 << 10, "1.0 KiB"), (3 << 29, "1.5 GiB")],
)
def test_sizes_are_formatted(size, text):
    assert format_bytes(size) == text
