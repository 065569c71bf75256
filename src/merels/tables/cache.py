"""A cache of decoded blocks, bounded in bytes; the least recently used block goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

from merels.board.index.dense import Slots


class BlockSource(Protocol):
    """A table file to read blocks from, compared by identity."""

    def read_block(self, number: int) -> Slots:
        """Return the slots of one block."""


class BlockCache:
    """Blocks of any number of files. Thread-safe.

    ``capacity`` is in bytes of decoded blocks. Errors are not cached: the next caller reads the
    block again.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 0:
            raise ValueError(f"a cache cannot have {capacity} bytes; 0 turns it off")
        self.capacity = capacity
        self._size = 0
        self._blocks: OrderedDict[tuple[BlockSource, int], Slots] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """The bytes in the cache, never more than the capacity."""
        return self._size

    def read_block(self, source: BlockSource, number: int) -> Slots:
        """Return a block, read from the file only if it is not in the cache."""
        key = source, number
        with self._lock:
            block = self._blocks.get(key)
            if block is not None:
                self._blocks.move_to_end(key)
                return block
        # Outside the lock, so that others go on; at worst two threads read the same block.
        block = source.read_block(number)
        with self._lock:
            self._keep(key, block)
        return block

    def clear(self) -> None:
        """Forget every block."""
        with self._lock:
            self._blocks.clear()
            self._size = 0

    def _keep(self, key: tuple[BlockSource, int], block: Slots) -> None:
        if key in self._blocks or block.nbytes > self.capacity:
            return
        while self._size + block.nbytes > self.capacity:
            _, oldest = self._blocks.popitem(last=False)
            self._size -= oldest.nbytes
        self._blocks[key] = block
        self._size += block.nbytes
