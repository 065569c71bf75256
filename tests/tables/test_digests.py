"""SHA-256 of tables: against a separate computation, however the file is packed."""

from __future__ import annotations

import hashlib
from itertools import combinations
from pathlib import Path

import pytest
from damage import BLOCK_SLOTS, KEYS
from damage import load as load_slots
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

import merels
from merels import CorruptTableError, NotationError
from merels.board.symmetry import SYMMETRIES
from merels.rules.position import Position
from merels.tables.digests import digest_slots, digest_tables, published_digests, read_digests
from merels.tables.folder import TableFolder
from merels.tables.key import TableKey, all_placing_tables


def order_of(position: Position) -> tuple[int, int]:
    """A position's slot, computed only from the description in docs/table-format.md."""
    images = [position.transform(symmetry) for symmetry in SYMMETRIES]
    smallest = min(image.own for image in images)
    return smallest, min(rank(i.own, i.enemy) for i in images if i.own == smallest)


def rank(own: int, enemy: int) -> int:
    """The enemy's men as a mask of the free points, which has the same order as their rank."""
    free = [point for point in range(24) if not own >> point & 1]
    return sum(1 << number for number, point in enumerate(free) if enemy >> point & 1)


@pytest.mark.parametrize(
    "key",
    sorted((k for k in all_placing_tables(THREE_MEN) if k.total < 4), key=lambda key: key.total),
    ids=lambda key: key.name,
)
def test_the_digest_equals_that_of_all_probed_positions(key: TableKey) -> None:
    scores: dict[tuple[int, int], int] = {}
    with merels.open_tablebase(solved_opening()) as tablebase:
        for points in combinations(range(24), key.total):
            for chosen in combinations(points, key.own):
                own = sum(1 << point for point in chosen)
                enemy = sum(1 << point for point in points) - own
                position = key.position(own, enemy)
                order = order_of(position)
                if order not in scores:
                    value = tablebase.probe(position)
                    scores[order] = 0 if value.plies is None else value.plies + 1
    expected = hashlib.sha256(bytes(score for _, score in sorted(scores.items()))).hexdigest()
    assert dict(digest_tables(TableFolder(solved_opening()), [key])) == {key: expected}


@pytest.mark.parametrize("threads", [1, 3])
def test_the_block_size_makes_no_difference(folder: TableFolder, threads: int) -> None:
    """The fixture's tables have many small blocks; those that were solved have large ones."""
    with folder.open(KEYS[0]) as file:
        assert file.header.block_slots == BLOCK_SLOTS
    digests = dict(digest_tables(folder.with_threads(threads), KEYS))
    assert digests == dict(digest_tables(TableFolder(solved_folder()), KEYS))
    assert digests == {key: digest_slots(load_slots(key)) for key in KEYS}
    assert len(set(digests.values())) == len(KEYS)


def test_the_largest_table_comes_first(folder: TableFolder) -> None:
    found = [key for key, _ in digest_tables(folder, KEYS)]
    assert [key.index.size for key in found] == [760_398, 760_398, 169_626]


def test_a_damaged_table_has_no_digest(folder: TableFolder) -> None:
    path = folder.path_of(KEYS[0])
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(CorruptTableError, match="the bytes do not match their checksum"):
        dict(digest_tables(folder, KEYS))


# Digests written by someone else.


def test_tables_without_a_digest_are_left_out() -> None:
    tables = [{"name": "3-3", "sha256": "ab"}, {"name": "3-4", "sha256": None}, {"name": "4-3"}]
    assert published_digests({"tables": tables}) == {"3-3": "ab"}


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"no JSON", b"\xff", b"[]", b"{}", b"[" * 100_000),
        *(b'{"tables": 1}', b'{"tables": [1]}', b'{"tables": [{"sha256": "ab"}]}'),
    ],
)
def test_a_file_that_is_not_results(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(text)
    with pytest.raises(NotationError, match=r"results\.json' is not a results file; write one"):
        read_digests(path)
