"""Who a player is: a secret that the browser keeps, of which the server stores a hash."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from random import Random, SystemRandom
from typing import Final

from merels.errors import NotationError

SECRET_BYTES: Final = 16
LONGEST_NAME: Final = 24
MOST_MARKS: Final = 2
"""Accents that one letter may carry."""

SYSTEM: Final = SystemRandom()
"""Random numbers that nobody can foresee, and that no seed repeats."""

_SECRET: Final = re.compile("[A-Za-z0-9_-]{21}[AQgw]")
"""16 bytes as base64url without padding: the last letter carries two bits."""
_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_ID_LENGTH: Final = 12
_ID: Final = re.compile(f"[{_LETTERS}]{{{_ID_LENGTH}}}")


def make_id(random: Random = SYSTEM) -> str:
    """Return the random name of a game or a player: 70 bits, in letters that do not look alike.

    >>> is_id(make_id()), is_id("0"), make_id(Random(5)) == make_id(Random(5))
    (True, False, True)
    """
    return "".join(random.choice(_LETTERS) for _ in range(_ID_LENGTH))


def derive_id(text: str) -> str:
    """Return the one name that belongs to a text, in the form of `make_id`.

    >>> derive_id("Ada")
    'eZbSrCuDRYeW'
    """
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    letters = []
    for _ in range(_ID_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[rest])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a text has the form of a game's or a player's name."""
    return _ID.fullmatch(text) is not None


def make_secret() -> str:
    """Return a new secret, as a browser makes it.

    >>> len(make_secret()), len(hash_secret(make_secret()))
    (22, 64)
    """
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(text: str) -> str:
    """Return the stored hash of a secret; 128 random bits need neither salt nor a slow hash.

    Raises `NotationError` for a text that is not a secret, without quoting it: it may be a secret
    with a typing mistake.
    """
    if not _SECRET.fullmatch(text):
        raise NotationError(
            f"this is not a secret ({len(text)} characters)",
            f"a secret is {SECRET_BYTES} random bytes as base64url: 22 letters, digits, - and _",
        )
    return hashlib.sha256(text.encode()).hexdigest()


def clean_name(text: str) -> str:
    r"""Return a player's name as it is shown: without spaces around it, on one line.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'

    Raises `NotationError` if nothing is left, if it is too long, or if it contains characters that
    do not print, such as marks that turn the direction of writing.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NotationError(f"the name has {len(name)} characters", f"1 to {LONGEST_NAME} are fine")
    if not name.isprintable() or _has_stacked_marks(name):
        raise NotationError(f"the name {name!r} has characters that do not print")
    return name


def _has_stacked_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.combining(letter) else "l" for letter in name)
    return "m" * (MOST_MARKS + 1) in marks
