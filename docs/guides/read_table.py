"""Read any stored table in plain Python. It needs `zstandard`; with `xxhash` it checks the sums.

    python read_table.py 4-3.mtb a7,d7,f4,g1 b2,c3,d5

prints the value for the side with the first men, which is to move. The words are those of
`table-format.md`. Beside it, `read_board.py` has the boards of other shapes than three squares,
and `read_packed.py` decodes packed blocks.
"""

import json
import struct
import sys
from bisect import bisect_left
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


class Board:
    """Positions as sets of points, and their numbers in a table."""

    def __init__(self, names, symmetries):
        self.names, self.symmetries, self.numbers = names, symmetries, range(len(symmetries))
        self.list_classes = lru_cache(8)(self.list_classes)
        self.image_of_byte = cache(self.image_of_byte)

    def image_of_byte(self, number, place, byte):
        images = self.symmetries[number][8 * place : 8 * place + 8]
        return sum(1 << point for i, point in enumerate(images) if byte >> i & 1)

    def image(self, mask, number):
        return sum(self.image_of_byte(number, i, mask >> 8 * i & 255) for i in range(4))

    def group_of(self, own):
        return [number for number in self.numbers if self.image(own, number) == own]

    def list_classes(self, own, men):
        """Return the sets of men beside the own ones that are the smallest of their class."""
        free = [1 << point for point in range(len(self.names)) if not own >> point & 1]
        group, masks = self.group_of(own)[1:], sorted(map(sum, combinations(free, men)))
        return [mask for mask in masks if all(self.image(mask, each) >= mask for each in group)]

    def count_classes(self, own, men):
        """Return how many there are: the mean number of sets that a symmetry maps to themselves."""
        group, total = self.group_of(own), 0
        for symmetry in map(self.symmetries.__getitem__, group):
            ways, seen = [1] + [0] * men, own
            for first in range(len(self.names)):
                point, length = first, 0  # of the cycle through the point
                while not seen >> point & 1:
                    seen, length, point = seen | 1 << point, length + 1, symmetry[point]
                if length:
                    ways = [a + b for a, b in zip(ways, [0] * length + ways, strict=False)]
            total += ways[men]
        return total // len(group)

    def number_orbits(self, own_men, enemy_men):
        """Return the orbits of the own men, and the first slot of each."""
        orbits = self.list_classes(0, own_men)
        return orbits, [0, *accumulate(self.count_classes(own, enemy_men) for own in orbits)]


def board_of(variant):
    """Return the board of a header's variant; all shipped ones from nine men on have the first."""
    if variant.get("name") in ("three", "five", "six") or "points" in variant:
        from read_board import describe_board

        return Board(*describe_board(variant))
    return Board(NAMES, SYMMETRIES)


class Table:
    """A table's file, in memory; the block that was read last stays decoded."""

    def __init__(self, path):
        self.data, self.decoded = Path(path).read_bytes(), {}
        start = 16 + struct.unpack_from("<I", self.data, 12)[0]
        (self.seed,) = struct.unpack_from("<Q", self.data, start)
        self.header = header = json.loads(self.check(0, start, 0, self.seed)[16:])
        if not header.get("stored", True):
            raise ValueError(f"{path} has no values: they follow from other tables")
        self.enemy, self.slots = header["enemy"], header["block_slots"]
        self.board = board_of(header["variant"])
        self.orbits, self.firsts = self.board.number_orbits(header["own"], self.enemy)
        index, start = self.read(start + 8, 12 * -(-header["positions"] // self.slots), self.seed)
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
        ours, theirs = self.header["own"], self.enemy
        if (own.bit_count(), enemy.bit_count()) != (ours, theirs) or own & enemy:
            raise ValueError(f"the table has {ours} men against {theirs}, on different points")
        image = self.board.image
        own, enemy = min((image(own, each), image(enemy, each)) for each in self.board.numbers)
        rank = bisect_left(self.board.list_classes(own, self.enemy), enemy)
        number, place = divmod(self.firsts[bisect_left(self.orbits, own)] + rank, self.slots)
        if number not in self.decoded:
            self.decoded = {number: self.decode(number)}
        return self.decoded[number][place]

    def decode(self, number):
        """Return the values of a block."""
        begin, end = self.starts[number : number + 2]
        block = self.check(begin, end, self.seed + number + 1, self.checksums[number])
        if self.header["codec"] == "packed":
            return self.model.decode(block, self, number)
        content = zstandard.ZstdDecompressor().decompress(block)
        if self.header["kind"] == "wdl":
            return [byte // 3**i % 3 for byte in content for i in range(5)]
        is_wide = self.header.get("score_bytes") == 2
        return struct.unpack(f"<{len(content) // 2}H", content) if is_wide else content


if __name__ == "__main__":
    try:
        table = Table(sys.argv[1])
        points = [[table.board.names.index(n) for n in men.split(",")] for men in sys.argv[2:]]
        score = table.score(*(sum({1 << point for point in men}) for men in points))
    except (OSError, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
    plies = " in 1 ply" if score == 2 else f" in {score - 1} plies"
    is_exact = score and table.header["kind"] == "distance"
    print(("lost" if score % 2 else "won" if score else "drawn") + (plies if is_exact else ""))
