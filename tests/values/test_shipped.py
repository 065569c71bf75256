"""The results that ship: found by variant, and at one with themselves and with the pages."""

from dataclasses import replace
from pathlib import Path

import pytest
from burnside import count_classes

import merels
from merels import MissingTableError, NotationError, Position, Variant, variant
from merels.reports.page import format_bytes, write_page
from merels.rules.variant import file_stem, is_own, spell
from merels.values.book import shipped_path
from merels.values.known_positions import reported_value
from merels.values.layout.plan import all_tables
from merels.values.shipped import known_sizes, read_results, solved_variants

DOCS = Path(__file__).parents[2] / "docs"
SOLVED = solved_variants()


def test_results_are_found_by_variant_and_by_name():
    assert merels.results() == merels.results("nine") == merels.results(Variant())
    assert len(SOLVED) == len(set(map(file_stem, SOLVED)))


def test_a_variant_without_results_is_named_with_those_that_have_some():
    with pytest.raises(MissingTableError, match=r"no results of .* \(five:men=4\).* only .*nine"):
        read_results(variant("five:men=4"))
    with pytest.raises(NotationError, match="'chess' is not a variant"):
        merels.results("chess")


@pytest.mark.parametrize("name", ["nine", "shax", "five-flying-three-on-board"])
@pytest.mark.parametrize("based_on", ["six:men=4", "twelve:men=8"])
def test_a_variant_of_ones_own_may_have_the_name_of_a_shipped_one(name, based_on):
    """It shares nothing with that one: no results, no book, no files that it would write."""
    own = replace(variant(based_on), name=name)
    assert is_own(own)
    with pytest.raises(MissingTableError, match=r"--variant YOUR-FILE\.toml"):
        read_results(own)
    with pytest.raises(MissingTableError, match=r"--variant YOUR-FILE\.toml"):
        merels.open_book(own)
    assert not shipped_path(own).exists()
    assert reported_value(Position.start(own)) is None


@pytest.mark.parametrize("game", SOLVED, ids=spell)
def test_counts_add_up_and_are_those_of_burnsides_lemma(game):
    document = merels.results(game)
    assert document["variant"]["name"] == spell(game)
    for table in document["tables"]:
        assert table["positions"] == table["wins"] + table["draws"] + table["losses"]
        assert table["positions"] == count_classes(game.board, table["own"], table["enemy"])
    moving, placing = document["phases"]["moving"], document["phases"]["placing"]
    names = {table["name"] for table in document["tables"]}
    assert len(names) == moving["tables"] + placing["tables"]
    assert names | {*moving["missing"], *placing["missing"]} == {k.name for k in all_tables(game)}
    for phase in (moving, placing):
        assert phase["positions"] == sum(phase["histogram"])
    total = sum(table["positions"] for table in document["tables"])
    assert total == moving["positions"] + placing["positions"]
    assert {table["name"] for table in document["tables"] if table.get("stored", True)} <= (
        known_sizes().keys()
    )


@pytest.mark.parametrize("game", SOLVED, ids=spell)
def test_the_published_page_is_that_of_the_results(game):
    is_default = game == merels.NINE_MENS_MORRIS
    stem = file_stem(game)
    path = DOCS / ("results.md" if is_default else f"results/{stem}.md")
    page = path.read_text(encoding="utf-8")
    up, name = ("", "results-") if is_default else ("../", f"results-{stem}-")
    links = {
        kind: link
        for kind in ("longest", "moving", "placing")
        if (link := f"{up}images/{name}{kind}.svg") in page
    }
    for link in links.values():
        assert (path.parent / link).is_file()
    index = "results/README.md" if is_default else "README.md"
    assert page == write_page(merels.results(game), links | {"index": index})


def test_the_index_compares_all_variants():
    rows = {}
    for line in (DOCS / "results" / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if "](" in cells[0]:
            rows[cells[0].split("](")[1].rstrip(")")] = cells[1:]
    for game in SOLVED:
        is_default = game == merels.NINE_MENS_MORRIS
        name, value, positions, longest, size, *_ = [
            "../results.md" if is_default else f"{file_stem(game)}.md",
            *_summarise(merels.results(game)),
        ]
        assert rows[name][:4] == [value, positions, longest, size]


def _summarise(document):
    phases = document["phases"].values()
    return (
        _tell(document["empty_board"]),
        f"{sum(phase['positions'] for phase in phases):,}",
        str(max(phase["longest_win"] or 0 for phase in phases)),
        format_bytes(sum(phase["bytes"] for phase in phases)),
    )


def _tell(value):
    if value is None:
        return "not known"
    return value["result"] if value["plies"] is None else f"{value['result']} in {value['plies']}"
