"""The results as a page: complete if everything is solved, clear about what is missing."""

import pytest
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

from merels.reports.page import write_page
from merels.reports.results import gather_results


@pytest.fixture(scope="module")
def whole():
    """The results of the whole game with three men each."""
    return gather_results(solved_opening(), THREE_MEN, with_digests=False)[0]


@pytest.fixture(scope="module")
def partial():
    """The results if only the tables 3-3, 4-3 and 3-4 are solved."""
    return gather_results(solved_folder(), with_digests=False)[0]


def test_the_page_of_a_whole_game(whole):
    page = write_page(whole, {"longest": "a.svg", "moving": "b.svg", "placing": "c.svg"})
    assert "**From the empty board, White has a win in 23 plies.**" in page
    assert "not solved" not in page
    for picture in ("a.svg", "b.svg", "c.svg"):
        assert f"]({picture})" in page
    for heading in (
        "## The opening",
        "## The longest game",
        "## Moving tables",
        "### 1 man placed",
    ):
        assert heading in page
    for table in whole["tables"]:
        name = table["name"].partition(".")[0]  # the page is about one variant
        assert f"| {name} | {table['positions']:,} | {table['wins']:,} |" in page


def test_the_page_says_what_is_missing(partial):
    page = write_page(partial, {})
    assert "**The value of the empty board does not follow from these tables.**" in page
    assert "Some tables are missing here." in page
    assert "returns the same as data" not in page
    assert "46 of 49 moving tables are not solved: " in page
    assert "269 of 269 placing tables are not solved: 0-0+9-9 to 8-9+1-0." in page
    assert "## The opening" not in page
    assert "## Placing tables" not in page
    assert "](" not in page


def test_a_page_names_its_variant_and_links_to_the_others(whole):
    page = write_page(whole, {"index": "all.md"})
    assert page.startswith("# Results of Nine Men's Morris (men=3)\n")
    assert "`merels results --variant nine:men=3 --json` prints the same as data." in page
    assert "[All variants](all.md)" in page
    assert "4 of 4 classes of first placings win." in page


def test_a_drawn_game_is_called_a_draw(whole):
    drawn = whole | {"empty_board": {"result": "draw", "plies": None}}
    assert "**Nine Men's Morris is a draw:" in write_page(drawn, {})


def test_moves_of_a_game_that_black_starts(whole):
    fen = whole["longest_game"]["fen"].replace(" w ", " b ")
    game = whole["longest_game"] | {"fen": fen, "moves": ["a1-a4", "d6-d5", "g1-g4"]}
    page = write_page(whole | {"longest_game": game}, {})
    assert "\n1. ... a1-a4 2. d6-d5 g1-g4\n" in page


def test_long_games_are_broken_between_numbered_moves(whole):
    moves = ["a1-a4xg7"] * 12
    game = whole["longest_game"] | {"fen": "* w *", "moves": moves}
    page = write_page(whole | {"longest_game": game}, {})
    lines = page.partition("```\n")[2].partition("\n```")[0].splitlines()
    assert [line.count("a1-a4xg7") for line in lines] == [8, 4]
    assert all(line[0].isdigit() for line in lines)


def test_a_page_names_a_call_only_if_it_works(whole):
    solved = whole | {"variant": whole["variant"] | {"name": "six", "title": "Six Men's Morris"}}
    assert '`merels.results("six")` returns the same as data.' in write_page(solved, {})
    own = whole | {"variant": whole["variant"] | {"name": "mine", "title": "Mine"}}
    assert "Written by `merels results --variant YOUR-FILE.toml` from" in write_page(own, {})
