"""Rows: values, distances and chances are those of single probes."""

import csv

import numpy as np
import pyarrow.parquet as pq
import pytest
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

import merels
from merels.board.board import SYMMETRIES
from merels.datasets import files as rows_module
from merels.datasets.classes import boards_of, find_classes
from merels.datasets.files import draw_sample, rate_parts, read_table, write_rows
from merels.datasets.samples import sample_boards
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables


@pytest.fixture(scope="module")
def game_of_three():
    with merels.open_tablebase(solved_opening()) as opened:
        yield opened


@pytest.mark.parametrize("kind", ["games", "phase"])
def test_rows_are_what_probes_say(game_of_three, kind):
    drawn = draw_sample(game_of_three, 120, kind, THREE_MEN, seed=2, chances="club")
    assert len(drawn) == 120
    seen = set()
    for number, fen in enumerate(drawn.fen.tolist()):
        position = merels.Position.from_fen(fen.decode(), THREE_MEN)
        assert position.fen() == fen.decode()
        assert position.sides == (
            *(drawn.own[number], drawn.enemy[number]),
            *(drawn.own_in_hand[number], drawn.enemy_in_hand[number]),
        )
        value = game_of_three.probe(position)
        plies = None if drawn.plies[number] < 0 else drawn.plies[number]
        assert (value.result, value.plies) == (drawn.result[number], plies)
        seen.add(str(value.result))
        best = merels.chances(game_of_three, position, "club")
        expected = best[0].chance if best else 0
        assert drawn.chance[number] == pytest.approx(expected, abs=1e-6)
    assert seen >= ({"win", "draw", "loss"} if kind == "games" else {"win", "loss"})


@pytest.mark.parametrize("name", ["three", "lasker:men=3"])
def test_other_boards_and_rules(name, tmp_path):
    variant, folder = merels.variant(name), TableFolder(tmp_path)
    solve_tables(Plan.for_tables(all_tables(variant), folder.has), folder, threads=1)
    with merels.open_tablebase(tmp_path) as tables:
        for kind in ("games", "uniform", "phase"):
            rows = draw_sample(tables, 60, kind, variant, seed=1)
            assert len(rows) == 60
            for number, fen in enumerate(rows.fen.tolist()):
                position = merels.Position.from_fen(fen.decode(), variant)
                assert position.fen() == fen.decode()
                value = tables.probe(position)
                plies = -1 if value.plies is None else value.plies
                assert (value.result, plies) == (rows.result[number], rows.plies[number])
        with pytest.raises(merels.MissingTableError, match="there are no chances of"):
            draw_sample(tables, 3, "uniform", variant, chances="club")


def test_chances_are_the_same_however_many_are_found_at_a_time(game_of_three, monkeypatch):
    def draw():
        return draw_sample(game_of_three, 60, "phase", THREE_MEN, seed=2, chances="club")

    at_once = draw()
    monkeypatch.setattr(rows_module, "_LOOKED_AT_ONCE", 7)
    assert draw().chance.tolist() == at_once.chance.tolist()


# Files of rows: the same in both forms, complete or not there.


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


def test_files_hold_the_rows(tables, tmp_path):
    rows = draw_sample(tables, 200, "uniform", chances="master")
    for name in ("rows.parquet", "rows.csv"):
        write_rows(tmp_path / name, [rows, rows], {"variant": "nine"})
    table = pq.read_table(tmp_path / "rows.parquet")
    assert table.schema.metadata[b"variant"] == b"nine"
    parquet = table.to_pylist()
    with (tmp_path / "rows.csv").open() as file:
        plain = list(csv.DictReader(file))
    assert len(parquet) == len(plain) == 400
    assert list(parquet[0]) == list(plain[0]) == list(rows.columns())
    for one, other in zip(parquet, plain, strict=True):
        assert (one["plies"] is None) == (one["result"] == 0) == (other["plies"] == "")
        for column in ("fen", "own", "result", "split"):
            assert str(one[column]) == other[column]
        assert float(other["chance"]) == pytest.approx(one["chance"], abs=1e-4)


def test_a_failure_leaves_the_old_file(tables, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("old")

    def parts():
        yield draw_sample(tables, 10, "uniform")
        raise merels.MissingTableError("gone")

    with pytest.raises(merels.MissingTableError):
        write_rows(path, parts(), {})
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


def test_bad_input(tables, tmp_path):
    with pytest.raises(merels.NotationError, match="neither Parquet nor CSV"):
        write_rows(tmp_path / "rows.txt", [], {})
    with pytest.raises(merels.NotationError, match="from 0 to 1"):
        draw_sample(tables, 3, "uniform", test_share=2)
    with pytest.raises(merels.NotationError, match="'genius' is not a fallible player"):
        draw_sample(tables, 3, "uniform", chances="genius")


# Whole tables, and the split: nothing leaks.


def test_a_whole_table_has_every_class_once(tables):
    key, progress = TableKey(3, 4), []
    parts = list(read_table(tables, key, on_progress=progress.append))
    own, enemy = (np.concatenate([getattr(p, name) for p in parts]) for name in ("own", "enemy"))
    assert (
        key.index.slots_of(own.astype(np.int64), enemy.astype(np.int64))
        == np.arange(key.index.size)
    ).all()
    results = np.concatenate([part.result for part in parts])
    counts = tables.statistics(key)
    known = [counts.wins, counts.draws, counts.losses]
    assert [int((results == result).sum()) for result in (1, 0, -1)] == known
    assert progress[-1] == key.index.size
    tested = np.concatenate([part.split for part in parts]) == "test"
    assert tested.mean() == pytest.approx(0.2, abs=0.01)


def test_no_class_is_in_both_parts_whatever_the_sample(tables):
    """Two samples, and the images of one: what is test data in one is in all."""
    first = draw_sample(tables, 3000, "uniform", seed=1)
    positions = [merels.Position.from_fen(fen.decode()) for fen in first.fen.tolist()[:200]]
    for number in (3, 9):
        images = boards_of([p.transform(SYMMETRIES[number]) for p in positions])
        [rows] = rate_parts(images, tables, merels.NINE_MENS_MORRIS, None, 0.2)
        assert rows.split.tolist() == first.split.tolist()[:200]
    second = sample_boards(tables, 3000, "phase", merels.NINE_MENS_MORRIS, seed=2)
    [rows] = rate_parts(second, tables, merels.NINE_MENS_MORRIS, None, 0.2)
    fate = {}
    for boards, split in ((second, rows.split), (boards_of(positions), first.split[:200])):
        for number, part in zip(find_classes(boards).tolist(), split.tolist(), strict=True):
            assert fate.setdefault(number, part) == part
