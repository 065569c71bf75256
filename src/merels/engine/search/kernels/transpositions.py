"""The transposition table: what searches have learnt about positions, shared by all threads.

A position is its own key: 58 bits hold all men and both hands, so no two positions share a key. An
entry is two words, the data and the key mixed with the data: if two threads write at once and tear
an entry, its key no longer fits and the entry counts as empty. ::

    key    bits 0-23 own men   24-47 enemy's men   48-51 own hand   52-55 enemy's hand
           56-59 how near the limit of plies without a capture is
           60 and 61 an own man and an enemy's on the 25th point, which few boards have
    data   bits 0-14 turn      15-30 score + 2^15  31-38 depth      39-40 bound   41-47 age
"""

from __future__ import annotations

from typing import Final

from merels._jit import inlined, kernel

# isort: split
import numpy as np

from merels.board.index.ranking import Int64s

UPPER: Final = 1
LOWER: Final = 2
EXACT: Final = 3

BUCKET: Final = 4
"""Entries where a key may be stored: as many as fit in a cache line."""

WORDS: Final = 2 * BUCKET

KNOWN: Final = 255
"""The depth of an entry from the oracle: greater than any search's."""

AGES: Final = 128
LOW: Final = (1 << 24) - 1
"""The first 24 points."""
_OFFSET: Final = 1 << 15


def create_table(megabytes: int) -> Int64s:
    """Return an empty table of at most ``megabytes``; the number of buckets is a power of two."""
    buckets = 1 << ((megabytes << 20) // (WORDS * 8)).bit_length() - 1
    words = np.zeros(buckets * WORDS + WORDS, dtype=np.int64)
    start = -(words.ctypes.data // 8) % WORDS  # a bucket begins with a cache line
    return words[start : start + buckets * WORDS]


@inlined
def key_of(own: int, enemy: int, hands: int) -> int:
    """Return the key of a position.

    ``hands`` has the own men in hand in bits 0-3, the enemy's men in hand in bits 4-7.
    """
    men = own & LOW | (enemy & LOW) << 24 | hands << 48
    return men | own >> 24 << 60 | enemy >> 24 << 61


@inlined
def bucket_of(key: int, table: Int64s) -> int:
    """Return where the bucket of a key begins."""
    mixed = key * -7046029254386353131
    mixed ^= mixed >> 29 & 0x7FFFFFFFF
    mixed *= -4658895280553007687
    return (mixed >> 20) * WORDS & (len(table) - 1)


@inlined
def find(key: int, bucket: int, table: Int64s) -> int:
    """Return the data of a key, 0 if it has no entry."""
    for word in range(bucket, bucket + WORDS, 2):
        data = table[word + 1]
        if table[word] ^ data == key and data:
            return int(data)
    return 0


@kernel
def store_known(key: int, score: int, age: int, table: Int64s) -> None:
    """Store the exact score of a position that the oracle knows."""
    store(key, bucket_of(key, table), 0, score, KNOWN, EXACT, age, table)


@inlined
def store(
    key: int, bucket: int, turn: int, score: int, depth: int, bound: int, age: int, table: Int64s
) -> None:
    """Replace the entry of the same key, or else the entry least worth keeping.

    A deeper entry of the same key is replaced too: keeping it gained one of 1,542 hard positions
    and lost one. Symmetric positions do not share an entry: while eight men or more are in hand,
    sharing gained one and lost none.
    """
    worst, place = 1 << 40, bucket
    for word in range(bucket, bucket + WORDS, 2):
        data = table[word + 1]
        if table[word] ^ data == key:
            place = word
            break
        worth = (data >> 31 & 0xFF) - ((age - (data >> 41)) % AGES << 3)
        if worth < worst:
            worst, place = worth, word
    data = turn | score + _OFFSET << 15 | depth << 31 | bound << 39 | age << 41
    table[place] = key ^ data
    table[place + 1] = data


@inlined
def turn_in(data: int) -> int:
    """Return the turn of an entry."""
    return data & 0x7FFF


@inlined
def score_in(data: int) -> int:
    """Return the score of an entry."""
    return (data >> 15 & 0xFFFF) - _OFFSET


@inlined
def depth_in(data: int) -> int:
    """Return the depth of an entry."""
    return data >> 31 & 0xFF


@inlined
def bound_in(data: int) -> int:
    """Return the bound of an entry: whether its score is exact."""
    return data >> 39 & 3
