"""Read a value from the tables of a static site, in plain Python; with `xxhash` it checks the sums.

    python read_static.py https://example.org/tables/ nine a7,d7,f4,g1 b2,c3,d5

prints the value for the side with the first men, which is to move, and what it took. A folder may
stand for the address. The words are those of `static-tables.md`; boards, slots and packed blocks
are those of `read_table.py` and `read_packed.py`.
"""

import json
import struct
import sys
import zlib
from bisect import bisect_left
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from read_packed import Model
from read_table import board_of

try:
    from xxhash import xxh32_intdigest
except ImportError:
    xxh32_intdigest = None


class Tables:
    """The tables below an address, or in a folder."""

    def __init__(self, address):
        self.address, self.requests, self.bytes = address, 0, 0

    def read(self, path, start=None, end=None):
        """Return a file, or its bytes from ``start`` to ``end``."""
        self.requests += 1
        if "://" in self.address:
            headers = {} if start is None else {"Range": f"bytes={start}-{end - 1}"}
            with urlopen(Request(urljoin(self.address, path), headers=headers)) as answer:
                if start is not None and answer.status != 206:
                    raise ValueError("the host ignores ranges of bytes")
                data = answer.read()
        else:
            data = (Path(self.address) / path).read_bytes()[start:end]
        self.bytes += len(data)
        return data

    def open(self, variant, men, kind="distance"):
        """Return a table by its own and enemy men, on the board and in hand."""
        found = json.loads(self.read("catalog.json"))["variants"][variant]
        catalog = json.loads(self.read(found["catalog"]))
        for row in catalog["tables"][kind]:
            entry = dict(zip(catalog["columns"], row, strict=True))
            if [entry[name] for name in catalog["columns"][:4]] == list(men):
                return Table(self, catalog, entry, kind)
        raise ValueError(f"there is no table {men}")


def check(data, seed, checksum):
    if xxh32_intdigest and xxh32_intdigest(data, seed=seed % 2**32) != checksum:
        raise ValueError("the bytes are damaged")
    return data


def inflate(data):
    return zlib.decompress(data, wbits=-15)


class Table:
    """A table of the catalog; the attributes are what `read_packed.Model` needs."""

    def __init__(self, tables, catalog, entry, kind):
        if entry["file"] is None:
            raise ValueError("the table is left out: play each move and read the values after it")
        self.tables, self.catalog, self.entry, self.kind = tables, catalog, entry, kind
        self.enemy, self.slots = entry["enemy"], catalog["block_slots"]
        self.board = board_of(catalog["variant"])
        self.orbits, self.firsts = self.board.number_orbits(entry["own"], self.enemy)
        self.model = None
        if entry["model"] is not None:
            data = check(tables.read(entry["model"]), 0, entry["model_checksum"])
            self.model = Model(entry | catalog, inflate(data))

    def read(self, start, end):
        """Return bytes of the table's file, which may be cut into parts."""
        split, path = self.catalog["split"], self.entry["file"]
        if split is None:
            return self.tables.read(path, start, end)
        return b"".join(
            self.tables.read(
                f"{path}.{part}", max(start - part * split, 0), min(end - part * split, split)
            )
            for part in range(start // split, (end - 1) // split + 1)
        )

    def read_block(self, number):
        """Return the data of a block: a page of the index says where it is."""
        page, place = divmod(number, self.catalog["page_blocks"])
        blocks = -(-self.entry["positions"] // self.slots) - page * self.catalog["page_blocks"]
        start = page * (2 * self.catalog["page_blocks"] + 10)
        data = self.read(start, start + 2 * min(blocks, self.catalog["page_blocks"]) + 10)
        check(data[:-4], self.entry["seed"] + page, int.from_bytes(data[-4:], "little"))
        sizes = struct.unpack(f"<{len(data) // 2 - 5}H", data[6:-4])
        start = int.from_bytes(data[:6], "little") + sum(sizes[:place])
        data = self.read(start, start + sizes[place])
        seed = self.entry["seed"] + 2**31 + number
        return check(data[:-4], seed, int.from_bytes(data[-4:], "little"))

    def decode(self, number):
        """Return the values of a block."""
        data = self.read_block(number)
        if self.model is not None:
            return self.model.decode(data, self, number)
        content = inflate(data)
        if self.kind == "wdl":
            return [byte // 3**i % 3 for byte in content for i in range(5)]
        is_wide = self.entry["score_bytes"] == 2
        return struct.unpack(f"<{len(content) // 2}H", content) if is_wide else content

    def score(self, own, enemy):
        """Return 0 for a draw, else plies to the end + 1; kind wdl: 1 lost, 2 won."""
        image = self.board.image
        own, enemy = min((image(own, each), image(enemy, each)) for each in self.board.numbers)
        rank = bisect_left(self.board.list_classes(own, self.enemy), enemy)
        number, place = divmod(self.firsts[bisect_left(self.orbits, own)] + rank, self.slots)
        return self.decode(number)[place]


if __name__ == "__main__":
    from read_table import NAMES

    address, variant, *sides = sys.argv[1:]
    tables = Tables(address)
    points = [[NAMES.index(name) for name in side.split(",")] for side in sides]
    table = tables.open(variant, (len(points[0]), len(points[1]), 0, 0))
    score = table.score(*(sum(1 << point for point in side) for side in points))
    plies = " in 1 ply" if score == 2 else f" in {score - 1} plies"
    print(("lost" if score % 2 else "won" if score else "drawn") + (plies if score else ""))
    print(f"{tables.requests} requests, {tables.bytes:,} bytes")
