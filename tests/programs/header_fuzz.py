"""Reads tables with false headers and right checksums, in a process that may crash: `test_bounds`.

With ``NUMBA_BOUNDSCHECK=1`` an index outside its array raises `IndexError` here, where it would
otherwise end the process, or not, as luck has it.
"""

from __future__ import annotations

import json
import random
import sys
from copy import copy
from itertools import cycle, islice, product
from pathlib import Path
from typing import Final

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "support"))

from damage import MemorySource, Parts
from own_variant import CROSSES, LINE
from packing import image_of

from merels import VARIANTS, CorruptTableError
from merels.values.format.file import TableFile
from merels.values.format.header import MOST_PACKED_POINTS, Codec, Header, Kind
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import gather_statistics

MOST_BLOCKS: Final = 1000
GROUPS: Final = (
    ("variant", "rules"),
    ("own", "enemy", "own_in_hand", "enemy_in_hand"),
    ("positions", "wins", "draws", "losses", "histogram", "longest_win", "longest_loss"),
    ("codec", "model_bytes"),
    ("kind",),
    ("score_bytes",),
    ("block_slots",),
    ("stored", "sha256"),
)
"""Fields that mean something only together."""
ABSURD: Final = (None, True, -1, 0, 1, 2, 3, 5, 24, 25, 10**30, 0.5, "", "packed", [], [0] * 9, {})


def make_tables() -> list[bytes]:
    """Return small tables of every board, kind and codec, of one and of two bytes a score."""
    chance = np.random.default_rng(1)
    tables = []
    solved = [variant for variant in VARIANTS.values() if variant.is_usual]
    for variant in (*solved, CROSSES, LINE):
        key = TableKey(2, 2, variant.men - 2, variant.men - 2, variant)
        for kind, codec, width in product(Kind, Codec, (np.uint8, np.uint16)):
            is_wide, is_packed = width is np.uint16, codec is Codec.PACKED
            if is_wide and (is_packed or kind is Kind.WDL):
                continue
            if is_packed and key.points > MOST_PACKED_POINTS:
                continue
            most = 1000 if is_wide else 20
            slots = chance.integers(0, most, key.index.size).astype(width)
            statistics = gather_statistics(key, slots)
            header = Header(key, kind, statistics, 1000, codec, score_bytes=1 + is_wide)
            tables.append(image_of(header, slots))
    return tables


def alter(document: dict, others: list[dict], chance: random.Random) -> dict:
    """Return a document with some groups of fields of another one, or one absurd value."""
    document = json.loads(json.dumps(document))
    if chance.random() < 0.25:
        document[chance.choice(list(document))] = chance.choice(ABSURD)
        return document
    other = chance.choice(others)
    for group in chance.sample(GROUPS, chance.randint(1, 5)):
        for field in group:
            document.pop(field, None)
            if field in other:
                document[field] = other[field]
    return document


def read(data: bytes) -> np.ndarray | None:
    """Return the values of a file, None if it is refused."""
    try:
        header = TableFile(MemorySource(data)).header
        file = TableFile(MemorySource(data), header.key, header.kind)
        if not header.stored:
            return None
        slots = file.read_all()
    except CorruptTableError:
        return None
    assert len(slots) == header.statistics.positions
    return slots


def assemble(document: dict, donor: Parts, models: list[bytes]) -> bytes:
    """Return a file of a header, with as many blocks as it promises, and right checksums."""
    file, slots = copy(donor), document.get("block_slots")
    if document.get("codec") == "packed" and document.get("stored") is True:
        file.model = donor.model or models[0]
        document["model_bytes"] = len(file.model)
    if type(slots) is int and slots > 0 and type(document.get("positions")) is int:
        count = min(max(-(-document["positions"] // slots), 0), MOST_BLOCKS)
        file.blocks = list(islice(cycle(donor.blocks), count))
    file.rewrite(json.dumps(document).encode())
    return file.join()


def main(seed: int, cases: int) -> None:
    """Read altered tables; print how many were read as before, otherwise, and not at all."""
    chance = random.Random(seed)
    parts = [Parts(data) for data in make_tables()]
    documents = [each.document for each in parts]
    models = [each.model for each in parts if each.model]
    counts = {"as before": 0, "otherwise": 0, "refused": 0}
    for _ in range(cases):
        donor = chance.choice(parts)
        document = alter(donor.document, documents, chance)
        print(json.dumps(document), file=sys.stderr, flush=True)  # the last one is at fault
        slots = read(assemble(document, donor, models))
        if slots is None:
            counts["refused"] += 1
            continue
        is_same = np.array_equal(slots, read(donor.join()))
        # Packed bytes stand for other values under another header: only their number is certain.
        assert is_same or document["codec"] == "packed"
        counts["as before" if is_same else "otherwise"] += 1
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
