"""False headers with the right checksums: rejected before they do harm."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from damage import (
    KEY,
    MemorySource,
    assert_found,
    load,
    read_everything,
    renew_header,
    verify,
    with_header,
)
from own_variant import CROSSES
from packing import SMALL, header_of, image_of, random_slots, small_image

from merels import CorruptTableError
from merels.values.format.file import TableFile
from merels.values.format.header import Codec, format_header, parse_header
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import gather_statistics


def test_a_rewritten_header_can_be_read(small_blocks):
    data = small_blocks[KEY]
    assert np.array_equal(read_everything(with_header(data, lambda d: d)), load(KEY))


OF_VERSION_2 = {"rules", "stored", "sha256", "score_bytes"}
HUGE = 10**30
ABSURD = {
    "block_slots": [0, -1, -HUGE, HUGE, 1 << 40, 0.5, 4096.0, True, "4096", None, []],
    "positions": [0, -1, HUGE, 10**9, "169626", None, 169625, 169627, 1e300],
    "own": [-1, 2.0, 10, 25, HUGE, "3", None, True, [3]],
    "enemy": [-1, 10, HUGE, "3", None],
    "own_in_hand": [-1, 10, "0", None],
    "enemy_in_hand": [-1, HUGE, 0.0],
    "wins": [-1, HUGE, 0, "many", None],
    "draws": [-269, HUGE, 0],
    "losses": [-1, HUGE, 0, {}],
    "histogram": [
        [],
        None,
        "histogram",
        {},
        5,
        ["269"] * 28,
        [269] * 28,
        [-1] * 28,
        [HUGE],
        [169626],
        [0] * 10**5,
        [[0]],
        [0.5],
    ],
    "longest_win": [None, 5, "x", [], {}, {"plies": 25}, {"plies": 27, "fen": "x"}],
    "longest_loss": [None, {"plies": "26", "fen": "x"}, {"plies": 26, "fen": 5}],
    "kind": ["wdlx", None, 5, [], {}],
    "codec": ["lz4", None, []],
    "format": ["other", None],
    "rules": ["", "0" * 16, None, 5, []],
    "stored": [None, 1, "true", []],
    "sha256": ["", "0" * 63, "g" * 64, 5, []],
    "score_bytes": [0, 3, -1, True, "1", None],
    "variant": [None, [], {}, {"men": 9}, {"men": 9, "flying": 1}, {"men": HUGE, "flying": True}],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in ABSURD.items() for value in values],
    ids=lambda value: str(value)[:40],
)
def test_an_absurd_header_is_found(small_blocks, field, value):
    data = with_header(small_blocks[KEY], lambda document: document | {field: value})
    with pytest.raises(CorruptTableError, match=r"^memory: header: the header "):
        TableFile(MemorySource(data))


@pytest.mark.parametrize("field", ABSURD)
def test_a_header_with_a_missing_field_is_found(small_blocks, field):
    def remove(document):
        del document[field]
        return document

    with pytest.raises(CorruptTableError, match=f"the header lacks '{field}'"):
        TableFile(MemorySource(with_header(small_blocks[KEY], remove)))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 10_000,
        b'{"format": NaN}',
        b'"' + b"x" * 1000 + b'"',
    ],
    ids=lambda text: str(text[:12]),
)
def test_a_header_that_is_not_a_document_is_found(small_blocks, text):
    with pytest.raises(CorruptTableError, match=r"^memory: header: "):
        TableFile(MemorySource(renew_header(small_blocks[KEY], text)))


def test_too_many_slots_are_found(small_blocks, folder):
    # Internally consistent: one more position, drawn.
    def lie(document):
        document["positions"] += 1
        document["draws"] += 1
        document["histogram"][0] += 1
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    assert_found(folder, KEY, "header: 169627 positions instead of 169626")


def test_a_wrong_block_size_is_found(small_blocks, folder):
    lie = with_header(small_blocks[KEY], lambda document: document | {"block_slots": 4095})
    folder.path_of(KEY).write_bytes(lie)
    with folder.open(KEY) as file, pytest.raises(CorruptTableError, match="block 0: "):
        file.read_block(0)
    assert verify(folder, KEY)
    lie = with_header(small_blocks[KEY], lambda document: document | {"block_slots": 1 << 20})
    folder.path_of(KEY).write_bytes(lie)
    assert_found(folder, KEY, "block index")


def test_a_wrong_size_of_scores_is_found(small_blocks, folder):
    lie = with_header(small_blocks[KEY], lambda document: document | {"score_bytes": 2})
    folder.path_of(KEY).write_bytes(lie)
    with folder.open(KEY) as file, pytest.raises(CorruptTableError, match="block 0: "):
        file.read_block(0)
    assert verify(folder, KEY)


def test_counts_that_do_not_match_the_values_are_found(small_blocks, folder):
    def lie(document):
        document["histogram"][2] -= 1
        document["histogram"][4] += 1
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    problems = verify(folder, KEY)
    assert len(problems) == 2
    assert all(problem.startswith("the header counts ") for problem in problems)


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("nonsense", "nonsense"),
        ("", "''"),
        ("********/********/********", "********"),
        (
            "********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0 1",
            "is not a position of the table",
        ),
        ("OO*O@@*@/********/******** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1", "has score"),
    ],
)
def test_a_false_longest_win_is_found(small_blocks, folder, fen, problem):
    def lie(document):
        document["longest_win"]["fen"] = fen
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    (told,) = verify(folder, KEY)
    assert told.startswith("the header's longest win: ")
    assert problem in told


@pytest.mark.parametrize(
    "change", [{"model_bytes": 0}, {"codec": Codec.ZSTD}, {"model_bytes": 1 << 21}]
)
def test_a_header_that_does_not_fit_the_model_is_refused(change):
    header, *_ = parse_header(small_image())
    with pytest.raises(CorruptTableError, match="model"):
        parse_header(format_header(replace(header, **change)))


def test_a_packed_table_of_a_large_board_is_neither_written_nor_read(tmp_path):
    key = TableKey(2, 2, 3, 3, CROSSES)
    slots = np.zeros(key.index.size, dtype=np.uint8)
    with pytest.raises(ValueError, match="a board of 25 points; packed blocks are of boards of at"):
        header_of(key, slots)
    header = replace(header_of(SMALL, random_slots(3)), codec=Codec.ZSTD, key=key)
    lie = replace(header, statistics=gather_statistics(key, slots))
    data = with_header(image_of(lie, slots), lambda d: d | {"codec": "packed", "model_bytes": 9})
    with pytest.raises(CorruptTableError, match="codec 'packed' on a board of 25 points"):
        TableFile(MemorySource(data))


def test_men_that_play_never_leads_to_are_refused(small_blocks):
    data = with_header(small_blocks[KEY], lambda document: document | {"own_in_hand": 6})
    with pytest.raises(CorruptTableError, match=r"play never leads to the numbers of men \(3, 3"):
        TableFile(MemorySource(data))


def test_a_board_that_no_kernel_can_solve_is_refused(small_blocks):
    names = [f"{column}{row}" for row in "12345" for column in "abcde"]
    fields = {"name": "star", "men": 3, "points": " ".join(names), "lines": ["a1 b1 c1"]}
    board = fields | {"edges": [f"{a} {b}" for a, b in combinations(names[:12], 2)]}
    data = with_header(small_blocks[KEY], lambda document: document | {"variant": board})
    with pytest.raises(CorruptTableError, match="none that tables can have"):
        TableFile(MemorySource(data))
