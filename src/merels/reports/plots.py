"""Plots of tables: the shares of wins, draws and losses, and how long games last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from merels._files import whole_file
from merels.errors import NotationError
from merels.reports.results import ListedTable, sum_histograms, sum_tables
from merels.values.layout.key import TableKey, table_order

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# No metadata that differs from run to run.
LABEL_SIZE: Final = 10.0
MOST_LABELS: Final = 64
"""This many labels of the usual size fit side by side; more labels are smaller."""

METADATA: Final[dict[str, dict[str, Any]]] = {
    ".svg": {"Date": None, "Creator": "merels"},
    ".png": {"Software": "merels"},
    ".pdf": {"CreationDate": None, "Creator": "merels", "Producer": None},
}
SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "merels",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

# Distinct for every kind of colour vision, and by lightness in greyscale print.
WIN, DRAW, LOSS = "#0072b2", "#d9d9d9", "#d55e00"


def check_plot_path(path: Path) -> None:
    """Raise `NotationError` unless the suffix of a file is the format of a plot."""
    if path.suffix.lower() not in METADATA:
        raise NotationError(f"{str(path)!r}: the name of a plot ends in {', '.join(METADATA)}")


def plot_tables(tables: list[ListedTable], path: Path) -> None:
    """Plot tables to a file, whole or not at all; the same tables give the same bytes.

    A table of both kinds is drawn once; placing tables are grouped by the number of men in hand.
    Raises what `check_plot_path` does.
    """
    distinct = {table.key: table for table in reversed(tables)}
    groups: dict[str, list[ListedTable]] = {}
    for key in sorted(distinct, key=table_order):
        groups.setdefault(_bar_name(key), []).append(distinct[key])
    label = "own men - enemy's men"
    if any(key.in_hand for key in distinct):
        label += "; all tables with +n men in hand"
    plot_groups(groups, label, path)


def _bar_name(key: TableKey) -> str:
    """Return the label of a bar; hundreds of placing tables would be unreadable."""
    if not key.in_hand:
        return key.name
    return f"+{key.in_hand}{''.join(key.name.partition('.')[1:])}"


def plot_groups(groups: dict[str, list[ListedTable]], label: str, path: Path) -> None:
    """Plot a bar for each group of tables, and all distances; ``label`` names the groups."""
    check_plot_path(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    suffix = path.suffix.lower()
    with rc_context(SETTINGS), whole_file(path) as file:
        figure = Figure(figsize=(12, 9), dpi=150, layout="constrained")
        shares, distances = figure.subplots(2, 1)
        _plot_shares(shares, groups, label)
        _plot_distances(distances, [table for tables in groups.values() for table in tables])
        figure.savefig(file, format=suffix[1:], metadata=METADATA[suffix])


def _plot_shares(axes: Axes, groups: dict[str, list[ListedTable]], groups_label: str) -> None:
    """Draw one stacked bar for each group."""
    sums = [sum_tables(tables) for tables in groups.values()]
    positions = np.array([counts["positions"] for counts in sums])
    places = np.arange(len(groups))
    bottom = np.zeros(len(groups))
    for label, color, result in (
        ("win", WIN, "wins"),
        ("draw", DRAW, "draws"),
        ("loss", LOSS, "losses"),
    ):
        share = 100 * np.array([counts[result] for counts in sums]) / positions
        axes.bar(places, share, bottom=bottom, color=color, width=0.85, label=label)
        bottom += share
    axes.set(
        title="Value for the side to move",
        xlabel=groups_label,
        ylabel="share of positions (%)",
        xlim=(-0.6, len(groups) - 0.4),
        ylim=(0, 100),
    )
    upright = len(groups) <= 24 and max(map(len, groups)) <= 3
    size = min(LABEL_SIZE, MOST_LABELS * LABEL_SIZE / len(groups))
    axes.set_xticks(places, list(groups), rotation=0 if upright else 90, fontsize=size)
    _add_legend(axes)


def _plot_distances(axes: Axes, tables: list[ListedTable]) -> None:
    """Draw the number of positions by plies to the end."""
    counts = np.array(sum_histograms(tables))
    scores = np.arange(1, len(counts))
    for label, color, parity in (("win", WIN, 0), ("loss", LOSS, 1)):
        chosen = scores[scores % 2 == parity]
        axes.bar(chosen - 1, counts[chosen], color=color, width=0.85, label=label)
    axes.set(
        title="Plies to the end of the game, all tables",
        xlabel="plies, the winner hurrying and the loser delaying",
        ylabel="positions",
        yscale="log",
        xlim=(-1, max(len(counts) - 1, 1)),
    )
    axes.set_ylim(bottom=0.5)
    axes.grid(axis="y", color=DRAW, linewidth=0.6)
    axes.set_axisbelow(True)
    _add_legend(axes)


def _add_legend(axes: Axes) -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
