"""The format as docs/table-format.md describes it, read without our own code.

The page itself reads an exact table; this test reads the other kind.
"""

import json
import struct

import xxhash
import zstandard
from damage import load
from solved import KEYS, solved_folder

from merels.values.folder import TableFolder
from merels.values.format.header import Kind


def read_results(data):
    """Return the results of a table of kind ``wdl``, following the page line by line."""
    magic, version, length = struct.unpack_from("<8sII", data)
    assert (magic, version) == (b"MERELS\r\n", 2)
    place = 16 + length
    header = json.loads(data[16:place])
    assert header["format"] == "merels-table"
    assert header["kind"] == "wdl"
    (seed,) = struct.unpack_from("<Q", data, place)
    assert xxhash.xxh3_64_intdigest(data[:place]) == seed
    place += 8
    blocks = -(-header["positions"] // header["block_slots"])
    index = data[place : place + 12 * blocks]
    place += len(index)
    assert struct.unpack_from("<Q", data, place) == (xxhash.xxh3_64_intdigest(index, seed=seed),)
    place += 8
    results = []
    for number, (checksum, size) in enumerate(struct.iter_unpack("<QI", index)):
        block = data[place : place + size]
        place += size
        block_seed = (seed + number + 1) % 2**64
        assert xxhash.xxh3_64_intdigest(block, seed=block_seed) == checksum
        slots = min(header["block_slots"], header["positions"] - len(results))
        packed = zstandard.ZstdDecompressor().decompress(block)
        results += [byte // 3**digit % 3 for byte in packed for digit in range(5)][:slots]
    assert place == len(data)
    assert [results.count(result) for result in (0, 1, 2)] == [
        header[name] for name in ("draws", "losses", "wins")
    ]
    return results


def test_a_table_without_distances_is_as_described():
    folder = TableFolder(solved_folder(kind=Kind.WDL))
    for key in KEYS:
        results = read_results(folder.path_of(key, Kind.WDL).read_bytes())
        assert results == [0 if score == 0 else 2 - score % 2 for score in load(key).tolist()]
