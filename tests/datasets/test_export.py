"""Whole tables, and the split: nothing leaks."""

import numpy as np
import pytest
from solved import solved_folder

import merels
from merels.board.symmetry import SYMMETRIES
from merels.datasets.boards import boards_of
from merels.datasets.classes import find_classes
from merels.datasets.export import draw_sample, rate_parts, read_table
from merels.datasets.samples import sample_boards
from merels.tables.key import TableKey


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


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
