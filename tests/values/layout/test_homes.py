"""Homes: which variant keeps a table, under which name, and that nothing is kept twice."""

from collections import Counter

import pytest

from merels import NINE_MENS_MORRIS, VARIANTS, MissingTableError, Variant, variant
from merels.rules.variant import read_variant
from merels.values.layout.homes import home_of, is_possible, men_with_hands, place_of, variant_at
from merels.values.layout.key import TableKey, has_tables
from merels.values.layout.plan import all_tables

CHANGED = [
    *("nine:men=4", "nine:flying=never", "ten:flying=never", "six:flying=three-on-board"),
    *("lasker:men=4", "lasker:flying=three-on-board", "twelve:full_board=loss", "ten:men=12"),
    *("shax:men=4", "shax:captures=at-once", "nine:protected=false", "six:blocked=give-way"),
    *("morabaraba:men=4", "nine:return_ban=true", "shax:blocked=loss,protected=true"),
]


SOLVABLE = list(VARIANTS)


@pytest.mark.parametrize(
    "text",
    [
        "nine:several=true",
        "lasker:blocked=give-way",
        "lasker:return_ban=true",
        "shax:return_ban=true",
        "morabaraba:captures=after-placing",
    ],
)
def test_no_table_stands_for_rules_that_the_solver_does_not_know(text):
    assert not has_tables(variant(text))
    with pytest.raises(MissingTableError, match="the solver does not know"):
        TableKey(4, 3, variant=variant(text))
    with pytest.raises(MissingTableError):
        all_tables(variant(text))


def test_draws_of_played_games_make_no_other_tables():
    assert TableKey(4, 3, variant=variant("nine:draw_after=4-3 10")) == TableKey(4, 3)


@pytest.mark.parametrize("name", [*SOLVABLE, *CHANGED])
def test_every_table_has_a_name_of_its_own_that_says_where_it_is(name):
    tables = all_tables(variant(name))
    known = set(tables)
    assert len({key.name for key in tables}) == len(tables)
    for key in tables:
        assert key.is_possible
        assert home_of(key.men, key.variant, key.stage) == key.variant
        assert TableKey.parse_name(key.name) == key
        assert known.issuperset(key.successors)


@pytest.mark.parametrize(
    ("name", "homes"),
    [
        ("nine", {"nine": 318}),
        ("ten", {"nine": 301, "ten": 154}),
        ("twelve", {"eleven": 606, "twelve": 232}),
        ("lasker", {"nine": 49, "ten": 15, "lasker": 2418}),
        ("six", {"five": 31, "six": 46}),
        ("shax", {"shax": 144}),
        ("morabaraba", {"morabaraba": 838}),
    ],
)
def test_tables_that_variants_share_are_kept_by_the_one_with_the_fewest_men(name, homes):
    assert Counter(key.variant.name for key in all_tables(VARIANTS[name])) == homes


@pytest.mark.parametrize(
    ("men", "name", "place"),
    [
        ((4, 3, 0, 0), "nine", ("", "")),
        ((4, 3, 0, 0), "lasker", ("", "")),
        ((4, 3, 0, 0), "nine:full_board=draw", ("", "")),  # nine men each never fill the board
        ((10, 3, 0, 0), "ten", ("ten", "")),
        ((10, 3, 0, 0), "lasker", ("ten", "")),
        ((4, 3, 1, 1), "lasker", ("lasker", "")),
        ((4, 3, 0, 0), "nine:men=4", ("", "")),
        ((0, 0, 4, 4), "nine:men=4", ("", ".4men")),
        ((0, 0, 4, 4), "ten:men=4,flying=never", ("", ".4men.noflying")),
        ((4, 3, 0, 0), "six:flying=three-on-board", ("five", ".flying")),
        ((6, 3, 0, 0), "six:flying=three-on-board", ("six", ".flying")),
        ((4, 3, 1, 1), "lasker:flying=three-on-board", ("", ".any-turn")),
        ((12, 12, 0, 0), "twelve", ("twelve", "")),
        ((12, 12, 0, 0), "twelve:full_board=loss", ("twelve", ".full-loss")),
        ((4, 3, 0, 0), "twelve:full_board=loss", ("eleven", "")),
        ((4, 3, 0, 0), "shax:men=5", ("shax", "")),
        ((4, 3, 0, 0), "shax:men=5,captures=at-once", ("shax", "")),
        ((4, 4, 1, 1), "shax:men=5", ("shax", ".5men")),
        ((4, 3, 0, 0), "nine:protected=false", ("", ".unprotected")),
        ((4, 3, 0, 0), "morabaraba:men=6", ("morabaraba", "")),
    ],
)
def test_places(men, name, place):
    game = variant(name)
    assert place_of(men, home_of(men, game)) == place


def test_an_impossible_table_has_no_other_home():
    assert not is_possible((10, 3, 0, 0), NINE_MENS_MORRIS)
    assert home_of((10, 3, 0, 0), NINE_MENS_MORRIS) == NINE_MENS_MORRIS
    assert not TableKey(10, 3).is_possible


def test_a_board_of_ones_own_has_a_folder_of_its_own(own_files):
    path = own_files("crosses", 'name = "crosses"')
    game = read_variant(path)
    assert TableKey(3, 3, variant=game).name == "crosses/3-3"
    shadowing = read_variant(own_files("six", 'name = "six"'))
    assert TableKey(3, 3, variant=shadowing).name == f"six.{shadowing.digest}/3-3"
    working = read_variant(own_files("work", 'name = "work"'))
    assert TableKey(3, 3, variant=working).name == f"work.{working.digest}/3-3"


@pytest.fixture
def own_files(tmp_path):
    """Return a function that writes a board of somebody's own under a name."""

    def write(stem, name):
        path = tmp_path / f"{stem}.toml"
        path.write_text(
            f'{name}\nmen = 3\npoints = "a3 b3 c3 a2 b2 c2 a1 b1 c1"\n'
            'lines = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1"]\n'
        )
        return path

    return write


@pytest.mark.parametrize(
    "place", [("seven", ""), ("", ".nomen"), ("", ".xmen"), ("", ".123456men"), ("work", ".flying")]
)
def test_places_of_no_variant(place):
    assert variant_at(*place) is None


def test_men_in_hand_change_only_by_placing_first_or_at_any_turn():
    first, any_turn = (men_with_hands(4, any_turn=any_turn) for any_turn in (False, True))
    assert first < any_turn
    assert {own_in_hand - enemy_in_hand for *_, own_in_hand, enemy_in_hand in first} == {0, 1}
    assert (3, 0, 0, 4) not in any_turn  # a side without men on the board has to place one


@pytest.mark.parametrize("name", [*SOLVABLE, *CHANGED])
def test_no_move_leads_from_a_table_that_is_left_out_to_another(name):
    tables = all_tables(variant(name))
    assert any(key.is_left_out for key in tables)
    for key in tables:
        if key.is_left_out:
            assert not any(successor.is_left_out for successor in key.successors)


def test_equal_games_have_equal_keys_whatever_their_names():
    assert TableKey(0, 0, 4, 4, variant("ten:men=4")) == TableKey(0, 0, 4, 4, Variant(men=4))
    assert TableKey(0, 0, 4, 4, variant("ten:men=4")).name == "0-0+4-4.4men"
