"""Half-turns in compiled code: the twin of `merels.env.encoding` for many games at once.

A game is a row of columns (`Games`): men and men in hand as the side to move sees them, whether it
must capture, its colour, and how many turns are over. Board and rules come from a variant.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

# First: it reports missing packages.
from merels._jit import bare_kernel, inlined, lowest_bit, popcount

# isort: split
import numpy as np
import numpy.typing as npt

from merels.rules.kernels import Rules, in_mill, is_over, may_fly, removable, targets_of

Int64s: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float32]

ILLEGAL: Final = -1
GOES_ON: Final = 0
WON: Final = 1
"""For the side that has just acted."""
DRAWN: Final = 2


class Numbering(NamedTuple):
    """How the points of a board are numbered, and where they are on its grid."""

    points: Int64s
    """By rows from the top left."""
    places: Int64s
    """For each point, its place in this order."""
    cells: Int64s
    """For each point, its cell: row times columns, plus column."""


class Games(NamedTuple):
    """Games in progress, one a row."""

    own: Int64s
    enemy: Int64s
    own_in_hand: Int64s
    enemy_in_hand: Int64s
    removing: Bytes
    black: Bytes
    """1 if Black is to move."""
    turns: Int64s
    random: Int64s
    """The state of each game's generator of random numbers."""


@inlined
def draw_number(state: int) -> int:
    """Return the next state of a generator of random numbers; its high bits are good."""
    return state * 6364136223846793005 + 1442695040888963407


@inlined
def has_step(own: int, enemy: int, in_hand: int, rules: Rules) -> bool:
    """Return whether a side can place or move a man."""
    empty = rules.full & ~(own | enemy)
    if empty == 0:
        return False
    if in_hand or may_fly(own, in_hand, rules):
        return True
    left = own
    while left:
        if rules.neighbours[lowest_bit(left)] & empty:
            return True
        left &= left - 1
    return False


@inlined
def begin(games: Games, i: int, men: int) -> None:
    """Set a game to the empty board; its random numbers go on."""
    games.own[i], games.enemy[i] = 0, 0
    games.own_in_hand[i], games.enemy_in_hand[i] = men, men
    games.removing[i], games.black[i], games.turns[i] = 0, 0, 0


@inlined
def pass_turn(games: Games, i: int, rules: Rules) -> int:
    """Hand a game to the other side; return whether this ends the game."""
    own, enemy = games.enemy[i], games.own[i]
    own_in_hand, enemy_in_hand = games.enemy_in_hand[i], games.own_in_hand[i]
    games.own[i], games.enemy[i] = own, enemy
    games.own_in_hand[i], games.enemy_in_hand[i] = own_in_hand, enemy_in_hand
    games.removing[i] = 0
    games.black[i] = 1 - games.black[i]
    games.turns[i] += 1
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return WON
    if has_step(own, enemy, own_in_hand, rules):
        return GOES_ON
    return DRAWN if own | enemy == rules.full and rules.full_is_draw else WON


@inlined
def is_legal_step(games: Games, i: int, origin: int, target: int, rules: Rules) -> bool:
    """Return whether a man may go to a point, from ``origin`` or, if it is -1, from the hand."""
    own, in_hand = games.own[i], games.own_in_hand[i]
    if (own | games.enemy[i]) >> target & 1:
        return False
    if origin < 0:
        return bool(in_hand)
    if not own >> origin & 1 or (in_hand and not rules.any_turn):
        return False
    return may_fly(own, in_hand, rules) or bool(rules.neighbours[origin] >> target & 1)


@inlined
def act(games: Games, i: int, action: int, rules: Rules, numbering: Numbering) -> int:
    """Play half a turn; return whether it was illegal, ended the game, or neither."""
    count = len(numbering.points)
    if action < 0 or action >= count * (count + 1):
        return ILLEGAL
    row = action // count
    target = numbering.points[action - row * count]
    if games.removing[i]:
        if row or not removable(games.enemy[i], rules) >> target & 1:
            return ILLEGAL
        games.enemy[i] &= ~(1 << target)
        return pass_turn(games, i, rules)
    origin = numbering.points[row - 1] if row else -1
    if not is_legal_step(games, i, origin, target, rules):
        return ILLEGAL
    if row:
        games.own[i] &= ~(1 << origin)
    else:
        games.own_in_hand[i] -= 1
    games.own[i] |= 1 << target
    if games.enemy[i] and in_mill(games.own[i], target, rules):
        games.removing[i] = 1
        return GOES_ON
    return pass_turn(games, i, rules)


@bare_kernel
def step_all(
    games: Games,
    actions: Int64s,
    limits: tuple[int, int],
    rules: Rules,
    numbering: Numbering,
    rewards: Floats,
    ended: tuple[Bytes, Bytes],
) -> None:
    """Play half a turn in every game, and begin anew every game that ends.

    ``limits`` are the men of a side and the turns after which a game is cut off. Writes the rewards
    of the side that acted, and which games are ``ended``: terminated, truncated.
    """
    men, most_turns = limits
    for i in range(len(actions)):
        result = act(games, i, actions[i], rules, numbering)
        rewards[i] = 0 if result == DRAWN else result
        ended[0][i] = result != GOES_ON
        ended[1][i] = result == GOES_ON and not games.removing[i] and games.turns[i] >= most_turns
        if ended[0][i] or ended[1][i]:
            begin(games, i, men)


@inlined
def pick_bit(mask: int, number: int) -> int:
    """Return the point of a set that has ``number`` points before it."""
    for _ in range(number):
        mask &= mask - 1
    return int(lowest_bit(mask))


@bare_kernel
def sample_all(games: Games, rules: Rules, numbering: Numbering, actions: Int64s) -> None:
    """Write a legal action for each game, every one equally likely."""
    points = len(numbering.points)
    for i in range(len(actions)):
        games.random[i] = draw_number(games.random[i])
        chance = games.random[i] >> 32 & 0xFFFFFFFF
        own, enemy, in_hand = games.own[i], games.enemy[i], games.own_in_hand[i]
        empty = rules.full & ~(own | enemy)
        alone = removable(enemy, rules) if games.removing[i] else empty if in_hand else 0
        count = popcount(alone)
        moves = not games.removing[i] and (not in_hand or rules.any_turn)
        anywhere = may_fly(own, in_hand, rules)
        left = own if moves else 0
        while left:
            count += popcount(targets_of(lowest_bit(left), empty, anywhere, rules))
            left &= left - 1
        number = chance * count >> 32
        if number < popcount(alone):
            actions[i] = numbering.places[pick_bit(alone, number)]
            continue
        number -= popcount(alone)
        left = own
        while left:
            origin = lowest_bit(left)
            targets = targets_of(origin, empty, anywhere, rules)
            if number < popcount(targets):
                target = pick_bit(targets, number)
                actions[i] = points * (1 + numbering.places[origin]) + numbering.places[target]
                break
            number -= popcount(targets)
            left &= left - 1


@inlined
def mark(mask: int, row: Bytes, first: int, numbering: Numbering) -> None:
    """Set the actions of a set of points, which begin at ``first``."""
    while mask:
        row[first + numbering.places[lowest_bit(mask)]] = 1
        mask &= mask - 1


@bare_kernel
def mask_all(games: Games, rules: Rules, numbering: Numbering, out: Bytes) -> None:
    """Write 1 for every legal action of every game, one game a row, and 0 elsewhere."""
    points = len(numbering.points)
    for i in range(len(out)):
        row = out[i]
        row[:] = 0
        own, enemy, in_hand = games.own[i], games.enemy[i], games.own_in_hand[i]
        empty = rules.full & ~(own | enemy)
        if games.removing[i]:
            mark(removable(enemy, rules), row, 0, numbering)
            continue
        if in_hand:
            mark(empty, row, 0, numbering)
            if not rules.any_turn:
                continue
        anywhere = may_fly(own, in_hand, rules)
        left = own
        while left:
            origin = lowest_bit(left)
            targets = targets_of(origin, empty, anywhere, rules)
            mark(targets, row, points * (1 + numbering.places[origin]), numbering)
            left &= left - 1


@bare_kernel
def write_planes(games: Games, men: int, numbering: Numbering, out: Floats) -> None:
    """Write what the side to move sees in each game: the planes of `merels.env.encoding`."""
    for i in range(len(out)):
        planes = out[i]
        planes[:3] = 0
        for point in range(len(numbering.cells)):
            cell = numbering.cells[point]
            own, enemy = games.own[i] >> point & 1, games.enemy[i] >> point & 1
            planes[0, cell] = own
            planes[1, cell] = enemy
            planes[2, cell] = 1 - own - enemy
        planes[3] = games.own_in_hand[i] / men
        planes[4] = games.enemy_in_hand[i] / men
        planes[5] = games.removing[i]
        planes[6] = 1 - games.black[i]
