"""Secrets and names."""

import pytest

from merels.errors import NotationError
from merels.online.identity import clean_name, hash_secret, make_secret


@pytest.mark.parametrize("text", ["", "A" * 21, "A" * 23, "A" * 21 + "B", "A" * 21 + "=", "ä" * 22])
def test_what_is_not_a_secret_is_refused_unquoted(text):
    with pytest.raises(NotationError) as caught:
        hash_secret(text)
    assert not text or text not in str(caught.value)


def test_secrets_differ_and_hashes_do_not_show_them():
    first, second = make_secret(), make_secret()
    assert first != second
    assert hash_secret(first) == hash_secret(first) != hash_secret(second)
    assert first not in hash_secret(first)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a\u202eb", "a\x00b", "a\u200bb", "z\u0310\u0311\u0312"]
)
def test_bad_names(name):
    with pytest.raises(NotationError):
        clean_name(name)


def test_good_names():
    assert clean_name(" 山田  太郎 ") == "山田 太郎"
    assert clean_name("<b>&amp;") == "<b>&amp;"  # pages write names as text
    assert clean_name("Zoe\u0308") == "Zoë"
