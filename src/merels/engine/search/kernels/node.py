"""A position as the search sees it, and a turn played in it."""

from __future__ import annotations

from typing import Final, NamedTuple

from merels._jit import inlined, popcount
from merels.board.board import MOST_POINTS
from merels.engine.search.kernels.ordering import NONE

NOWHERE: Final = 30
"""The origin of a turn that only captures; its target is `NONE`."""

POINTS: Final = (1 << MOST_POINTS) - 1
"""The points of every board."""


class Node(NamedTuple):
    """A position as the side to move sees it."""

    own: int
    enemy: int
    hands: int
    """Men in hand: own in bits 0-3, the enemy's in bits 4-7."""
    quiet: int
    """Plies without a capture."""


@inlined
def play(node: Node, turn: int) -> Node:
    """Return the position after a turn; one that only captures has the origin `NOWHERE`."""
    origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10
    men, others = (node.own | 1 << target) & POINTS, node.enemy
    hands = node.hands >> 4 | (node.hands & 15) << 4
    if origin == NONE:
        hands -= 16
    else:
        men &= ~(1 << origin)
    if captured == NONE:
        return Node(others, men, hands, node.quiet + 1)
    return Node(others & ~(1 << captured), men, hands, 0)


@inlined
def has_too_few(node: Node) -> bool:
    """Whether the side to move has fewer than three men."""
    return popcount(node.own) + (node.hands & 15) < 3
