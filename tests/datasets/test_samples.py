"""Games of fallible players follow the rules, and their moves are rated."""

import itertools
from collections import Counter

import numpy as np
import pytest
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

import merels
from merels.datasets.classes import find_classes, start_boards
from merels.datasets.samples import KINDS, play_games, sample_boards
from merels.engine.fallible.player import find_fallible_player
from merels.prospects.look import look_against
from merels.values.layout.key import TableKey


def position_of(boards, row):
    own, enemy, own_in_hand, enemy_in_hand = (int(column[row]) for column in boards)
    if own_in_hand > enemy_in_hand:
        return merels.Position(
            enemy, own, enemy_in_hand, own_in_hand, merels.BLACK, variant=THREE_MEN
        )
    return merels.Position(own, enemy, own_in_hand, enemy_in_hand, variant=THREE_MEN)


def test_every_ply_is_a_legal_move_with_its_value():
    with merels.open_tablebase(solved_opening()) as tables:
        look = look_against(tables, find_fallible_player("beginner"))
        begun = start_boards(6, THREE_MEN)
        plies = list(play_games(begun, look, (False, False), 3, THREE_MEN))
        for ply, following in itertools.pairwise(plies):
            for row, game in enumerate(following.games.tolist()):
                [before] = np.flatnonzero(ply.games == game).tolist()
                position = position_of(ply.boards, before)
                after = {position.successor(m).sides: m for m in position.legal_moves}
                assert tuple(int(column[row]) for column in following.boards) in after
                value = tables.probe(position)
                assert (ply.before[before], ply.distance[before]) == (
                    value.result,
                    value.plies or 0,
                )
        assert sum(len(choice.chosen) for choice in plies[0].choices) == 6
        assert all((ply.after <= ply.before).all() for ply in plies)
    assert len(plies) > 6


# Samples: every class once, by kind, the same for the same seed.


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
