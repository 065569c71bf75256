"""Positions with a pending return ban: their scores follow from tables by looking ahead.

A ban comes from a move that leaves a mill and closes another, so that it captures; it ends with its
side's next turn. Tables hold the positions without bans. A position with a ban is looked ahead from
until no ban is pending, mostly for two plies: every turn on the way is tried, and only captures
that leave a mill prolong the way, each by two plies and with one man fewer. So these positions need
no index, and a table with a and b men needs all tables with as many men or fewer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, extract_bits, inlined, popcount
from merels.board.index import dense
from merels.board.index.dense import Slots
from merels.board.index.ranking import BoardTables, Int32s, Int64s, image_of, orbits_of, rank_of
from merels.rules.kernels import Rules, in_mill, rules_of
from merels.rules.unusual_kernels import (
    OTHER_BAN,
    Fields,
    fields_of,
    play_turn,
    takeable,
    write_turns,
)
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey

LOST_NOW: Final = 1
NO_WIN: Final = 1 << 20


class BanTables(NamedTuple):
    """Solved moving tables side by side, and the rules to look ahead by."""

    scores: Slots  # of all tables, as dense rows
    starts: Int64s  # [own, enemy]: where a table begins
    strides: Int64s  # [own, enemy]: the length of its rows
    representatives: Int32s  # of all numbers of own men
    first_orbits: Int64s  # by own men
    places: Int32s
    first_places: Int64s
    tables: BoardTables
    rules: Rules
    fields: Fields
    turns: Int64s  # working space of one thread: a row for each ply


def join_tables(key: TableKey, scores: Slots) -> BanTables:
    """Return the scores of the tables below a table, as dense rows one after the other."""
    board, most = key.variant.board, max(key.own, key.enemy) + 1
    starts, strides = (np.zeros((most, most), np.int64) for _ in range(2))
    end = 0
    for table in key.tables_below:
        starts[table.own, table.enemy] = end
        strides[table.own, table.enemy] = dense.row_length(table.index)
        end += dense.dense_size(table.index)
    sets = [orbits_of(men if men >= FEWEST else FEWEST, board) for men in range(most)]
    representatives = [each.representatives for each in sets]
    places = [each.places for each in sets]
    rules, fields = rules_of(key.variant), fields_of(key.variant)
    return BanTables(
        scores,
        starts,
        strides,
        np.concatenate(representatives),
        _starts_of(representatives),
        np.concatenate(places),
        _starts_of(places),
        key.index.tables,
        rules,
        fields,
        np.zeros((2 * key.total, fields.most_turns), np.int64),
    )


def _starts_of(columns: list[Int32s]) -> Int64s:
    return np.cumsum([0, *map(len, columns[:-1])], dtype=np.int64)


@inlined
def score_of(own: int, enemy: int, bans: BanTables) -> int:
    """Return the score of a position without bans."""
    ours, theirs = popcount(own), popcount(enemy)
    if ours < FEWEST:
        return LOST_NOW
    place = int(bans.places[bans.first_places[ours] + rank_of(own, bans.tables)])
    orbit, symmetry = place >> 4, place & 15
    free = bans.tables.full & ~bans.representatives[bans.first_orbits[ours] + orbit]
    rank = rank_of(extract_bits(image_of(enemy, symmetry, bans.tables), free), bans.tables)
    at = bans.starts[ours, theirs] + orbit * bans.strides[ours, theirs] + rank
    return int(np.int64(bans.scores[at]))


@inlined
def is_idle(own: int, enemy: int, marks: int, bans: BanTables) -> bool:
    """Return whether the only ban is one of the side to move that forbids nothing."""
    if marks >> OTHER_BAN:
        return False
    if marks == 0:
        return True
    origin, target = (marks & 31) - 1, (marks >> 5 & 31) - 1
    if (own | enemy) >> origin & 1 or not own >> target & 1:
        return True
    return not in_mill(own & ~(1 << target) | 1 << origin, origin, bans.rules)


def for_thread(bans: BanTables) -> BanTables:
    """Return the same tables with working space of their own."""
    return bans._replace(turns=np.zeros_like(bans.turns))


@bare_kernel
def score_ahead(own: int, enemy: int, marks: int, room: int, bans: BanTables) -> int:
    """Return the score of a position with bans; so many rows of the working space are free.

    No argument may be a constant: Numba cannot compile a recursion that begins with one.
    """
    rules, fields = bans.rules, bans.fields
    row = bans.turns[room - 1]
    count = write_turns(own, enemy, 0, 0, marks, rules, fields, row)
    if count == 0:
        is_drawn = own | enemy == rules.full and rules.full_is_draw
        return 0 if is_drawn else LOST_NOW
    quickest_win, slowest_loss, drawn = NO_WIN, 0, False
    for i in range(count):
        after = play_turn(own, enemy, 0, 0, marks, row[i], rules, fields)
        if popcount(after.own) < FEWEST or is_idle(after.own, after.enemy, after.marks, bans):
            score = score_of(after.own, after.enemy, bans)
        else:
            score = score_ahead(after.own, after.enemy, after.marks, room - 1, bans)
        if score & 1:
            quickest_win = min(quickest_win, score + 1)
        elif score == 0:
            drawn = True
        else:
            slowest_loss = max(slowest_loss, score + 1)
    if quickest_win < NO_WIN:
        return quickest_win
    return 0 if drawn else slowest_loss


@bare_kernel
def best_after_capture(
    own: int, enemy: int, origin: int, target: int, best: int, ratings: Slots, bans: BanTables
) -> int:
    """Return the best rating of a move that left a mill and closed another, or ``best``.

    Smaller ratings are better. A ban never helps its side, so a capture that would not be better
    without the ban is not looked ahead from. ``ratings`` has the rating of each score.
    """
    marks = (origin + 1 | target + 1 << 5) << OTHER_BAN
    left = takeable(enemy, bans.rules, bans.fields)
    while left:
        others = enemy & ~(left & -left)
        left &= left - 1
        if int(np.int64(ratings[score_of(others, own, bans)])) < best:
            score = score_ahead(others, own, marks, len(bans.turns), bans)
            best = min(best, int(np.int64(ratings[score])))
    return best
