"""Symmetries: permutations of a board's points that keep lines and neighbours.

They are found by trying: each point in turn goes to any point that looks like it and is joined to
the same images. Boards of many separate parts have too many to list; then the identity has to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from merels.board.board import Board, Symmetry
from merels.board.boards import THREE_SQUARES
from merels.board.masks import Mask, Point, mask_of, points_of

MOST: Final = 1024


def find_symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board in ascending order; the first is the identity.

    If there are more than `MOST`, only the identity: a part of them would not be a group.
    """
    found = tuple(islice(_map_rest(board, _walk(board), {}), MOST + 1))
    return tuple(sorted(found)) if len(found) <= MOST else (tuple(board.points),)


def _walk(board: Board) -> list[Point]:
    """Return all points, each after a neighbour if it has one: that leaves few images to try."""
    order: list[Point] = []
    for start in board.points:
        waiting = [start]
        while waiting:
            point = waiting.pop(0)
            if point not in order:
                order.append(point)
                waiting += points_of(board.neighbours[point])
    return order


def _map_rest(board: Board, order: list[Point], images: dict[Point, Point]) -> Iterator[Symmetry]:
    """Yield every way to map the rest of ``order``, given the images of its first points."""
    if len(images) == len(order):
        yield tuple(images[point] for point in board.points)
        return
    point = order[len(images)]
    for image in board.points:
        if image not in images.values() and _fits(board, point, image, images):
            yield from _map_rest(board, order, {**images, point: image})


def _fits(board: Board, point: Point, image: Point, images: dict[Point, Point]) -> bool:
    """Whether a point may go to an image: as many neighbours and mills, and joined alike."""
    here, there = board.neighbours[point], board.neighbours[image]
    return (
        here.bit_count() == there.bit_count()
        and len(board.mills_through[point]) == len(board.mills_through[image])
        and all(here >> p & 1 == there >> q & 1 for p, q in images.items())
        and _keeps_mills(board, point, {**images, point: image})
    )


def _keeps_mills(board: Board, point: Point, images: dict[Point, Point]) -> bool:
    """Whether the mills through a point become mills, as far as their points have images."""
    mapped = mask_of(images)
    return all(
        mask_of(images[p] for p in points_of(mill)) in board.mills
        for mill in board.mills_through[point]
        if mill & ~mapped == 0
    )


def transform(mask: Mask, symmetry: Symmetry) -> Mask:
    """Return the image of a set of points.

    >>> transform(0b1, (2, 1, 0))
    4
    """
    return mask_of(symmetry[point] for point in points_of(mask))


SYMMETRIES: Final = THREE_SQUARES.symmetries
"""The 16 symmetries of nine men's board; the first is the identity."""
