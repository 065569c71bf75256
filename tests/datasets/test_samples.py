"""Samples: every class once, by kind, the same for the same seed."""

from collections import Counter

import numpy as np
import pytest
from solved import solved_folder

import merels
from merels.datasets.classes import find_classes
from merels.datasets.samples import KINDS, sample_boards
from merels.values.layout.key import TableKey


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


def count_tables(boards):
    pairs = zip(boards.own.tolist(), boards.enemy.tolist(), strict=True)
    return Counter((own.bit_count(), enemy.bit_count()) for own, enemy in pairs)


def test_a_uniform_sample_follows_the_sizes_of_tables(tables):
    boards = sample_boards(tables, 4000, "uniform", merels.NINE_MENS_MORRIS, seed=3)
    assert len(np.unique(find_classes(boards))) == 4000
    counts = count_tables(boards)
    total = sum(TableKey(*men).index.size for men in counts)
    for men, count in counts.items():
        assert count == pytest.approx(4000 * TableKey(*men).index.size / total, rel=0.15)


def test_phases_have_equal_shares(tables):
    progress = []
    boards = sample_boards(tables, 301, "phase", merels.NINE_MENS_MORRIS, 1, progress.append)
    counts = count_tables(boards)
    flying = sum(count for (own, _), count in counts.items() if own == 3)
    assert (flying, sum(counts.values())) == (150, 301)
    assert progress[-1] == 301
    again = sample_boards(tables, 301, "phase", merels.NINE_MENS_MORRIS, 1)
    assert all((a == b).all() for a, b in zip(boards, again, strict=True))


def test_images_vary(tables):
    """Not the representatives of the index, which all look alike to a model."""
    boards = sample_boards(tables, 500, "uniform", merels.NINE_MENS_MORRIS)
    shares = [float((boards.own >> point & 1).mean()) for point in range(24)]
    corners, middles = shares[0::2], shares[1::2]
    assert np.std(corners) < 0.05
    assert np.std(middles) < 0.05


def test_what_is_not_there(tables):
    with pytest.raises(merels.NotationError, match="'all' is not a kind of sample"):
        sample_boards(tables, 10, "all", merels.NINE_MENS_MORRIS)
    with pytest.raises(merels.MissingTableError, match="no tables of Nine"):
        sample_boards(tables, 10, "uniform", merels.Variant(flying=False))
    with pytest.raises(merels.MissingTableError, match="merels solve"):
        sample_boards(tables, 10, "games", merels.NINE_MENS_MORRIS)
    assert KINDS == ("games", "uniform", "phase")


def test_as_many_as_there_are(tables, monkeypatch):
    monkeypatch.setattr("merels.datasets.samples.TRIES", 1)
    key = TableKey(3, 3)
    monkeypatch.setattr(tables, "tables", lambda: [key])
    boards = sample_boards(tables, 10**15, "uniform", merels.NINE_MENS_MORRIS)
    assert 1 / 3.1 < len(boards.own) / key.index.size < 1 / 2.9  # its squares can be exchanged
