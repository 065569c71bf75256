"""Plots: the same bytes each time, complete or not at all, readable with all 49 tables."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product

import pytest
from small_opening import solved_opening
from solved import solved_folder

from merels.errors import NotationError
from merels.reports import plots
from merels.reports.plots import plot_tables
from merels.reports.results import ListedTable, list_tables
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import Statistics


def invent(own, enemy, kind=Kind.DISTANCE):
    """Return an invented table, with counts that differ from table to table."""
    histogram = (1000 * own, *(10 * own + enemy for _ in range(20 * own)))
    wins, losses = sum(histogram[2::2]), sum(histogram[1::2])
    statistics = Statistics(histogram, wins, histogram[0], losses, None, None)
    return ListedTable(TableKey(own, enemy), kind, statistics, 1000)


EVERY = [invent(own, enemy) for own, enemy in product(range(3, 10), repeat=2)]


def alone(tables):
    return {table.key.name: [table] for table in tables}


def read_comments(path):
    """Return the texts of a picture: Matplotlib writes them next to the paths of their letters."""
    return re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ending", ["SVG", "png", "pdf"])
def test_the_same_tables_give_the_same_bytes(tmp_path, ending):
    tables, errors = list_tables(solved_folder())
    assert errors == []
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    plot_tables(tables, first)
    plot_tables(list(reversed(tables)), second)
    assert first.read_bytes() == second.read_bytes()
    beginning = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending.lower()]
    assert first.read_bytes().startswith(beginning)


def test_every_table_has_its_name_and_each_colour_its_meaning(tmp_path):
    picture = tmp_path / "all.svg"
    plot_tables(EVERY, picture)
    ET.parse(picture)
    texts = read_comments(picture)
    for table in EVERY:
        assert table.name in texts
    assert [texts.count(word) for word in ("win", "draw", "loss")] == [2, 1, 2]


def test_names_do_not_overlap():
    """49 horizontal names are as wide as two pictures; rotated, they fit."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 9), layout="constrained")
    axes = figure.subplots()
    plots._plot_shares(axes, alone(EVERY), "men")
    figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
    assert len(boxes) == 49
    for left, right in pairwise(boxes):
        assert left.x1 <= right.x0


def test_a_table_in_both_kinds_is_drawn_once(tmp_path):
    once, twice = tmp_path / "once.svg", tmp_path / "twice.svg"
    plot_tables(EVERY, once)
    plot_tables([*EVERY, invent(3, 3, Kind.WDL)], twice)
    assert once.read_bytes() == twice.read_bytes()


def test_bars_are_as_high_as_the_shares():
    from matplotlib.figure import Figure

    tables, _ = list_tables(solved_folder())
    axes = Figure().subplots()
    plots._plot_shares(axes, alone(tables), "men")
    wins, draws, losses = axes.containers
    for number, table in enumerate(tables):
        statistics = table.statistics
        counts = (statistics.wins, statistics.draws, statistics.losses)
        for bars, count in zip((wins, draws, losses), counts, strict=True):
            share = 100 * count / statistics.positions
            assert bars[number].get_height() == pytest.approx(share)


def test_a_group_is_drawn_as_one_bar():
    from matplotlib.figure import Figure

    tables, _ = list_tables(solved_folder())
    axes = Figure().subplots()
    plots._plot_shares(axes, {"all": tables}, "men")
    share = sum(t.statistics.wins for t in tables) / sum(t.statistics.positions for t in tables)
    assert [bar.get_height() for bar in axes.containers[0]] == [pytest.approx(100 * share)]


def test_placing_tables_are_drawn_together_by_men_in_hand(tmp_path):
    tables, _ = list_tables(solved_opening())
    picture = tmp_path / "opening.svg"
    plot_tables(tables, picture)
    names = read_comments(picture)
    for name in ("3-3", "+1", "+6.3men"):
        assert name in names
    assert not any(name.startswith("2-3+") for name in names)


def test_distances_are_counted_over_all_tables():
    from matplotlib.figure import Figure

    tables, _ = list_tables(solved_folder())
    axes = Figure().subplots()
    plots._plot_distances(axes, tables)
    wins, losses = axes.containers
    assert sum(bar.get_height() for bar in wins) == sum(t.statistics.wins for t in tables)
    assert sum(bar.get_height() for bar in losses) == sum(t.statistics.losses for t in tables)
    plies = {round(bar.get_x() + bar.get_width() / 2) for bar in wins}
    assert plies == set(range(1, 34, 2))


def test_a_table_with_only_draws(tmp_path):
    statistics = Statistics((5,), 0, 5, 0, None, None)
    plot_tables(
        [ListedTable(TableKey(3, 3), Kind.DISTANCE, statistics, 100)], tmp_path / "draws.png"
    )


@pytest.mark.parametrize("name", ["shares", "shares.gif"])
def test_an_unknown_extension_is_refused(tmp_path, name):
    with pytest.raises(NotationError, match=r"the name of a plot ends in \.svg, \.png, \.pdf"):
        plot_tables(EVERY, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_older_picture_stays_if_drawing_fails(tmp_path, monkeypatch):
    picture = tmp_path / "shares.svg"
    picture.write_text("older")

    def fail(axes, tables):
        raise RuntimeError("no room")

    monkeypatch.setattr(plots, "_plot_distances", fail)
    with pytest.raises(RuntimeError, match="no room"):
        plot_tables(EVERY, picture)
    assert picture.read_text() == "older"
    assert list(tmp_path.iterdir()) == [picture]
