"""The plan: what is solved and in which order, decided without solving anything."""

import itertools
import random

import pytest

from merels import NINE_MENS_MORRIS, Variant
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair, Plan, all_moving_tables, all_tables

NO_FLYING = Variant(flying=False)


def nothing(_key):
    return False


def names(pairs):
    return [pair.first.name for pair in pairs]


def whole_plan():
    return Plan.for_tables(all_moving_tables(), nothing)


def test_there_are_49_moving_tables_in_28_pairs():
    tables = all_moving_tables()
    assert len(tables) == len(set(tables)) == 49
    assert len({Pair.of(key) for key in tables}) == 28


@pytest.mark.parametrize(("men", "count"), [(5, 0), (6, 1), (7, 3), (8, 6), (18, 49), (99, 49)])
def test_tables_up_to_a_number_of_men(men, count):
    tables = all_moving_tables(men=men)
    assert len(tables) == count
    assert all(key.total <= men for key in tables)


def test_tables_keep_their_variant():
    assert {key.variant for key in all_moving_tables(NO_FLYING)} == {NO_FLYING}
    plan = Plan.for_tables([TableKey(4, 4, variant=NO_FLYING)], nothing)
    assert {key.variant for pair in plan.pairs for key in pair.tables} == {NO_FLYING}
    assert NINE_MENS_MORRIS != NO_FLYING


@pytest.mark.parametrize("key", all_moving_tables(), ids=lambda key: key.name)
def test_a_pair_is_the_same_from_both_sides(key):
    pair = Pair.of(key)
    assert key in pair.tables
    assert Pair.of(key.transposed) == pair
    assert len(pair.tables) == (1 if key.own == key.enemy else 2)
    assert pair.first.own >= pair.first.enemy
    assert pair.names == [table.name for table in pair.tables]
    assert pair.slots == sum(table.index.size for table in pair.tables)


@pytest.mark.parametrize(
    ("key", "needed"),
    [
        (TableKey(3, 3), []),
        (TableKey(4, 3), ["3-3"]),  # for 3-4: after a capture, three against three
        (TableKey(4, 4), ["3-4"]),
        (TableKey(5, 4), ["3-5", "4-4"]),
        (TableKey(9, 9), ["8-9"]),
    ],
)
def test_a_pair_needs_the_tables_that_captures_lead_to(key, needed):
    assert [table.name for table in Pair.of(key).needed] == needed


def test_the_whole_plan_is_in_an_order_that_works():
    plan = whole_plan()
    seen = set()
    for pair in plan.pairs:
        assert all(key in seen for key in pair.needed)
        seen.update(pair.tables)
    assert seen == set(all_moving_tables())
    assert plan.slots_left() == 8_904_593_601


def test_a_table_adds_what_it_needs_and_nothing_else():
    assert names(Plan.for_tables([TableKey(5, 3)], nothing).pairs) == ["3-3", "4-3", "5-3"]
    assert names(Plan.for_tables([TableKey(3, 5)], nothing).pairs) == ["3-3", "4-3", "5-3"]


def test_solved_tables_and_those_below_them_are_left_out():
    done = {TableKey(4, 4), TableKey(3, 5), TableKey(5, 3)}
    plan = Plan.for_tables([TableKey(5, 4)], done.__contains__)
    assert names(plan.pairs) == ["5-4"]


def test_half_a_pair_is_solved_again():
    done = {TableKey(3, 3), TableKey(4, 3)}
    plan = Plan.for_tables([TableKey(4, 3)], done.__contains__)
    assert names(plan.pairs) == ["4-3"]
    # ... unless only the other half is needed.
    assert names(Plan.for_tables([TableKey(4, 4)], {TableKey(3, 4)}.__contains__).pairs) == ["4-4"]


def test_done_and_readable_differ_if_only_results_are_kept():
    def is_done(key):
        return key.total < 8

    plan = Plan.for_tables([TableKey(4, 4)], is_done, is_readable=nothing)
    assert names(plan.pairs) == ["3-3", "4-3", "4-4"]
    plan = Plan.for_tables([TableKey(4, 4)], is_done, {TableKey(3, 4)}.__contains__)
    assert names(plan.pairs) == ["4-4"]
    assert Plan.for_tables([TableKey(4, 3)], is_done, is_readable=nothing).finished


def test_an_empty_plan_is_finished():
    plan = Plan.for_tables([], nothing)
    assert plan.finished
    assert plan.ready() == []
    assert plan.still_needed() == set()
    assert plan.slots_left() == 0


def test_a_pair_is_ready_once():
    plan = Plan.for_tables([TableKey(3, 3)], nothing)
    (pair,) = plan.ready()
    plan.start(pair)
    assert plan.ready() == []
    plan.finish(pair)
    assert plan.finished


def test_fewer_tables_are_needed_as_pairs_finish():
    plan = Plan.for_tables([TableKey(4, 4)], nothing)
    needed = []
    while not plan.finished:
        needed.append({key.name for key in plan.still_needed()})
        (pair,) = plan.ready()
        plan.start(pair)
        plan.finish(pair)
    assert needed == [{"3-3", "3-4"}, {"3-3", "3-4"}, {"3-4"}]
    assert plan.still_needed() == set()


@pytest.mark.parametrize("seed", range(20))
def test_any_order_of_events_ends_with_everything_solved(seed):
    """Several pairs at once, finished in any order."""
    chance = random.Random(seed)
    plan = whole_plan()
    running, solved, most = [], set(), 0
    while not plan.finished:
        for pair in plan.ready():
            assert all(key in solved for key in pair.needed)
            plan.start(pair)
            running.append(pair)
        most = max(most, len(running))
        pair = running.pop(chance.randrange(len(running)))
        plan.finish(pair)
        solved.update(pair.tables)
        assert plan.still_needed() >= {key for pair in running for key in pair.needed}
    assert solved == set(all_moving_tables())
    assert running == []
    assert most > 1


# Placing tables


@pytest.mark.parametrize(
    ("key", "needed"),
    [
        (TableKey(0, 0, 9, 9), ["0-1+9-8"]),
        (TableKey(3, 3, 6, 6), ["3-4+6-5", "2-4+6-5"]),
        (TableKey(3, 4, 1, 1), ["4-4+1-0", "3-4+1-0"]),
        (TableKey(4, 4, 1, 0), ["4-5", "3-5"]),
        (TableKey(4, 3, 1, 0), ["3-5"]),  # a removal wins
    ],
)
def test_a_placing_table_is_solved_alone_and_needs_the_next_ones(key, needed):
    assert Pair.of(key).tables == (key,)
    assert [table.name for table in Pair.of(key).needed] == needed


def test_the_whole_game_is_in_an_order_that_works():
    plan = Plan.for_tables(all_tables(), nothing)
    seen = set()
    for pair in plan.pairs:
        assert all(key in seen for key in pair.needed)
        seen.update(pair.tables)
    assert seen == set(all_tables()) == set(all_moving_tables()) | all_placing_tables()
    assert plan.pairs[:28] == whole_plan().pairs  # all moving tables first
    assert names(plan.pairs[-1:]) == ["0-0+9-9"]
    assert plan.slots_left() == 8_904_593_601 + sum(k.index.size for k in all_placing_tables())


def test_neighbours_in_the_plan_share_a_table():
    """Quiet placings from one lead to the same table as captures from the next."""
    pairs = [pair for pair in Plan.for_tables(all_tables(), nothing).pairs if pair.is_placing]
    keys = [pair.first for pair in pairs]
    shared = [
        (before.own, before.in_hand) == (key.own, key.in_hand) and before.quiet == key.capture
        for before, key in itertools.pairwise(keys)
        if len(key.successors) == 2
    ]
    assert sum(shared) > 0.7 * len(shared)


def test_the_empty_board_needs_the_whole_game():
    plan = Plan.for_tables([TableKey(0, 0, 9, 9)], nothing)
    assert {key for pair in plan.pairs for key in pair.tables} == set(all_tables())


def test_a_placing_table_adds_what_it_needs_and_nothing_else():
    plan = Plan.for_tables([TableKey(3, 3, 1, 0, Variant(men=4))], nothing)
    assert names(plan.pairs) == ["3-3", "4-3", "3-3+1-0"]


def test_a_stopped_run_resumes_with_the_missing_tables():
    order = Plan.for_tables(all_tables(), nothing).pairs
    for stop in (0, 1, 28, 29, 100, len(order) - 1, len(order)):
        done = {key for pair in order[:stop] for key in pair.tables}
        plan = Plan.for_tables(all_tables(), done.__contains__)
        assert plan.pairs == order[stop:]
        assert plan.finished == (stop == len(order))


def test_half_a_pair_below_a_placing_table_is_solved_again_if_needed():
    done = {TableKey(4, 4), TableKey(3, 5)}
    assert names(Plan.for_tables([TableKey(4, 4, 1, 0)], done.__contains__).pairs) == [
        "5-4",
        "4-4+1-0",
    ]
    done.add(TableKey(4, 5))
    assert names(Plan.for_tables([TableKey(4, 4, 1, 0)], done.__contains__).pairs) == ["4-4+1-0"]


def test_tables_of_one_ply_can_run_side_by_side():
    done = set(all_moving_tables())
    plan = Plan.for_tables(all_placing_tables(), done.__contains__)
    ply = [Pair.of(key) for key in all_placing_tables() if key.in_hand == 1]
    assert set(plan.ready()) == set(ply)
    assert len(ply) > 40
    for pair in ply:
        plan.start(pair)
    plan.finish(Pair.of(TableKey(7, 9, 1, 0)))
    assert plan.ready() == []  # 8-8+1-1 needs 8-9+1-0 as well
    plan.finish(Pair.of(TableKey(8, 9, 1, 0)))
    assert names(plan.ready()) == ["8-8+1-1"]
