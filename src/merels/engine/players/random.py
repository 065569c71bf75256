"""A small random generator that every language can reproduce bit for bit.

The state is a 32-bit number that grows by a constant; each output is the state, scrambled. All
arithmetic is unsigned and modulo 2^32 (in JavaScript: ``Math.imul`` and ``>>> 0``).
"""

from __future__ import annotations

import secrets
from typing import Final

_BITS: Final = 32
_MASK: Final = (1 << _BITS) - 1
_STEP: Final = 0x9E3779B9  # odd, so the state takes all 2^32 values before it returns


def scramble(word: int) -> int:
    """Return a 32-bit number that looks unrelated to ``word``; different words give different ones.

    >>> scramble(0), scramble(1)
    (0, 1364076727)
    """
    word &= _MASK
    word = (word ^ word >> 16) * 0x85EBCA6B & _MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & _MASK
    return word ^ word >> 16


def derive_seed(seed: int, *words: int) -> int:
    """Return a seed that depends on ``seed`` and on all ``words`` in their order.

    >>> derive_seed(7) == 7, derive_seed(7, 1, 2) == derive_seed(7, 2, 1)
    (True, False)
    """
    state = seed & _MASK
    for word in words:
        state = scramble(state + _STEP) ^ word & _MASK
    return state


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(_BITS)


class Generator:
    """A stream of random numbers, the same for the same seed.

    >>> generator = Generator(1)
    >>> [generator.choice(6) for _ in range(8)]
    [3, 4, 2, 1, 0, 3, 0, 2]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next number, 0 to 2^32 - 1."""
        self._state = self._state + _STEP & _MASK
        return scramble(self._state)

    def choice(self, count: int) -> int:
        """Return a number from 0 to ``count - 1``: the remainder of the next number."""
        return self.next() % count
