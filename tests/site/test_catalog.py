"""Catalogs: what is written is read, anything else is refused."""

import json

import pytest
from own_variant import LINE
from sites import FIVE, catalog_of, site_of_five

from merels import NINE_MENS_MORRIS, VARIANTS, CorruptTableError
from merels.site.catalog import Catalog, Entry, Overview, parts_of
from merels.site.format import CatalogRow, checksum
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey

ROWS = {
    Kind.DISTANCE: [CatalogRow(3, 3, 0, 0, 9, 1, "nine/3-3-0.mst", 25, 7, "nine/0.model", 4, 5)]
}


@pytest.mark.parametrize("variant", [*VARIANTS.values(), LINE], ids=lambda each: each.name)
def test_a_catalog_is_read_as_it_was_written(variant):
    catalog = Catalog(variant, ROWS, 10, 1000, 50)
    assert Catalog.parse(catalog.format()) == catalog
    assert catalog.bytes == 29
    assert catalog.files == {*(f"nine/3-3-0.mst.{n}" for n in range(3)), "nine/0.model"}


def test_columns_are_found_by_their_names():
    document = json.loads(Catalog(NINE_MENS_MORRIS, ROWS).format())
    document["columns"].reverse()
    document["tables"]["distance"][0].reverse()
    assert Catalog.parse(json.dumps(document).encode()).rows == ROWS


def test_the_name_changes_with_the_content():
    names = {Catalog(NINE_MENS_MORRIS, ROWS, split).name for split in (None, 5, 6)}
    assert len(names) == 3
    assert all(name.startswith("nine-") for name in names)


def test_a_row_names_a_table_of_the_variant_or_of_one_that_shares_it():
    catalog = catalog_of(site_of_five())
    keys = [catalog.key_of(row) for row in catalog.rows[Kind.DISTANCE]]
    assert TableKey(3, 3, variant=FIVE) in keys
    assert {
        row.positions == key.index.size
        for row, key in zip(catalog.rows[Kind.DISTANCE], keys, strict=True)
    } == {True}


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 2},
        {"rules": "0" * 16},
        {"variant": {"name": "chess", "men": 9}},
        {"tables": {"distance": [[1, 2]]}},
        {"tables": {"other": []}},
        {"tables": None},
    ],
    ids=str,
)
def test_a_catalog_that_makes_no_sense_is_refused(change):
    document = json.loads(Catalog(NINE_MENS_MORRIS, ROWS).format())
    with pytest.raises(CorruptTableError, match="makes no sense"):
        Catalog.parse(json.dumps(document | change).encode())


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b'{"format":"merels-static-tables"}'])
def test_other_documents_are_refused(data):
    for parse in (Catalog.parse, Overview.parse):
        with pytest.raises(CorruptTableError):
            parse(data)


def test_the_overview_says_how_to_check_a_catalog():
    catalog = Catalog(NINE_MENS_MORRIS, ROWS)
    overview = Overview({"nine": Entry.of(catalog)})
    assert Overview.parse(overview.format()) == overview
    assert json.loads(overview.format())["variants"]["nine"] == {
        "catalog": catalog.name,
        "bytes": len(catalog.format()),
        "checksum": checksum(catalog.format()),
        "tables_bytes": 29,
    }


def test_a_file_is_cut_into_parts():
    assert parts_of("a", 10, 5) == ["a.0", "a.1"]
    assert parts_of("a", 11, 5) == ["a.0", "a.1", "a.2"]
