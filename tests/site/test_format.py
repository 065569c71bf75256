"""Blocks and pages of the static form: what is written is read, anything else is refused."""

import numpy as np
import pytest

from merels import CorruptTableError, Variant
from merels.site.format import (
    BLOCK_SEEDS,
    COLUMNS,
    LARGEST_BLOCK,
    CatalogRow,
    Cut,
    DeflateCodec,
    Page,
    checksum,
    deflate,
    format_index,
    inflate,
    join,
    read_model,
    seal,
    unseal,
)
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

CUT = Cut(TableKey(3, 3), Kind.DISTANCE, block_slots=1000, page_blocks=50)
SIZES = [100 + number % 7 for number in range(CUT.block_count)]


def test_checksums_are_xxh32():
    assert checksum(b"Nobody inspects the spammish repetition") == 0xE2293B2F
    assert checksum(b"", 2**32 + 5) == checksum(b"", 5)


def test_a_table_is_cut_into_blocks_and_pages():
    assert (CUT.positions, CUT.block_count, CUT.page_count) == (169_626, 170, 4)
    assert [CUT.slots_of(number) for number in (0, 168, 169)] == [1000, 1000, 626]
    assert [CUT.blocks_of(page) for page in range(4)] == [50, 50, 50, 20]
    assert [CUT.range_of_page(page) for page in (0, 1, 3)] == [(0, 110), (110, 220), (330, 380)]


def test_the_index_says_where_each_block_is():
    index = format_index(CUT, SIZES, seed=7)
    start = len(index)
    assert start == CUT.range_of_page(3)[1]
    for number, size in enumerate(SIZES):
        page, place = divmod(number, CUT.page_blocks)
        first, end = CUT.range_of_page(page)
        assert Page.parse(index[first:end], page, 7).range_of(place) == (start, start + size)
        start += size


@pytest.mark.parametrize(("number", "seed"), [(1, 7), (0, 8), (2, 6)])
def test_a_page_of_another_place_or_table_is_refused(number, seed):
    data = Page(5, (1, 2, 3)).format(0, 7)
    assert Page.parse(data, 0, 7) == Page(5, (1, 2, 3))
    with pytest.raises(CorruptTableError, match="checksum"):
        Page.parse(data, number, seed)


@pytest.mark.parametrize("length", [0, 5, 10, 15])
def test_a_page_that_is_cut_short_is_refused(length):
    with pytest.raises(CorruptTableError):
        Page.parse(Page(5, (1, 2, 3)).format(0, 7)[:length], 0, 7)


@pytest.mark.parametrize(("number", "seed"), [(4, 7), (3, 8), (2, 9)])
def test_a_block_of_another_place_or_table_is_refused(number, seed):
    sealed = seal(b"values", 3, 7)
    assert unseal(sealed, 3, 7) == b"values"
    with pytest.raises(CorruptTableError, match="checksum"):
        unseal(sealed, number, seed)


@pytest.mark.parametrize("length", range(9))
def test_a_block_that_is_cut_short_is_refused(length):
    with pytest.raises(CorruptTableError):
        unseal(seal(b"value", 0, 0)[:length], 0, 0)


def test_a_block_is_never_taken_for_a_page():
    page = Page(5, (1, 2, 3)).format(0, 7)
    with pytest.raises(CorruptTableError):
        unseal(page, 0, 7)
    assert unseal(page, 0, 7 - BLOCK_SEEDS) == page[:-4]


def test_each_table_has_a_seed_of_its_own():
    cuts = [
        CUT,
        Cut(TableKey(3, 4), Kind.DISTANCE),
        Cut(TableKey(4, 3), Kind.DISTANCE),
        Cut(TableKey(3, 4), Kind.WDL),
        Cut(TableKey(3, 4), Kind.DISTANCE, 2),
        Cut(TableKey(3, 4, variant=Variant(flying=False)), Kind.DISTANCE),
        Cut(TableKey(3, 4), Kind.DISTANCE, block_slots=4096),
        Cut(TableKey(3, 4), Kind.DISTANCE, page_blocks=512),
    ]
    seeds = {cut.seed(model) for cut in cuts for model in (None, "0" * 16, "1" * 16)}
    assert len(seeds) == 3 * len(cuts)


@pytest.mark.parametrize(
    ("kind", "score_bytes"), [(Kind.DISTANCE, 1), (Kind.DISTANCE, 2), (Kind.WDL, 1)]
)
def test_deflated_blocks(kind, score_bytes):
    slots = np.arange(200).astype(f"u{score_bytes}")
    codec = DeflateCodec(kind, score_bytes)
    values = slots if kind is Kind.DISTANCE else np.array([0, *([1, 2] * 100)])[:200]
    assert codec.decode(0, codec.encode(0, slots), 200).tolist() == values.tolist()
    with pytest.raises(CorruptTableError, match="size"):
        codec.decode(0, codec.encode(0, slots), 190)


@pytest.mark.parametrize("data", [b"", b"\xff", deflate(b"abc")[:-1], deflate(b"abc") + b"x"])
def test_bytes_that_are_not_deflated_are_refused(data):
    with pytest.raises(CorruptTableError):
        inflate(data, 3)


def test_a_model_does_not_fill_the_memory():
    with pytest.raises(CorruptTableError, match="size"):
        read_model(deflate(bytes(10_000_000)), Kind.DISTANCE)
    with pytest.raises(CorruptTableError, match="size"):
        read_model(deflate(b""), Kind.DISTANCE)


def test_a_block_that_the_index_cannot_list_is_an_error():
    blocks = [b""] * 169 + [bytes(LARGEST_BLOCK)]
    with pytest.raises(ValueError, match="65539 bytes"):
        join(CUT, blocks, 0)


def test_a_row_has_a_value_for_each_column():
    row = CatalogRow(3, 4, 0, 0, 5, 1)
    assert dict(zip(COLUMNS, row.values(), strict=True))["file"] is None
    assert CatalogRow(*row.values()) == row
    assert row.men == (3, 4, 0, 0)
