"""Probing: values, moves and lines, for either side, in any symmetry."""

import os
import random
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from arrange import moving, placing
from random_games import VARIANTS, WALKING
from solved import KEYS, sample, solved_folder

import merels
from merels import (
    BLACK,
    DRAW,
    WHITE,
    CorruptTableError,
    MissingTableError,
    Move,
    Position,
    Result,
    Value,
)
from merels.board.board import SYMMETRIES
from merels.rules.outcome import position_outcome
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.tablebase import MoveValue

MISSING = moving("a7 d7 g7 b6 d6", "a1 d1 g1 b2 d2")


def mid_turns(key, count):
    """Return positions in which the side to move has closed a mill and must capture a man."""
    found = []
    for position in sample(key, 50 * count, seed=1):
        closing = [move for move in position.generate_moves() if move.captured is not None]
        found += [position.before_removal(move) for move in closing[:1]]
    return found[:count]


def find_slow_loss(tablebase):
    """Return a position that is lost, but not by the next move."""
    values = ((tablebase.probe(p), p) for p in sample(TableKey(4, 3), 5000))
    return next(p for value, p in values if value.result is Result.LOSS and value.plies > 2)


# One position.


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_value_is_the_best_of_the_moves(variant):
    """The rule that defines values, checked one ply deep with the reference generator."""
    with merels.open_tablebase(solved_folder(variant)) as tablebase:
        for key in tablebase.tables():
            for position in sample(key, 300):
                after = [tablebase.probe(position.play(move)) for move in position.legal_moves]
                if not after:
                    assert tablebase.probe(position) == Value(Result.LOSS, 0)
                    continue
                lost = [value.plies for value in after if value.result is Result.LOSS]
                won = [value.plies for value in after if value.result is Result.WIN]
                if lost:
                    expected = Value(Result.WIN, min(lost) + 1)
                elif len(won) == len(after):
                    expected = Value(Result.LOSS, max(won) + 1)
                else:
                    expected = DRAW
                assert tablebase.probe(position) == expected, position


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_slot_is_found_from_all_equivalent_positions(tablebase, key):
    slots = TableFolder(solved_folder()).load_slots(key)
    chance = random.Random(2)
    for slot in [0, key.index.size - 1, *(chance.randrange(key.index.size) for _ in range(40))]:
        position = key.position(*key.index.masks_of(slot))
        expected = Value.from_score(int(slots[slot]))
        for symmetry in SYMMETRIES:
            image = position.transform(symmetry)
            assert tablebase.probe(image) == expected
            assert tablebase.probe(image.swap_colors()) == expected


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_a_mill_that_ends_the_game_wins_in_one(tablebase, turn):
    position = moving("a7 d7 g4", "b6 d2 f4")
    position = position if turn is WHITE else position.swap_colors()
    assert tablebase.probe(position) == Value(Result.WIN, 1)


def test_a_blocked_side_has_lost():
    position = moving("a7 d7 g7", "a4 g4 d6", variant=WALKING)
    assert not position.legal_moves
    with merels.open_tablebase(solved_folder(WALKING)) as tablebase:
        assert tablebase.probe(position) == Value(Result.LOSS, 0)
        assert tablebase.probe_moves(position) == []
        assert tablebase.best_line(position) == []


def test_variants_have_their_own_tables():
    flying = moving("a7 d7 g4", "b6 d2 f4")
    walking = moving("a7 d7 g4", "b6 d2 f4", variant=WALKING)
    with (
        merels.open_tablebase(solved_folder()) as with_flying,
        merels.open_tablebase(solved_folder(WALKING)) as without,
    ):
        assert with_flying.probe(flying) == without.probe(walking) == Value(Result.WIN, 1)
        assert without.get(flying) is None
        with pytest.raises(
            MissingTableError, match=r"3-3\.noflying .* --table 3,3 --variant nine:flying=never"
        ):
            with_flying.probe(walking)


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_too_few_men(tablebase, turn):
    """No table is needed."""
    position = moving("a7 d7", "a4 g4 d6 b2 f2 d2 d1 b4", turn)
    expected = Value(Result.LOSS if turn is WHITE else Result.WIN, 0)
    assert tablebase.probe(position) == expected
    assert tablebase.probe_moves(position) == []
    assert tablebase.best_line(position) == []


@pytest.mark.parametrize("key", [TableKey(3, 3), TableKey(3, 4)], ids=lambda key: key.name)
def test_in_mid_turn_the_best_capture_counts(tablebase, key):
    for position in mid_turns(key, 30):
        rated = tablebase.probe_moves(position)
        assert {move for move, _ in rated} == set(position.legal_moves)
        assert all(move.target is None for move, _ in rated)
        values = [
            tablebase.probe(position.play(move)).before_move() for move in position.legal_moves
        ]
        assert tablebase.probe(position) == max(values)
        if key.enemy == 3:
            assert tablebase.probe(position) == Value(Result.WIN, 1)


# Moves and lines.


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_moves_come_best_first(tablebase, key):
    for position in sample(key, 60, seed=3):
        rated = tablebase.probe_moves(position)
        order = list(position.generate_moves())
        assert {move for move, _ in rated} == set(order)
        assert rated[0].value == tablebase.probe(position)
        for better, worse in pairwise(rated):
            assert better.value >= worse.value
            if better.value == worse.value:
                assert order.index(better.move) < order.index(worse.move)


def test_wins_by_the_quickest_and_losses_by_the_slowest(tablebase):
    position = Position.from_fen("***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1")
    rated = tablebase.probe_moves(position)
    assert rated[:4] == [
        MoveValue(Move.parse("f4-d3"), Value(Result.WIN, 13)),
        (Move.parse("a7-d3"), Value(Result.WIN, 23)),
        (Move.parse("d2-d3"), Value(Result.LOSS, 6)),
        (Move.parse("a7-d7"), Value(Result.LOSS, 2)),
    ]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_line_ends_the_game_when_the_value_says(tablebase, key):
    for position in sample(key, 40, seed=4):
        value = tablebase.probe(position)
        line = tablebase.best_line(position)
        assert len(line) == (value.plies or 0)
        if value == DRAW:
            continue
        winner = position.turn if value.result is Result.WIN else position.turn.other
        end = position
        for move in line:
            assert position_outcome(end) is None
            end = end.play(move)
        assert position_outcome(end).winner is winner


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_the_longest_games_of_the_header(tablebase, key):
    statistics = tablebase.statistics(key)
    longest = [extreme for extreme in (statistics.longest_win, statistics.longest_loss) if extreme]
    assert longest
    for extreme in longest:
        assert len(tablebase.best_line(Position.from_fen(extreme.fen))) == extreme.plies


def test_a_line_from_mid_turn_begins_with_the_capture(tablebase):
    position = next(p for p in mid_turns(TableKey(3, 4), 30) if tablebase.probe(p) != DRAW)
    line = tablebase.best_line(position)
    assert len(line) == tablebase.probe(position).plies
    assert str(line[0]).startswith("x")


def test_contradictory_tables_give_no_line(copy):
    """Whole files with true checksums, from different runs."""
    key = TableKey(3, 4)
    with merels.open_tablebase(copy.path) as tablebase:
        position = find_slow_loss(tablebase)
    copy.save(key, np.zeros(key.index.size, dtype=np.uint8))
    with (
        merels.open_tablebase(copy.path) as tablebase,
        pytest.raises(
            CorruptTableError, match=r"the tables contradict each other: .* is a loss in"
        ),
    ):
        tablebase.best_line(position)


# Missing tables.


def test_a_missing_table_is_named_with_the_command_that_makes_it(tablebase):
    with pytest.raises(MissingTableError, match=r"table 5-5 .*merels solve --table 5,5 --tables"):
        tablebase.probe(MISSING)
    with pytest.raises(KeyError):
        tablebase.probe_moves(MISSING)


def test_a_missing_placing_table_is_named_with_the_command_that_makes_it(tablebase):
    with pytest.raises(MissingTableError, match=r"table 6-6\+3-3 .*merels solve --all --tables"):
        tablebase.probe(placing("a7 d7 a4 b4 g1 d2", "a1 d1 b6 f4 g7 e3", 3, 3))


def test_get_returns_a_default(tablebase):
    assert tablebase.get(MISSING) is None
    assert tablebase.get(MISSING, DRAW) is DRAW
    assert tablebase.get(moving("a7 d7 g4", "b6 d2 f4")) == Value(Result.WIN, 1)


# Win, draw and loss alone.


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_without_distances_the_results_are_the_same(tablebase, wdl, key):
    for position in sample(key, 200, seed=5):
        assert wdl.probe(position) == Value(tablebase.probe(position).result)


def test_a_line_needs_distances(wdl):
    with pytest.raises(MissingTableError, match=r"needs distances: table 3-3 .*--table 3,3"):
        wdl.best_line(moving("a7 d7 g4", "b6 d2 f4"))


def test_a_line_that_leaves_the_exact_tables_is_an_error(copy):
    key = TableKey(3, 4)
    copy.save(key, copy.load_slots(key), Kind.WDL)
    with merels.open_tablebase(copy.path) as tablebase:
        position = find_slow_loss(tablebase)
        copy.path_of(key).unlink()
    with (
        merels.open_tablebase(copy.path) as tablebase,
        pytest.raises(MissingTableError, match="needs distances: table 3-4"),
    ):
        tablebase.best_line(position)


# Tables.


def test_play_is_covered_if_no_table_is_missing_on_the_way(tablebase):
    assert tablebase.covers(moving("a7 d7 g4", "b6 d2 f4"))
    assert tablebase.covers(moving("a7 d7 g4 b2", "b6 d2 f4"))
    assert not tablebase.covers(moving("a7 d7 g4 b2", "b6 d2 f4 c3"))
    assert not tablebase.covers(Position.start())
    assert tablebase.covers(moving("a7 d7", "b6 d2 f4")), "the rules decide"
    captures = Position(0b1000_0000_0000_0000_0111, 0b1111 << 12, removing=True)
    assert tablebase.covers(captures), "one man fewer"


def test_tables_and_their_dependencies(tablebase):
    assert tablebase.tables() == KEYS
    assert tablebase.dependencies(TableKey(3, 3)) == [TableKey(3, 3)]
    assert set(tablebase.dependencies(TableKey(4, 4))) == {*KEYS, TableKey(4, 4)}
    assert tablebase.missing(TableKey(4, 3)) == []
    assert tablebase.missing(TableKey(4, 4)) == [TableKey(4, 4)]


def test_statistics(tablebase):
    for key in KEYS:
        slots = TableFolder(solved_folder()).load_slots(key)
        statistics = tablebase.statistics(key)
        assert statistics.positions == len(slots)
        assert statistics.draws == (slots == 0).sum()


def test_the_default_folder(monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(solved_folder()))
    with merels.open_tablebase() as tablebase:
        assert tablebase.path == solved_folder()
        assert tablebase.tables() == KEYS
        assert repr(tablebase) == f"Tablebase({str(solved_folder())!r})"


def test_a_path_may_be_text():
    with merels.open_tablebase(str(solved_folder())) as tablebase:
        assert tablebase.path == solved_folder()


@pytest.mark.parametrize("package", ["numpy", "numba", "zstandard", "xxhash", "platformdirs"])
def test_an_error_about_a_missing_package_says_what_to_install(package):
    code = f"""
import sys
sys.modules[{package!r}] = None
import merels
try:
    merels.open_tablebase()
except merels.MissingExtraError as error:
    print(error)
"""
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={k: v for k, v in os.environ.items() if k != "MERELS_TABLES"},
    )
    assert "pip install 'merels[engine]'" in result.stdout


def test_a_position_without_moves_needs_no_table(tmp_path):
    blocked = Position.from_fen("*****@**/@*****@*/OO@**@OO w o s 4 0 5 0 0 0 0 0 0 0 0 0 1")
    full = Position(white=0x555555, black=0xAAAAAA, variant=merels.variant("twelve"))
    with merels.open_tablebase(tmp_path) as tablebase:
        assert tablebase.probe(blocked) == Value(Result.LOSS, 0)
        assert tablebase.probe(full) == DRAW
        assert (tablebase.source(blocked), tablebase.get_moves(blocked)) == (None, [])
        assert tablebase.get(MISSING) is None
