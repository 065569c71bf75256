"""Read any stored table in plain Python. It needs `zstandard`; with `xxhash` it checks the sums.

    python read_table.py 4-3.mtb a7,d7,f4,g1 b2,c3,d5

prints the value for the side with the first men, which is to move. The words are those of
`table-format.md`. Packed blocks are decoded by `read_packed.py`.
"""

import json
import struct
import sys
from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from itertools import accumulate, combinations
from pathlib import Path

import zstandard

try:
    from xxhash import xxh3_64_intdigest
except ImportError:
    xxh3_64_intdigest = None

NAMES = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
ORDERS = (0, 1, 2), (2, 1, 0)
TURNS = [(sign, turn) for sign in (1, -1) for turn in (0, 2, 4, 6)]
SYMMETRIES = [  # the point that each point is mapped to; the first moves none
    [8 * square + (sign * place + turn) % 8 for square in squares for place in range(8)]
    for squares in ORDERS
    for sign, turn in TURNS
]


@cache
def image_of_byte(number, place, byte):
    return sum(1 << SYMMETRIES[number][8 * place + i] for i in range(8) if byte >> i & 1)


def image(mask, number):
    return sum(image_of_byte(number, place, mask >> 8 * place & 255) for place in range(3))


def group_of(own):
    return [number for number in range(16) if image(own, number) == own]


@lru_cache(8)
def list_classes(own, men):
    """Return the sets of men beside the own ones that are the smallest of their class."""
    free, group = [1 << p for p in range(24) if not own >> p & 1], group_of(own)[1:]
    masks = sorted(map(sum, combinations(free, men)))
    return [mask for mask in masks if all(image(mask, number) >= mask for number in group)]


def count_classes(own, men):
    """Return how many there are: the mean number of sets that a symmetry maps to themselves."""
    group, total = group_of(own), 0
    for symmetry in map(SYMMETRIES.__getitem__, group):
        ways, seen = [1] + [0] * men, own
        for first in range(24):
            point, length = first, 0  # of the cycle through the point
            while not seen >> point & 1:
                seen, length, point = seen | 1 << point, length + 1, symmetry[point]
            if length:
                ways = [n + (ways[k - length] if k >= length else 0) for k, n in enumerate(ways)]
        total += ways[men]
    return total // len(group)


@cache
def number_orbits(own_men, enemy_men):
    """Return the orbits of the own men, and the first slot of each."""
    orbits = list_classes(0, own_men)
    return orbits, [0, *accumulate(count_classes(own, enemy_men) for own in orbits)]


class Table:
    """A table's file, in memory; the block that was read last stays decoded."""

    def __init__(self, path):
        self.data, self.decoded = Path(path).read_bytes(), {}
        start = 16 + struct.unpack_from("<I", self.data, 12)[0]
        (self.seed,) = struct.unpack_from("<Q", self.data, start)
        self.header = header = json.loads(self.check(0, start, 0, self.seed)[16:])
        if not header.get("stored", True):
            raise ValueError(f"{path} has no values: they follow from other tables")
        self.men, self.slots = (header["own"], header["enemy"]), header["block_slots"]
        count = -(-header["positions"] // self.slots)
        index, start = self.read(start + 8, 12 * count, self.seed)
        self.checksums, sizes = zip(*struct.iter_unpack("<QI", index), strict=True)
        if header["codec"] == "packed":
            model, start = self.read(start, header["model_bytes"], self.seed - 1)
            from read_packed import Model

            self.model = Model(header, zstandard.ZstdDecompressor().decompress(model))
        self.starts = list(accumulate(sizes, initial=start))

    def check(self, start, end, seed, checksum):
        part = self.data[start:end]
        if xxh3_64_intdigest and xxh3_64_intdigest(part, seed=seed % 2**64) != checksum:
            raise ValueError(f"bytes {start} to {end} are damaged")
        return part

    def read(self, start, size, seed):
        (checksum,) = struct.unpack_from("<Q", self.data, start + size)
        return self.check(start, start + size, seed, checksum), start + size + 8

    def score(self, own, enemy):
        """Return 0 for a draw, else plies to the end + 1; kind wdl: 1 lost, 2 won."""
        own, enemy = min((image(own, number), image(enemy, number)) for number in range(16))
        orbits, firsts = number_orbits(*self.men)
        slot = firsts[bisect_left(orbits, own)] + bisect_left(list_classes(own, self.men[1]), enemy)
        number, place = divmod(slot, self.slots)
        if number not in self.decoded:
            self.decoded = {number: self.decode(number)}
        return self.decoded[number][place]

    def decode(self, number):
        """Return the values of a block."""
        begin, end = self.starts[number : number + 2]
        block = self.check(begin, end, self.seed + number + 1, self.checksums[number])
        if self.header["codec"] == "packed":
            return self.model.decode(block, self.list_positions(number))
        content = zstandard.ZstdDecompressor().decompress(block)
        is_wdl = self.header["kind"] == "wdl"
        return [byte // 3**i % 3 for byte in content for i in range(5)] if is_wdl else content

    def list_positions(self, number):
        (orbits, firsts), end = number_orbits(*self.men), self.header["positions"]
        for slot in range(number * self.slots, min((number + 1) * self.slots, end)):
            orbit = bisect_right(firsts, slot) - 1
            yield orbits[orbit], list_classes(orbits[orbit], self.men[1])[slot - firsts[orbit]]


if __name__ == "__main__":
    masks = (sum(1 << NAMES.index(name) for name in men.split(",")) for men in sys.argv[2:])
    score = Table(sys.argv[1]).score(*masks)
    plies = "1 ply" if score == 2 else f"{score - 1} plies"
    print(("lost" if score % 2 else "won") + f" in {plies}" if score else "drawn")
